import { InputError, option, requireList, type Text, text, wrongOption } from "../primitives/errors.js";
import { columnIndex, listColumns, notMeasured, type Table, unmeasuredNames } from "../table/table.js";

/** Which columns to take, by name or by number from 1; both may be left out if only two are possible. */
export interface PairChoice {
  readonly x?: string | number | undefined;
  readonly y?: string | number | undefined;
  /** Columns to decide given, if any: numbers, or categories of at most four levels, each a column of 0 and 1 but one. */
  readonly given?: readonly (string | number)[] | undefined;
  /** A column of any kind: the pair is standardized within each of its values. */
  readonly group?: string | number | undefined;
  /** A column of any kind: rows with equal values are repeated measurements. */
  readonly cluster?: string | number | undefined;
  /** A column of numbers from 0 up: rows are drawn, each with a probability in proportion to its weight. */
  readonly weights?: string | number | undefined;
  /** Of drawing rows by weight; 0 by default. */
  readonly seed?: number | undefined;
}

/** Positions of the columns that say what rows are. @throws InputError `unknown-column`, `ambiguous-column`, `wrong-option` */
export function rolePositions(
  table: Table,
  choice: PairChoice,
  taken: readonly number[] = [],
): Readonly<Partial<Record<"group" | "cluster" | "weights", number>>> {
  return Object.fromEntries(
    (["group", "cluster", "weights"] as const).flatMap((role) => {
      const key = choice[role];
      if (key === undefined) return [];
      const position = columnIndex(table, key, [option(role)]);
      if (!taken.includes(position)) return [[role, position]];
      throw wrongOption(role, table.columns[position].name, "a column other than those of the pair");
    }),
  );
}

/**
 * Positions of the columns to decide given.
 *
 * @param taken positions that are in a pair     @throws InputError `unknown-column`, `ambiguous-column`, `wrong-option`
 */
export function givenPositions(
  table: Table,
  { given = [] }: Pick<PairChoice, "given">,
  taken: readonly number[] = [],
): number[] {
  requireList("given", given, "an array of names or numbers");
  const positions = given.map((key) => columnIndex(table, key, [option("given")]));
  positions.forEach((position, i) => {
    if (!taken.includes(position) && positions.indexOf(position) === i) return;
    throw wrongOption("given", table.columns[position].name, "columns other than those of the pair, each once");
  });
  return positions;
}

/** Of a table of one column from a workbook with other sheets: what to do about it. */
export function otherSheet({ columns, findings }: Table): Text | undefined {
  const sheets = findings.find(({ code }) => code === "other-sheets");
  return columns.length < 2 && sheets ? text`${sheets.sentence} ${sheets.advice}` : undefined;
}

/** Positions of the two columns of a pair. @throws InputError as `pairFromTable` */
export function chooseColumns(table: Table, choice: PairChoice): [number, number] {
  const count = table.columns.length;
  if (count < 2) {
    throw new InputError({
      code: "too-few-columns",
      place: "the table",
      value: `one column, ${listColumns(table.columns)}`,
      expected: "at least two",
      remedy:
        otherSheet(table) ??
        text`If another character separates the cells, name it in ${option("delimiter")}; in a workbook, choose another sheet with ${option("sheet")}.`,
    });
  }
  const named = {
    x: choice.x === undefined ? undefined : columnIndex(table, choice.x, [option("x")]),
    y: choice.y === undefined ? undefined : columnIndex(table, choice.y, [option("y")]),
  };
  if (named.x !== undefined && named.x === named.y) {
    throw new InputError({
      code: "same-column",
      place: text`${option("x")} and ${option("y")}`,
      value: `both are column ${named.x + 1}, "${table.columns[named.x].name}"`,
      expected: "two different columns",
      remedy: `The table has ${listColumns(table.columns)}.`,
    });
  }
  if (named.x !== undefined && named.y !== undefined) return [named.x, named.y];
  const others = [...givenPositions(table, choice), ...Object.values(rolePositions(table, choice))];
  const all = table.columns.map((_, i) => i).filter((i) => !others.includes(i));
  // There is no choice if there are two columns, or two numeric ones besides labels, dates and row numbers.
  const candidates = all.length === 2 ? all : all.filter((i) => notMeasured(table.columns[i]) === undefined);
  const open = candidates.filter((i) => i !== named.x && i !== named.y);
  if (named.x !== undefined && open.length === 1) return [named.x, open[0]];
  if (named.y !== undefined && open.length === 1) return [open[0], named.y];
  if (named.x === undefined && named.y === undefined && open.length === 2) return [open[0], open[1]];
  if (candidates.length < 2) {
    const left = unmeasuredNames(table.columns);
    throw new InputError({
      code: "too-few-columns",
      place: "the table",
      value: `${candidates.length} numeric of ${count} columns, ${listColumns(table.columns)}${left && `, without ${left}`}`,
      expected: "at least two columns of numbers",
      remedy: left
        ? text`To use a column that was left out, name it with ${option("x")} or ${option("y")}.`
        : text`If numbers were taken for text, name the decimal mark in ${option("decimal")}, or write all of a column in one unit.`,
    });
  }
  throw new InputError({
    code: "column-not-chosen",
    place: "the table",
    value: `${count} columns, ${listColumns(table.columns)}, of which ${candidates.length} numeric`,
    expected: "a choice of two columns to compare",
    remedy: text`Choose with ${option("x")} and ${option("y")}, by name or by number from 1.`,
  });
}
