import { readFileSync } from "node:fs";
import { type Delimiter, InputError, inFile, type PairChoice, sampleCells, type Table } from "@causal-velocity/core";

/**
 * A list of pairs: the first two cells of every line name the columns. Results of an earlier run are such a list; their
 * header is left out unless the table has a column of that name.
 *
 * @throws InputError `unreadable-file`, `wrong-option` for a line with fewer cells
 */
export function readPairs(file: string, { columns }: Table): PairChoice[] {
  const place = `file "${file}"`;
  const text = readText(file, place);
  const rows = inFile(place, () => sampleCells(text, { delimiter: delimiterOf(text) }, Infinity));
  const isHeader = rows[0]?.cells[0] === "x" && rows[0].cells[1] === "y" && !columns.some(({ name }) => name === "x");
  return rows.slice(isHeader ? 1 : 0).map(({ cells, line }) => {
    const [x, y] = cells.map((cell) => cell.trim());
    if (x && y) return { x, y };
    throw new InputError({
      code: "wrong-option",
      place: `${place}, line ${line}`,
      value: cells.length < 2 ? "one cell" : "an empty name",
      expected: "two columns, such as dose,response",
      remedy: "Name both columns of every pair, split at commas, semicolons or tabs.",
    });
  });
}

function delimiterOf(text: string): Delimiter {
  const [line = ""] = text.split("\n", 1);
  return ([",", ";", "\t"] as const).find((sign) => line.includes(sign)) ?? ",";
}

function readText(file: string, place: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new InputError({
      code: "unreadable-file",
      place,
      value: `cannot be read (${(error as NodeJS.ErrnoException).code})`,
      expected: "a text file with two columns on each line, such as dose,response",
      remedy: "Check the path.",
    });
  }
}
