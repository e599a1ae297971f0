import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failure } from "../../../../tests/support/failure.js";
import type { InputError } from "../primitives/errors.js";
import { CELL } from "./cell.js";
import { parseTable, tableReader } from "./parse-table.js";
import { type LimitName, type ReadingLimits, readingLimits } from "./reading-limits.js";
import type { ReadOptions } from "./table-format.js";
import { pieceDecoder } from "./text-source.js";

/** Takes the same piece again and again until the reader refuses; gives up after `most`. */
function endless(piece: string, options: ReadOptions, most: number): { pieces: number; error: InputError } {
  const reader = tableReader(options);
  let pieces = 0;
  const error = failure(() => {
    for (; pieces < most; pieces++) reader.take(piece);
  });
  return { pieces, error };
}

describe("a limit", () => {
  test.each<[LimitName, string, Partial<ReadingLimits>]>([
    ["cells", "a,b\n1,2\n3,4\n5,6\n", { cells: 5 }],
    ["columns", "a,b,c\n1,2,3\n", { columns: 2 }],
    ["columns", '"a","b","c"\n1,2,3\n', { columns: 2 }],
    ["line", "a,b\n123456,1234\n", { line: 10 }],
    ["line", 'a,b\n1,"2\n34567890\n"\n', { line: 10 }],
    ["line", "a,b123456789\n1,2\n", { line: 10 }],
    ["cell", "a,b\n1,12345\n", { cell: 4 }],
    ["cell", 'a,b\n1,"12345"\n', { cell: 4 }],
    ["cell", "a,b2345\n1,2\n", { cell: 4 }],
    ["bytes", "a,b\n1,2\n", { bytes: 7 }],
    ["bytes", "é,…\n1,2\n", { bytes: 10 }],
    ["bytes", "😀,b\n1,2\n", { bytes: 10 }],
  ])("of %s refuses what is beyond it and names itself; a higher one accepts it: %j", (name, text, limit) => {
    const size = limit[name] ?? 0;
    const error = failure(() => parseTable(text, { delimiter: ",", limit }));
    expect(error.code).toBe("limit-exceeded");
    expect(error.message).toMatch(new RegExp(`more than ${size} .*raise the limit ${name} with option limit`));
    expect(error.inWords((option) => `--${option}`).remedy).toContain(`--limit, such as ${name}=${2 * size}`);
    const enough = { line: 20, cells: 6, columns: 3, cell: 5, bytes: 11 }[name];
    expect(parseTable(text, { delimiter: ",", limit: { [name]: enough } }).rowCount).toBeGreaterThan(0);
  });

  test("stops an endless table, line or quote soon after it is reached", () => {
    const rows = endless("1,2\n".repeat(25_000), { limit: { cells: 1e6 } }, 1000);
    expect(rows.error.message).toMatch(/more than 1,000,000 cells/);
    expect(rows.pieces).toBeLessThanOrEqual(20);
    const line = endless("1,2,".repeat(25_000), { limit: { line: 2e6 } }, 1000);
    expect(line.error.message).toMatch(/line 1: more than 2,000,000 characters in a row/);
    expect(line.pieces).toBeLessThan(100);
    const quote = endless('a,b\n1,"2\n'.repeat(10_000), { limit: { line: 2e6 } }, 1000);
    expect(quote.error.code).toMatch(/limit-exceeded|stray-quote/);
    const bytes = pieceDecoder("standard input", TextDecoder, 1e6);
    const error = failure(() => {
      for (let k = 0; k < 100; k++) bytes.decode(new TextEncoder().encode("1,2\n".repeat(25_000)));
    });
    expect(error.message).toMatch(/^standard input: more than 1,000,000 bytes/);
  });

  test("of columns refuses a line of two million cells at once", () => {
    const error = failure(() => parseTable(`${"1,".repeat(1_999_999)}1\n`));
    expect(error.message).toMatch(/^line 1: more than 1,000,000 columns/);
  });

  test("of one is in the singular", () => {
    const words = (limit: Partial<ReadingLimits>) => failure(() => parseTable("a,b\n12,34\n5,6\n", { limit })).value;
    expect([words({ cells: 1 }), words({ cells: 2 })]).toEqual([
      "more than 1 cell in the columns to read",
      "more than 2 cells in the columns to read",
    ]);
    expect([words({ columns: 1 }), words({ cell: 1 })]).toEqual([
      "more than 1 column",
      "more than 1 character in a cell",
    ]);
  });

  test("must be a whole number with a known name", () => {
    expect(readingLimits({ cells: 7 }).cells).toBe(7);
    for (const limit of [{ rows: 5 }, { cells: 0 }, { cells: 1.5 }, { cells: "5" }, null, 7]) {
      expect(failure(() => parseTable("a,b\n1,2\n", { limit } as object)).code).toBe("wrong-option");
    }
  });

  test("refuses the same table however it is cut into pieces", () => {
    const text = `a,b\n${'12345,"6\n7"\n'.repeat(5)}123456789012,3\n`;
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 16 }), fc.array(fc.nat(text.length), { maxLength: 9 }), (line, cuts) => {
        const outcome = (read: () => unknown): unknown => {
          try {
            return read();
          } catch (error) {
            return (error as Error).message;
          }
        };
        const options = { delimiter: ",", limit: { line } } as const;
        const inPieces = () => {
          const reader = tableReader(options);
          let from = 0;
          for (const cut of [...cuts, text.length].sort((a, b) => a - b)) {
            reader.take(text.slice(from, cut));
            from = cut;
          }
          return reader.finish();
        };
        expect(outcome(inPieces)).toEqual(outcome(() => parseTable(text, options)));
      }),
      { numRuns: 300 },
    );
  });
});

