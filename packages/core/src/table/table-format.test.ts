import { expect, test } from "vitest";
import { sampleCells } from "./table-format.js";

test("the first rows come as they are written, without comments and blank lines, numbered by line", () => {
  const text = '# made today\n\nname;size\n"a;b";1,5\n\nc;x\nd;2\n';
  expect(sampleCells(text, { delimiter: ";" }, 3)).toEqual([
    { cells: ["name", "size"], line: 3 },
    { cells: ["a;b", "1,5"], line: 4 },
    { cells: ["c", "x"], line: 6 },
  ]);
  expect(sampleCells(text, { delimiter: ";" }, 0)).toEqual([]);
});
