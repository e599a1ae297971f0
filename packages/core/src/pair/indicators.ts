import type { Column } from "../primitives/columns.js";
import { InputError, option, text } from "../primitives/errors.js";
import { isCategory, nonNumeric } from "../table/non-numeric.js";
import { isNumeric, type Table, type TableColumn } from "../table/table.js";
import { type CodedColumn, groupColumn } from "./row-groups.js";

/** Levels of a category beside which x is still a possible cause of y: descriptions have at most four causes of a column. */
const MOST_LEVELS = 4;

/** A column to decide given: numbers as they are, categories as codes. @throws InputError `non-numeric-column` */
export function givenColumn(column: TableColumn, table: Pick<Table, "rowCount">): TableColumn | CodedColumn {
  if (isNumeric(column)) return column;
  if (!column.doubts && isCategory(column)) return groupColumn(column, "given");
  throw nonNumeric(column, table);
}

/**
 * The columns that a given column becomes: itself or, of a category, one of 0 and 1 for each of its levels but the one of
 * most rows, with names such as "sex = f".
 *
 * @param values of the rows that are used     @throws InputError `wrong-option` for too many levels
 */
export function indicators(
  column: TableColumn | CodedColumn,
  values: Column,
): readonly { readonly name: string; readonly values: Column }[] {
  if (!("labels" in column)) return [{ name: column.name, values }];
  const { name, labels } = column;
  const counts = labels.map((_, code) => values.reduce((sum, value) => sum + (value === code ? 1 : 0), 0));
  const levels = labels.flatMap((label, code) => (counts[code] > 0 ? [{ label, code }] : []));
  if (levels.length > MOST_LEVELS) {
    throw new InputError({
      code: "wrong-option",
      place: text`${option("given")} "${name}"`,
      value: `a category of ${levels.length} levels`,
      expected: `numbers, or at most ${MOST_LEVELS} levels`,
      remedy: text`Decide within its levels with ${option("group")} instead.`,
    });
  }
  const most = counts.indexOf(Math.max(...counts));
  return levels
    .filter(({ code }) => code !== most || levels.length === 1)
    .map(({ label, code }) => ({
      name: `${name} = ${label}`,
      values: values.map((value) => (value === code ? 1 : 0)),
    }));
}
