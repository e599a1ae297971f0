import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { CELL } from "@causal-velocity/core/table/cell.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import type { Delimiter } from "@causal-velocity/core/table/split-rows.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tries } from "../support/tries.js";

type Cell = { readonly text: string; readonly kind: number; readonly value: number };

const number = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
  )
  .map(String)
  .map((text): Cell => ({ text, kind: CELL.number, value: Number(text) }));
const missing = fc
  .constantFrom("", "NA", "nan", "NULL", "?", "-", "n/a")
  .map((text): Cell => ({ text, kind: CELL.missing, value: Number.NaN }));
const infinite = fc
  .constantFrom("inf", "-Infinity", "1e400")
  .map((text): Cell => ({ text, kind: CELL.infinite, value: Number.NaN }));
const words = fc
  .stringMatching(/^[a-z][a-z ,;|"\t]{0,6}[a-z]$/)
  .filter((text) => !/^(na|nan|null|inf(inity)?)$/.test(text))
  .map((text): Cell => ({ text, kind: CELL.text, value: Number.NaN }));
const cell = fc.oneof({ weight: 8, arbitrary: number }, missing, infinite, words);

interface Layout {
  readonly delimiter: Delimiter;
  readonly decimal: "." | ",";
  readonly lineEnd: string;
  readonly mark: string;
  readonly quoteAll: boolean;
}
const layout = fc
  .record<Layout>({
    delimiter: fc.constantFrom(",", ";", "\t", "|", " "),
    decimal: fc.constantFrom(".", ","),
    lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
    mark: fc.constantFrom("", "\ufeff"),
    quoteAll: fc.boolean(),
  })
  .filter(({ delimiter, decimal }) => !(delimiter === "," && decimal === ","));

const table = fc
  .record({ width: fc.integer({ min: 2, max: 5 }), height: fc.integer({ min: 1, max: 12 }) })
  .chain(({ width, height }) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
  );

function write(rows: readonly (readonly Cell[])[], { delimiter, decimal, lineEnd, mark, quoteAll }: Layout): string {
  const written = ({ text, kind }: Cell): string => {
    const local = kind === CELL.number ? text.replace(".", decimal) : text;
    const quoted = quoteAll || local === "" || /[\s,;|"]/.test(local);
    return quoted ? `"${local.replaceAll('"', '""')}"` : local;
  };
  return mark + rows.map((row) => row.map(written).join(delimiter)).join(lineEnd) + lineEnd;
}

function contents(parsed: Table): (readonly [number, number])[][] {
  return parsed.columns.map(({ kinds, values }) => Array.from(kinds, (kind, i) => [kind, values[i]] as const));
}

describe("parseTable", () => {
  test("reads back every table it is given, whatever the delimiter, decimal mark, quotes and line ends", () => {
    fc.assert(
      fc.property(table, layout, (rows, how) => {
        // A last row of one word may be a footer: every line is a row only where that is asked for.
        const { delimiter, decimal } = how;
        const parsed = parseTable(write(rows, how), { delimiter, decimal, header: false, strict: true });
        const expected = rows[0].map((_, j) => rows.map((row) => [row[j].kind, row[j].value] as const));
        expect(contents(parsed)).toEqual(expected);
      }),
      tries(400),
    );
  });

  test("detects delimiter and decimal mark of numeric tables", () => {
    const numeric = fc.array(
      fc.tuple(fc.double({ min: -99, max: 99, noNaN: true }), fc.double({ min: -99, max: 99, noNaN: true })),
      {
        minLength: 3,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(numeric, layout, (rows, how) => {
        // One number that must be a decimal; a table of whole numbers does not determine the mark.
        const cells = [[0.125, 2.5], ...rows].map((row) =>
          row.map((value) => ({ text: plain(value), kind: CELL.number, value: Number(plain(value)) })),
        );
        const parsed = parseTable(write(cells, how));
        expect(contents(parsed)).toEqual([0, 1].map((j) => cells.map((row) => [CELL.number, row[j].value] as const)));
      }),
      tries(300),
    );
  });

  test("any text gives a consistent table or an InputError: never another error", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc
        .array(fc.constantFrom('"', ",", ";", "\t", " ", "\n", "\r", "1", "-2.5", "x", "", "1e9", "\u0000", "\ufeff"), {
          maxLength: 80,
        })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        let parsed: Table;
        try {
          parsed = parseTable(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          return;
        }
        expect(parsed.rowCount).toBeGreaterThan(0);
        for (const { values, kinds, counts } of parsed.columns) {
          expect([values.length, kinds.length]).toEqual([parsed.rowCount, parsed.rowCount]);
          expect(counts.reduce((sum, count) => sum + count)).toBe(parsed.rowCount);
          kinds.forEach((kind, i) => {
            expect(Number.isFinite(values[i])).toBe(kind === CELL.number);
          });
        }
      }),
      tries(1000),
    );
  });

  test("a cut-off file never gains a row and never fails with another error than an InputError", () => {
    const text = `a,b\n${Array.from({ length: 30 }, (_, i) => `${i / 7},"${i * i}"\n`).join("")}`;
    for (let length = 0; length <= text.length; length++) {
      const whole = text.slice(0, length).split("\n").length - 1;
      try {
        expect(parseTable(text.slice(0, length)).rowCount).toBeLessThanOrEqual(whole);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }
  });
});

/** Without exponent, so that a comma in it is always a decimal mark. */
function plain(value: number): string {
  return value.toFixed(4);
}
