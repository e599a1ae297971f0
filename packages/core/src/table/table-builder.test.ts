import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../primitives/errors.js";
import { parseTable, tableBuilder } from "./parse-table.js";
import type { Table } from "./table.js";
import { type FormatOverrides, tableLayout } from "./table-format.js";

/** The table, or the error's message, so that failures are compared as well. */
function outcome(read: () => Table): Table | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

/** Reads a text in pieces that end at `cuts`. */
function inPieces(text: string, cuts: readonly number[], overrides: FormatOverrides): Table {
  const layout = tableLayout(text, overrides, true);
  const builder = tableBuilder(layout, overrides);
  let from = layout.start;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    if (cut > from.at) from = builder.take(text.slice(0, cut), from, false);
  }
  builder.take(text, from, true);
  return builder.finish();
}

const cell = fc.constantFrom(
  "1",
  "-2.5",
  "3,25",
  "1e3",
  "",
  "NA",
  "inf",
  "word",
  '"a, b"',
  '"li\nne"',
  '"do""uble"',
  " 7 ",
);
const stray = fc.constantFrom("", "", "", "", '"open', '"a"b', "1,2,3,4,5,6");
const text = fc
  .tuple(
    fc.constantFrom("", "\ufeff", "sep=;\n", "# x;y;z\n\n"),
    fc.boolean(),
    fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
    stray,
    fc.constantFrom(";", ",", "\t", " "),
    fc.constantFrom("\n", "\r\n", "\r", "\n\n", "\n  \n"),
  )
  .map(([mark, header, rows, last, delimiter, end]) => {
    const lines = rows.map((row) => row.join(delimiter));
    return mark + [...(header ? [["u", "v", "w"].join(delimiter)] : []), ...lines, last].join(end);
  });

describe("a table that comes in pieces", () => {
  test("is the same as in one piece, or fails with the same message, wherever it is cut", () => {
    let tables = 0;
    fc.assert(
      fc.property(text, fc.array(fc.nat(300), { maxLength: 12 }), fc.boolean(), (whole, cuts, isGiven) => {
        const overrides: FormatOverrides = isGiven ? { delimiter: ";", missing: ["7"] } : {};
        const expected = outcome(() => parseTable(whole, overrides));
        if (typeof expected !== "string") tables += 1;
        expect(outcome(() => inPieces(whole, cuts, overrides))).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
    expect(tables).toBeGreaterThan(300);
  });

  test("has the requested columns, in the requested order, and still refuses a row of another width", () => {
    const whole = "a,b,c\n1,x,3\n4,5,6\n";
    const layout = tableLayout(whole, {}, true);
    const builder = tableBuilder(layout, {}, [2, 0]);
    builder.take(whole, layout.start, true);
    const { columns, rowCount } = builder.finish();
    const [a, , c] = parseTable(whole).columns;
    expect(columns).toEqual([c, a]);
    expect(rowCount).toBe(2);
    const strict = tableBuilder(layout, {}, [0]);
    expect(() => strict.take(`${whole}7,8\n`, layout.start, true)).toThrow(/line 4: 2 cells/);
  });

  test("of several files leaves out each file's header", () => {
    const file = "a;b\n1;2\n";
    const layout = tableLayout(file, {}, true);
    const builder = tableBuilder(layout, {});
    builder.take(file, layout.start, true);
    builder.begin();
    builder.take("a;b\n3;4\n", layout.start, true);
    expect([...builder.finish().columns[1].values]).toEqual([2, 4]);
  });

  test("with more rows than a block has them all, in order", () => {
    const count = 600_000;
    const whole = Array.from({ length: count }, (_, i) => `${i},${i % 7 === 0 ? "NA" : -i}`).join("\n");
    const [first, second] = parseTable(whole).columns;
    expect(first.values.length).toBe(count);
    expect(first.values.every((value, i) => value === i)).toBe(true);
    expect(second.counts[1]).toBe(Math.ceil(count / 7));
    expect(second.values[count - 1]).toBe(1 - count);
  });
});
