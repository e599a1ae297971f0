import type { Finding } from "../primitives/finding.js";
import { shortCell } from "../primitives/output-text.js";
import type { Table } from "./table.js";

const WHOLE = /^\d+$/;

/**
 * What is doubtful about how columns were named: a text such as "1" may be the name of one column, which it is taken for
 * (`columnIndex`), and the number of another. It is a warning where another text was taken for a number.
 *
 * @param keys that were found; those of type number are no names
 */
export function keyFindings({ columns }: Table, keys: readonly (string | number | undefined)[]): Finding[] {
  const texts = [...new Set(keys)].filter((key) => typeof key === "string" && WHOLE.test(key)) as string[];
  const found = texts.map((key) => ({
    key,
    named: columns.findIndex(({ name, source }) => name === key || source === key),
    numbered: Number(key) - 1,
  }));
  const asNumber = found.find(({ named }) => named < 0);
  return found.flatMap(({ key, named, numbered }): Finding[] => {
    if (named < 0 || named === numbered || !(numbered in columns)) return [];
    const other = asNumber === undefined ? "" : ` "${asNumber.key}" is no name, and was taken for a number.`;
    return [
      {
        code: "name-or-number",
        severity: asNumber === undefined ? "note" : "warn",
        column: columns[named].name,
        sentence: `"${key}" was taken for the name of column ${named + 1}; column number ${key} is "${shortCell(columns[numbered].name)}".${other}`,
        advice: "A name comes before a number: check which column was meant.",
      },
    ];
  });
}
