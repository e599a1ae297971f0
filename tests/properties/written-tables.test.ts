import { readdirSync, readFileSync } from "node:fs";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { type CsvForm, csvLine, csvText } from "@causal-velocity/core/primitives/output-text.js";
import { CELL } from "@causal-velocity/core/table/cell.js";
import { parseTable, tableReader } from "@causal-velocity/core/table/parse-table.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import type { FormatOverrides } from "@causal-velocity/core/table/table-format.js";
import { decodeText } from "@causal-velocity/core/table/text-source.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tries } from "../support/tries.js";

/** How numbers are written in a country: between thousands, before decimals, between cells. */
interface Locale {
  readonly group: string;
  readonly decimal: "." | ",";
  readonly delimiter: "," | ";" | "\t" | "|";
}
const locale = fc
  .record<Locale>({
    group: fc.constantFrom("", ",", ".", " ", "\u00a0", "\u2009", "\u202f", "'", "\u2019"),
    decimal: fc.constantFrom(".", ","),
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
  })
  .filter(({ group, decimal }) => group !== decimal);
/** What stands around all numbers of a column. */
const dress = fc.constantFrom(
  ["", ""],
  ["$", ""],
  ["€ ", ""],
  ["", " €"],
  ["USD ", ""],
  ["", "%"],
  ["", " kg"],
  ["", " °C"],
);
type Dress = readonly [before: string, after: string];

const DECIMALS = 2;

function written(value: number, { group, decimal }: Locale, [before, after]: Dress, isEnclosed: boolean): string {
  const [whole = "", fraction] = Math.abs(value).toFixed(DECIMALS).split(".");
  const digits = `${whole.replaceAll(/\B(?=(\d{3})+$)/g, group)}${decimal}${fraction}`;
  const amount = `${before}${digits}${after}`;
  if (!(value < 0)) return amount;
  return isEnclosed ? `(${amount})` : `-${amount}`;
}

/** A cell as a spreadsheet writes it. */
function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const amount = fc.integer({ min: -1e11, max: 1e11 }).map((cents) => cents / 100);
/** No locale shows whether all numbers of a column in parentheses are negative: the first is none. */
const amounts = fc.tuple(
  fc.array(fc.tuple(amount, amount), { minLength: 2, maxLength: 20 }),
  fc.tuple(dress, dress),
  fc.boolean(),
);

describe("a table that is written in the way of a country", () => {
  test("reads back exactly, in whatever way", () => {
    fc.assert(
      fc.property(amounts, locale, fc.boolean(), ([rows, dresses, isEnclosed], how, isGiven) => {
        const numbers = [[1.25, 2.5], ...rows];
        const lines = numbers.map((row, i) =>
          [`name ${i}`, ...row.map((value, j) => written(value, how, dresses[j] ?? ["", ""], isEnclosed))]
            .map((cell) => quoted(cell, how.delimiter))
            .join(how.delimiter),
        );
        const text = `${["name", "a", "b"].join(how.delimiter)}\n${lines.join("\n")}\n`;
        const options: FormatOverrides = isGiven ? { delimiter: how.delimiter, decimal: how.decimal } : {};
        const { columns } = parseTable(text, options);
        for (const j of [0, 1]) {
          expect([...(columns[j + 1]?.values ?? [])]).toEqual(numbers.map((row) => row[j]));
          expect(columns[j + 1]?.doubts).toBeUndefined();
          expect(columns[j + 1]?.written?.unit).toBe((dresses[j] ?? []).join("").trim() || undefined);
        }
      }),
      tries(600),
    );
  });

  test("reads back exactly if our own writer wrote it, escaped names included", () => {
    const name = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((text) => /[^\s\d.,+-]/.test(text)),
      fc.constantFrom(
        "=cmd()",
        "+plus",
        "-minus",
        "@at",
        'say "a, b"',
        "two\nlines",
        "tab\tin",
        "Größe;x",
        "a|b",
        "'quoted",
      ),
    );
    const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null));
    const table = fc
      .tuple(fc.array(name, { minLength: 2, maxLength: 4 }), fc.constantFrom<CsvForm>("safe", "raw"))
      .chain(([names, form]) =>
        fc.record({
          names: fc.constant(names),
          form: fc.constant(form),
          rows: fc.array(
            fc.array(value, { minLength: names.length, maxLength: names.length }).filter((row) => row[0] !== null),
            { minLength: 1, maxLength: 12 },
          ),
        }),
      );
    fc.assert(
      fc.property(table, ({ names, form, rows }) => {
        const text = [names, ...rows].map((cells) => `${csvLine(cells, form)}\n`).join("");
        const { columns, rowCount } = parseTable(text, { delimiter: ",", header: true });
        expect(rowCount).toBe(rows.length);
        const shown = names.map((given) => (form === "raw" ? given : csvText(given)).trim());
        expect(columns.map(({ name: read }) => read)).toEqual(shown.map((given, j) => given || `column ${j + 1}`));
        columns.forEach(({ values, kinds }, j) => {
          rows.forEach((row, i) => {
            expect(kinds[i]).toBe(row[j] === null ? CELL.missing : CELL.number);
            // −0 is written as 0.
            if (row[j] !== null) expect(values[i]).toBe(Number(String(row[j])));
          });
        });
      }),
      tries(600),
    );
  });
});