const POINT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const COMMA = /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:e[+-]?\d+)?$/i;
const THOUSAND = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/** How many cells only a point, and only a comma, makes numbers. */
function marksOf(cells: readonly string[]): { points: number; commas: number } {
  const sure = cells.filter((cell) => /[.,]/.test(cell) && !THOUSAND.test(cell));
  return {
    points: sure.filter((cell) => POINT.test(cell)).length,
    commas: sure.filter((cell) => COMMA.test(cell)).length,
  };
}

/** The share of filled cells that are words. */
function wordsIn(cells: readonly string[]): number {
  const filled = cells.filter((cell) => cell !== "");
  const words = filled.filter((cell) => ![POINT, COMMA, THOUSAND].some((form) => form.test(cell)));
  return filled.length === 0 ? 0 : words.length / filled.length;
}

/**
 * A table by the plainest means: split all of it, count the cells that need each mark, in each column and in all but
 * columns of words, and read each column with its own mark, else, or with words in it, the table's; cells such as 1,234
 * are thousands where the other mark rules.
 */
function reference(text: string, positions: readonly number[]) {
  const [head = [], ...rows] = text
    .trimEnd()
    .split("\n")
    .map((row) => row.split(";"));
  const isCounted = head.map((_, j) => 2 * wordsIn(rows.slice(0, 200).map((row) => row[j])) <= 1);
  const cells = rows.flatMap((row) => row.filter((_, j) => isCounted[j]));
  const all = marksOf(cells);
  const like = (mark: string) => cells.filter((cell) => THOUSAND.test(cell) && cell.includes(mark)).length;
  const isComma = all.commas === all.points ? like(",") > like(".") : all.commas > all.points;
  const columns = positions.map((j) => {
    const column = rows.map((row) => row[j]);
    const own = wordsIn(column) > 0.1 ? { points: 0, commas: 0 } : marksOf(column);
    const marks = marksOf(column);
    const isOpen = own.points === own.commas && all.points === all.commas;
    let mark = (own.points === own.commas ? isComma : own.commas > own.points) ? "," : ".";
    const thousands = column.filter((cell) => THOUSAND.test(cell));
    const wholes = column.filter((cell) => /^[+-]?\d+$/.test(cell));
    const isSplit = wholes.length > 0 && wholes.every((cell) => Math.abs(Number(cell)) < 1000);
    if (isOpen && isSplit && thousands.length > 0 && new Set(thousands.map((cell) => cell.includes(","))).size === 1) {
      mark = thousands[0].includes(",") ? "." : ",";
    }
    const numberIn = (cell: string): number => {
      if ((mark === "," ? COMMA : POINT).test(cell)) return Number(cell.replace(",", "."));
      const isThousand = THOUSAND.test(cell) && marks.points * marks.commas === 0;
      return isThousand ? Number(cell.replace(/[.,]/, "")) : Number.NaN;
    };
    const values = column.map(numberIn);
    const firstText = column.findIndex((cell, i) => cell !== "" && Number.isNaN(values[i]));
    return {
      name: head[j],
      values,
      kinds: column.map((cell, i) => (cell === "" ? CELL.missing : Number.isNaN(values[i]) ? CELL.text : CELL.number)),
      firstText: firstText < 0 ? undefined : { line: firstText + 2, cell: column[firstText] },
    };
  });
  return { decimal: isComma ? "," : ".", columns };
}

describe("the decimal mark", () => {
  test("is what all cells say, in one pass, wherever the text is cut and whichever columns are read", () => {
    const whole = fc.constantFrom("1", "-20", "3e2", "", "1500");
    const point = fc.constantFrom("1.5", "0.25", "-1.234", ".5", "2.5e3", "word");
    const comma = fc.constantFrom("1,5", "0,25", "-1,234", ",5", "2,5e3", "wort");
    const thousand = fc.constantFrom("1,234", "-12,345", "999,000", "7");
    const pointed = fc.constantFrom("1.234", "12.345", "999");
    // Long stretches of one kind, so that a late cell often overturns what the first ones say.
    const stretch = fc
      .tuple(fc.constantFrom(whole, point, comma, thousand, pointed), fc.integer({ min: 1, max: 40 }))
      .chain(([cell, length]) => fc.array(fc.tuple(cell, cell, whole), { minLength: length, maxLength: length }));
    const table = fc.array(stretch, { minLength: 1, maxLength: 4 }).map((stretches) => {
      return `a;b;c\n${stretches
        .flat()
        .map((row) => `${row.join(";")}\n`)
        .join("")}`;
    });
    const places = fc.constantFrom([0, 1, 2], [1], [2, 0], [2]);
    const marks = { ".": 0, ",": 0 };
    fc.assert(
      fc.property(table, places, fc.array(fc.nat(2000), { maxLength: 6 }), (text, positions, cuts) => {
        const reader = tableReader({ delimiter: ";", header: true }, () => positions);
        let from = 0;
        for (const cut of [...cuts, text.length].sort((a, b) => a - b)) {
          reader.take(text.slice(from, cut));
          from = Math.max(from, cut);
        }
        const { columns, format } = reader.finish();
        const expected = reference(text, positions);
        expect(format.decimal).toBe(expected.decimal);
        expect(
          columns.map(({ name, values, kinds, firstText }) => {
            return { name, values: [...values], kinds: [...kinds], firstText };
          }),
        ).toEqual(expected.columns);
        marks[format.decimal] += 1;
      }),
      { numRuns: 600 },
    );
    expect(Math.min(marks["."], marks[","])).toBeGreaterThan(50);
  });

  test("may come after four million characters of whole numbers", () => {
    const table = parseTable(`a;b\n${"12;345\n".repeat(600_000)}1,5;2\n`);
    expect([table.format.decimal, table.columns[0].values.at(-1)]).toEqual([",", 1.5]);
  });
});
