import { expect, test } from "vitest";
import { InputError } from "../primitives/errors.js";
import { parseTable } from "./parse-table.js";
import { inFile } from "./text-source.js";

const FILE = 'file "a.csv"';

const errorOf = (text: string, options = {}): unknown => {
  try {
    // Twice: an error that names the file already does not name it again.
    return inFile(FILE, () => inFile(FILE, () => parseTable(text, options)));
  } catch (error) {
    return error;
  }
};

test("an error of the parser names the file instead of the table, and before a line; the rest stays", () => {
  expect(errorOf("")).toMatchObject({ code: "empty-table", place: FILE, value: "no text at all" });
  const ragged = errorOf("a,b\n1,2\n3\n", { strict: true });
  expect(ragged).toBeInstanceOf(InputError);
  expect(ragged).toMatchObject({
    code: "ragged-row",
    place: `${FILE}, line 3`,
    value: "1 cell, split at commas",
    expected: "2, as in the first row",
    remedy: expect.stringMatching(/^Fix the line/),
  });
});

test("an error that is not an InputError stays as it is", () => {
  const fault = new TypeError("ours");
  expect(() =>
    inFile(FILE, () => {
      throw fault;
    }),
  ).toThrow(fault);
});