const FOLDER = new URL("../corpus/tables/", import.meta.url);
const corpus = readdirSync(FOLDER).map(
  (file) => decodeText(readFileSync(new URL(file, FOLDER)), file, TextDecoder).text,
);

/** One change of a text, at a place between 0 and 1. */
type Change = readonly [kind: number, place: number, piece: string];
const change = fc.tuple(
  fc.nat(7),
  fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  fc.constantFrom(
    ...[
      ",",
      ";",
      "\t",
      '"',
      "\n",
      "\r",
      "1",
      "-",
      "(",
      ")",
      "%",
      "$",
      "e",
      " ",
      "Total",
      "1,234",
      "2020-01-01",
      "\u0000",
      "é",
    ],
  ),
);

function changed(text: string, [kind, place, piece]: Change): string {
  const at = Math.floor(place * text.length);
  const lines = text.split("\n");
  const line = Math.floor(place * lines.length);
  switch (kind) {
    case 0:
      return text.slice(0, at) + piece + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + piece + text.slice(at + 1);
    case 3:
      return text.slice(0, at);
    case 4:
      return [...lines.slice(0, line), ...lines.slice(line + 1)].join("\n");
    case 5:
      return [...lines.slice(0, line + 1), ...lines.slice(line)].join("\n");
    case 6:
      return [...lines.slice(0, line), piece, ...lines.slice(line)].join("\n");
    default:
      return text.replaceAll(piece, "");
  }
}

/** Lines of a text that hold something, behind comments and a separator line. */
function recordsIn(text: string, delimiter: string): number {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const isPreamble = (line: string, i: number): boolean =>
    line.trim() === "" || line.trim().startsWith("#") || (i === 0 && /^sep=[,;|\t]$/i.test(line));
  const first = lines.findIndex((line, i) => !isPreamble(line, i));
  if (first < 0) return 0;
  return lines.slice(first).filter((line) => line.trim() !== "" || (delimiter === "\t" && line.includes("\t"))).length;
}

/** Milliseconds that no small table takes on a busy machine. */
const HANGING = 20_000;

describe("a damaged table", () => {
  test("gives an InputError, or a table in which every line is counted", () => {
    let tables = 0;
    const damaged = fc.tuple(fc.nat(corpus.length - 1), fc.array(change, { minLength: 1, maxLength: 6 }));
    fc.assert(
      fc.property(damaged, fc.boolean(), ([file, changes], strict) => {
        const text = changes.reduce(changed, corpus[file] ?? "");
        const start = performance.now();
        let table: Table;
        try {
          table = parseTable(text, { strict });
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          return;
        } finally {
          expect(performance.now() - start).toBeLessThan(HANGING);
        }
        tables += 1;
        const { columns, rowCount, format, setAside = [] } = table;
        const titles = setAside.find(({ reason }) => reason === "title")?.count ?? 0;
        const aside = setAside.reduce((sum, { count }) => sum + count, 0) - titles;
        if (strict) expect(setAside).toEqual([]);
        // With quotes, a row may have several lines.
        if (!text.includes('"')) {
          expect(rowCount + titles + (format.header ? 1 : 0)).toBe(recordsIn(text, format.delimiter));
        }
        for (const { values, kinds, counts } of columns) {
          expect([values.length, kinds.length]).toEqual([rowCount, rowCount]);
          expect(counts.reduce((sum, count) => sum + count)).toBe(rowCount);
          expect(counts[CELL.aside]).toBe(aside);
          expect(values.every((value, i) => Number.isFinite(value) === (kinds[i] === CELL.number))).toBe(true);
        }
        const reader = tableReader({ strict });
        for (let at = 0; at < text.length; at += 61) reader.take(text.slice(at, at + 61));
        expect(reader.finish()).toEqual(table);
      }),
      tries(2000),
    );
    expect(tables).toBeGreaterThan(1000);
  });
});
