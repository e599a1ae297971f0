import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CELL, type DecimalMark } from "./cell.js";
import { cellReader } from "./cell-reader.js";

const GRAMMAR = {
  ".": /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/,
  ",": /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:[eE][+-]?\d+)?$/,
};

/** The number that a cell holds, by a grammar and `Number`; NaN if there is none. */
function byGrammar(cell: string, decimal: DecimalMark): number {
  const text = cell.trim().replace(/^[\u2212\u2013]/, "-");
  return GRAMMAR[decimal].test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{0,${most}}$`));
/** Numbers as people write them, and near misses. */
const written = fc
  .tuple(
    fc.constantFrom("", "", " ", "\t", "\u00a0"),
    fc.constantFrom("", "-", "+", "--", "\u2212", "\u2013"),
    digits(22),
    fc.constantFrom("", ".", ",", ".."),
    digits(24),
    fc.constantFrom("", "", "e5", "E-7", "e+300", "e", "e-", "e1.5", "x", "_000", "%"),
    fc.constantFrom("", "", " ", "\u3000"),
  )
  .map((parts) => parts.join(""));

describe("a scanned number", () => {
  test.each([".", ","] as const)("has the bits that the grammar and Number give it, decimal %s", (decimal) => {
    const scanner = cellReader(decimal);
    const shortest = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => {
      return String(value).replace(".", decimal);
    });
    let numbers = 0;
    fc.assert(
      fc.property(fc.oneof(written, shortest), fc.constantFrom("", "7", ",", "1.5;"), (cell, around) => {
        const text = around + cell + around;
        const value = scanner.scan(text, around.length, around.length + cell.length);
        if (!Number.isNaN(value)) numbers += 1;
        // Object.is: −0 is not 0, and NaN is NaN.
        expect(Object.is(value, byGrammar(cell, decimal)), JSON.stringify(cell)).toBe(true);
      }),
      { numRuns: 4000 },
    );
    expect(numbers).toBeGreaterThan(1000);
  });

  test("is the nearest double for 15 to 17 digits, where a quotient of rounded numbers would not be", () => {
    const scanner = cellReader(".");
    for (const text of ["0.1234567890123456", "9007199254740993", "123456789012345.6", "0.30000000000000004", "5e-324"])
      expect(scanner.scan(text, 0, text.length)).toBe(Number(text));
  });

  test("under no given mark is what either mark makes of it", () => {
    const either = cellReader(undefined);
    fc.assert(
      fc.property(written, (cell) => {
        const [point, comma] = [byGrammar(cell, "."), byGrammar(cell, ",")];
        const value = Number.isNaN(point) ? comma : point;
        expect(Object.is(either.scan(cell, 0, cell.length), value), JSON.stringify(cell)).toBe(true);
      }),
      { numRuns: 4000 },
    );
  });

  test.each([[[]], [["-999"]]])("is known to be one without its value, where %j are missing", (missing) => {
    const reader = cellReader(undefined, missing);
    const long = "1234567890".repeat(40);
    const special = [
      "-999",
      "-999.0",
      "1e400",
      "1e-400",
      `-${long}`,
      `0.${long}`,
      `${long}e-390`,
      "inf",
      "NaN",
      "",
      "1,",
    ];
    const isNumberByKind = (cell: string): boolean => {
      const value = reader.scan(cell, 0, cell.length);
      return !Number.isNaN(value) && reader.kindOf(value) === CELL.number;
    };
    fc.assert(
      fc.property(fc.oneof(written, fc.constantFrom(...special)), (cell) => {
        const expected = isNumberByKind(cell);
        const marks = reader.marks;
        expect(reader.isNumber(cell, 0, cell.length), JSON.stringify(cell)).toBe(expected);
        expect(reader.marks).toBe(marks);
      }),
      { numRuns: 4000 },
    );
  });
});
