import type { PairChoice } from "@causal-velocity/core/pair/choose-columns.js";
import { OUTCOME_HEADS } from "@causal-velocity/core/pairs/outcome-files.js";
import { grouped, InputError } from "@causal-velocity/core/primitives/errors.js";
import { csvText } from "@causal-velocity/core/primitives/output-text.js";
import type { Delimiter } from "@causal-velocity/core/table/split-rows.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { sampleCells } from "@causal-velocity/core/table/table-format.js";
import { inFile } from "@causal-velocity/core/table/text-source.js";
import { inputPlace, inputText } from "./input-pieces.js";

/**
 * A list of pairs: the first two cells of every line name the columns. Results of an earlier run, as CSV, are such a
 * list, whose columns are known by their numbers too. It is read once: a pipe has nothing more to give.
 *
 * @param wait seconds after which a silent pipe is given up     @param most pairs; a longer list is refused
 * @returns what finds the pairs for a table, whose names show whether a first line `x,y` is a header
 * @throws InputError `unreadable-file`, `limit-exceeded`; `wrong-option` for a line with fewer cells, or without any pair
 */
export async function readPairs(file: string, wait: number, most: number): Promise<(table: Table) => PairChoice[]> {
  const place = inputPlace(file);
  const text = await inputText(file, wait, LONGEST_LIST);
  const rows = inFile(place, () => sampleCells(text, { delimiter: delimiterOf(text) }, HEADER_ROWS + most + 1));
  const [head] = rows;
  const isResults = head !== undefined && OUTCOME_HEADS.every((name, i) => head.cells[i] === name);
  return ({ columns }) => {
    // In the results of a run, names that a spreadsheet would run are marked, and what is unseen in them is escaped.
    const marked = new Map(columns.map(({ name }) => [csvText(name), name]));
    const names = new Set(columns.map(({ name }) => name));
    const nameOf = (cell: string): string => (names.has(cell) ? cell : (marked.get(cell) ?? cell));
    const isNamed = columns.some(({ name }) => name === "x");
    const isHeader = isResults || (head?.cells[0] === "x" && head.cells[1] === "y" && !isNamed);
    const pairs = rows.slice(isHeader ? 1 : 0).map(({ cells, line }) => {
      const [x, y] = cells.map((cell) => cell.trim());
      if (!(x && y)) throw halfPair(`${place}, line ${line}`, cells.length);
      const [xNumber, yNumber] = isResults ? NUMBERED.map((name) => Number(cells[OUTCOME_HEADS.indexOf(name)])) : [];
      const isNameOf = (number: number | undefined, cell: string): boolean => {
        const name = columns[(number ?? 0) - 1]?.name;
        return name !== undefined && (name === cell || csvText(name) === cell);
      };
      if (isNameOf(xNumber, x) && isNameOf(yNumber, y)) return { x: xNumber, y: yNumber };
      return { x: nameOf(x), y: nameOf(y) };
    });
    if (pairs.length > most) throw longList(place, most, text);
    if (pairs.length > 0) return pairs;
    throw new InputError({
      code: "wrong-option",
      place,
      value: "no pairs",
      expected: "two columns on each line, such as dose,response",
      remedy: "Name some, or leave out --pairs for all pairs.",
    });
  };
}

const NUMBERED = ["x_column", "y_column"] as const;

function halfPair(place: string, cells: number): InputError {
  return new InputError({
    code: "wrong-option",
    place,
    value: cells < 2 ? "one cell" : "an empty name",
    expected: "two columns, such as dose,response",
    remedy: "Name both columns of every pair, split at commas, semicolons or tabs.",
  });
}

function longList(place: string, most: number, text: string): InputError {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return new InputError({
    code: "limit-exceeded",
    place,
    value: `more than ${grouped(most)} pairs`,
    expected: "a shorter list",
    remedy: `Shorten it, or allow more with --max-pairs ${lines}.`,
  });
}

function delimiterOf(text: string): Delimiter {
  // Signs inside quotes split nothing.
  const line = (text.split("\n", 1)[0] ?? "").replaceAll(/"[^"]*"/g, "");
  return ([",", ";", "\t"] as const).find((sign) => line.includes(sign)) ?? ",";
}

/** Bytes; the text of a list is in memory at once. */
const LONGEST_LIST = 500_000_000;
/** Rows above the pairs, at most. */
const HEADER_ROWS = 1;
