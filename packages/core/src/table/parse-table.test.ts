import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failure } from "../../../../tests/support/failure.js";
import { InputError } from "../primitives/errors.js";
import { CELL } from "./cell.js";
import { parseTable, tableBuilder, tableReader } from "./parse-table.js";
import { DEFAULT_LIMITS } from "./reading-limits.js";
import type { Table } from "./table.js";
import { type FormatOverrides, type ReadOptions, tableLayout } from "./table-format.js";

const columns = (text: string, overrides = {}) =>
  Object.fromEntries(parseTable(text, overrides).columns.map(({ name, values }) => [name, [...values]]));

describe("parseTable detects", () => {
  test.each([
    ["commas", "a,b\n1,2.5\n-3,4e2\n"],
    ["tabs", "a\tb\n1\t2.5\n-3\t4e2\n"],
    ["semicolons", "a;b\n1;2.5\n-3;4e2\n"],
    ["bars", "a|b\n1|2.5\n-3|4e2\n"],
    ["blanks of any length, leading ones too", "  a   b\n  1   2.5\n -3\t4e2\n"],
    ["semicolons with a decimal comma", "a;b\n1;2,5\n-3;4e2\n"],
    ["tabs with a decimal comma", "a\tb\n1\t2,5\n-3\t4e2\n"],
    ["blanks with a decimal comma", "a b\n1 2,5\n-3 4e2\n"],
    ["two tabs", "a\t\tb\n1\t\t2.5\n-3\t\t4e2\n"],
    ["commas followed by blanks", "a, b\n1, 2.5\n-3, 4e2\n"],
    ["CRLF line ends", "a,b\r\n1,2.5\r\n-3,4e2\r\n"],
    ["CR line ends", "a,b\r1,2.5\r-3,4e2\r"],
    ["a byte-order mark", "\ufeffa,b\n1,2.5\n-3,4e2\n"],
    ["no line end at the end", "a,b\n1,2.5\n-3,4e2"],
    ["blank lines", "\na,b\n\n1,2.5\n   \n-3,4e2\n\n"],
    ["quoted cells", '"a","b"\n"1","2.5"\n"-3","4e2"\n'],
    ["a Unicode minus", "a,b\n1,2.5\n−3,4e2\n"],
  ])("%s", (_, text) => {
    expect(columns(text)).toEqual({ a: [1, -3], b: [2.5, 400] });
  });

  test("a missing header: all-number first row, columns named by position", () => {
    expect(columns("1,2\n3,4\n")).toEqual({ "column 1": [1, 3], "column 2": [2, 4] });
  });

  test("an empty column with a name is a column", () => {
    expect(parseTable("a\tnote\tb\n1\t\t2\n3\t\t4\n").columns.map(({ name }) => name)).toEqual(["a", "note", "b"]);
  });

  test("quotes that hold delimiters, line ends and quotes", () => {
    const table = parseTable('"a, ""left""","b\nlow"\n1,2\n3,4\n');
    expect(table.columns.map(({ name }) => name)).toEqual(['a, "left"', "b\nlow"]);
    expect(table.rowCount).toBe(2);
  });

  test("text columns next to numbers, with blanks inside cells", () => {
    expect(columns("city,t,h\nNew York,1.5,3\nLos Angeles,2.5,4\n")).toMatchObject({ t: [1.5, 2.5], h: [3, 4] });
  });

  test("an unnamed row-number column, as R writes it", () => {
    expect(Object.keys(columns('"","u","v"\n"1",0.5,0.25\n"2",1,2\n'))).toEqual(["column 1", "u", "v"]);
  });
});

describe("parseTable marks cells", () => {
  test("missing, infinite and text cells keep their row", () => {
    const cells = [
      "",
      "NA",
      "n/a",
      "NaN",
      "null",
      "NULL",
      "?",
      "-",
      "inf",
      "-Infinity",
      "1e999",
      "abc",
      "0x10",
      "1 2",
      "1/2",
    ];
    const table = parseTable(`a,b\n${cells.map((cell) => `1,${cell}`).join("\n")}\n2,3\n`);
    const { kinds, counts, firstText } = table.columns[1];
    expect([...kinds]).toEqual([
      ...new Array(8).fill(CELL.missing),
      ...new Array(3).fill(CELL.infinite),
      ...new Array(4).fill(CELL.text),
      CELL.number,
    ]);
    expect(counts).toEqual([1, 8, 3, 4, 0]);
    expect(firstText).toEqual({ line: 13, cell: "abc" });
  });

  test("a number must be whole: no trailing comma under a decimal comma", () => {
    expect([...parseTable("a;b\n1,5;5,\n2,5;6,5\n").columns[1].kinds]).toEqual([CELL.text, CELL.number]);
  });
  test("extra missing markers ignore case and blanks around them", () => {
    const { kinds } = parseTable("a,b\n1, LOST \n2,lost\n3,4\n", { missing: [" Lost"] }).columns[1];
    expect([...kinds]).toEqual([CELL.missing, CELL.missing, CELL.number]);
  });
  test("several extra missing markers", () => {
    expect([...parseTable("a,b\n1,-999\n2,3\n", { missing: ["-999"] }).columns[1].kinds]).toEqual([
      CELL.missing,
      CELL.number,
    ]);
  });

  test("a line of tabs in a tab-separated table is a row of missing cells", () => {
    const table = parseTable("a\tb\n1\t2\n\t\n3\t4\n");
    expect(table.rowCount).toBe(3);
    expect(table.columns[0].kinds[1]).toBe(CELL.missing);
  });

  test("overrides win over detection", () => {
    expect(columns("1,5;2\n3,5;4\n", { delimiter: ";", decimal: "," })).toEqual({
      "column 1": [1.5, 3.5],
      "column 2": [2, 4],
    });
    expect(columns("2019,2020\n1,2\n", { header: true })).toEqual({ "2019": [1], "2020": [2] });
    expect(parseTable("a,b\n1,2\n", { header: false }).rowCount).toBe(2);
  });
});

describe("parseTable warns", () => {
  test("if 1,234 could be a thousand or a decimal, and only then", () => {
    const codes = (text: string, overrides = {}) => parseTable(text, overrides).findings.map(({ code }) => code);
    expect(codes("a;b\n1,234;2\n5,678;3\n")).toEqual(["ambiguous-decimal"]);
    expect(codes("a;b\n1,234;2\n0,678;3\n")).toEqual([]);
    expect(codes("a;b\n1,234;2\n5,6;3\n")).toEqual([]);
    expect(codes("a;b\n1,234;2\n5,678;3\n", { decimal: "," })).toEqual([]);
  });
});

describe("parseTable refuses", () => {
  test.each([
    ["nothing", "", "empty-table", /no text at all/],
    ["blank lines", " \n\n", "empty-table", /nothing but blank lines/],
    ["a header alone", "a,b\n", "empty-table", /a header and no rows/],
    ["a short row", "a,b\n1,2\n3\n", "ragged-row", /line 3: 1 cell, split at commas; expected 2/],
    ["a long row", "a,b\n1,2\n3,4,5\n", "ragged-row", /line 3: 3 cells, split at commas; expected 2/],
    ["a row after a quoted line end, counting physical lines", 'a,b\n"x\ny",2\n3\n', "ragged-row", /line 4/],
    ["a quote that never ends", 'a,b\n1,"2\n3,4\n', "unterminated-quote", /line 2: a quoted cell that never ends/],
  ])("%s", (_, text, code, message) => {
    const error = failure(() => parseTable(text, { delimiter: ",", strict: true }));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });
});

describe("parseTable reads what programs write", () => {
  test("R's write.table: the header is one cell short, the row names come first", () => {
    expect(columns('"a" "b"\n"1" 0.5 2\n"2" 1.5 3\n')).toEqual({ "column 1": [1, 2], a: [0.5, 1.5], b: [2, 3] });
  });
  test("rows that end with a delimiter the header lacks", () => {
    expect(columns("a,b\n1,2,\n3,4,\n")).toMatchObject({ a: [1, 3], b: [2, 4] });
  });
  test("comment lines before the table; the last one names the columns if they have no header", () => {
    expect(columns("# made by a program, 2024\na,b\n1,2\n3,4\n")).toEqual({ a: [1, 3], b: [2, 4] });
    expect(columns("# a b\n1 2\n3 4\n")).toEqual({ a: [1, 3], b: [2, 4] });
    expect(columns("#a,b\n1,2\n3,4\n")).toEqual({ a: [1, 3], b: [2, 4] });
  });
  test("a spreadsheet's separator line", () => {
    expect(columns("sep=;\r\na;b\r\n1,5;2\r\n3;4\r\n")).toEqual({ a: [1.5, 3], b: [2, 4] });
  });
  test("decimal commas inside quotes, split at commas", () => {
    expect(columns('"a","b"\n"1,25","2,5"\n"3,75","4,5"\n')).toEqual({ a: [1.25, 3.75], b: [2.5, 4.5] });
  });
  test("a marker of missing values that is a number matches every way to write it", () => {
    const { kinds } = parseTable("a,b\n1,-999.0\n2,-9.99e2\n3,4\n", { missing: ["-999"] }).columns[1];
    expect([...kinds]).toEqual([CELL.missing, CELL.missing, CELL.number]);
  });
  test("a first row of text and missing values is data, not a header", () => {
    const table = parseTable("Berlin,NA,NA\nRome,1.2,3.4\nParis,2.2,4.4\n");
    expect([table.rowCount, table.format.header]).toEqual([3, false]);
  });
});

describe("parseTable loses no rows silently", () => {
  test("3,000 rows, more than any first buffer, keep values and kinds in place", () => {
    const cell = (i: number) => (i % 10 === 3 ? "NA" : String(i / 8));
    const { columns } = parseTable(`a,b\n${Array.from({ length: 3000 }, (_, i) => `${i},${cell(i)}\n`).join("")}`);
    expect(columns[0].values.every((value, i) => value === i)).toBe(true);
    for (let i = 0; i < 3000; i++) {
      expect(columns[1].kinds[i]).toBe(i % 10 === 3 ? CELL.missing : CELL.number);
      if (i % 10 !== 3) expect(columns[1].values[i]).toBe(i / 8);
    }
  });
  test("40,000 columns, more than a block has, keep values, kinds and texts in place", () => {
    const cell = (i: number, j: number): string => (j === 20_000 && i === 1 ? "odd" : `${j}.${i}`);
    const lines = [0, 1, 2].map((i) => Array.from({ length: 40_000 }, (_, j) => cell(i, j)).join(","));
    const head = Array.from({ length: 40_000 }, (_, j) => `c${j}`).join(",");
    const { columns } = parseTable([head, lines[0], "1,2", ...lines.slice(1)].join("\n"));
    const { aside, number, text } = CELL;
    for (const j of [0, 16_383, 16_384, 20_000, 39_999]) {
      const isOdd = j === 20_000;
      expect([...columns[j].kinds]).toEqual([number, aside, isOdd ? text : number, number]);
      expect([...columns[j].values]).toEqual([j, NaN, isOdd ? NaN : j + 0.1, j + 0.2]);
    }
    expect(columns[20_000].firstText).toEqual({ line: 4, cell: "odd" });
    expect(columns.filter(({ firstText }) => firstText)).toHaveLength(1);
  });

  test("columns of nothing but numbers share their kinds", () => {
    const { columns } = parseTable("a,b,c\n1,2,3\n4,NA,6\n");
    expect(columns.map(({ kinds }) => [...kinds])).toEqual([
      [0, 0],
      [0, 1],
      [0, 0],
    ]);
    expect(columns[2].kinds).toBe(columns[0].kinds);
  });

  test("a decimal comma that shows only after 300 rows of whole numbers", () => {
    const text = `a;b\n${Array.from({ length: 300 }, (_, i) => `${i};${i}\n`).join("")}0,5;0,25\n`;
    expect(parseTable(text).columns[1].counts[CELL.text]).toBe(0);
    expect(parseTable(text).columns[1].values[300]).toBe(0.25);
  });
  test("lines are counted through quoted line ends of every kind", () => {
    const error = failure(() => parseTable('a,b\n"x\r\ny\rz",2\n1,2\n3\n', { delimiter: ",", strict: true }));
    expect(error.message).toMatch(/line 6: 1 cell/);
    expect(failure(() => parseTable('a,b\n"x\ny",2\n1,"2\n', { delimiter: "," })).message).toMatch(
      /line 4: a quoted cell/,
    );
  });
  test("forty megabytes behind an open quote are refused within seconds", () => {
    const error = failure(() => parseTable(`a,b\n1,"${"2,3\n".repeat(10_000_000)}`));
    expect(error.code).toBe("unterminated-quote");
  });
  test("two lone quotes do not swallow the rows between them", () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${i},${i * i},${i % 20 === 7 ? '"big one' : "ok"}`);
    const error = failure(() => parseTable(`a,b,note\n${rows.join("\n")}\n`));
    expect(error.code).toBe("stray-quote");
    expect(error.message).toMatch(/line 9: a quoted cell that ends before "big one"/);
  });
  test("a header of numbers gives a warning, with the option to set", () => {
    const body = Array.from({ length: 9 }, (_, i) => `${i / 7},${i / 3}`).join("\n");
    const codes = (text: string, overrides = {}) => parseTable(text, overrides).findings.map(({ code }) => code);
    expect(codes(`2019,2020\n${body}\n`)).toEqual(["numeric-header"]);
    expect(codes(`2019,2020\n${body}\n`, { header: false })).toEqual([]);
    expect(codes(`${body}\n`)).toEqual([]);
  });
  test("thousands points next to whole numbers give a finding", () => {
    expect(parseTable("a;b\n950;3.5\n1.050;2.5\n").findings.map(({ code }) => code)).toEqual(["ambiguous-decimal"]);
    expect(parseTable("a;b\n950.5;3.5\n1.050;2.5\n").findings).toEqual([]);
  });
  test("wrong options are refused", () => {
    const bad = [
      { delimiter: "comma" },
      { decimal: "point" },
      { header: "yes" },
      { missing: "NA" },
      { seperator: ";" },
    ];
    for (const overrides of bad) {
      expect(failure(() => parseTable("a,b\n1,2\n", overrides as object)).code).toBe("wrong-option");
    }
    expect(failure(() => parseTable(new Uint8Array(3) as unknown as string)).code).toBe("wrong-option");
  });
});

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
function inPieces(text: string, cuts: readonly number[], options: ReadOptions): Table {
  const reader = tableReader(options);
  let from = 0;
  for (const cut of [...cuts, text.length].sort((a, b) => a - b)) {
    reader.take(text.slice(from, cut));
    from = Math.max(from, cut);
  }
  return reader.finish();
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
    const layouts = fc.constantFrom<FormatOverrides>({}, { delimiter: ";", missing: ["7"] }, { strict: true });
    fc.assert(
      fc.property(text, fc.array(fc.nat(300), { maxLength: 12 }), layouts, (whole, cuts, overrides) => {
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
    const reader = tableReader({}, () => [2, 0]);
    reader.take(whole);
    const { columns, rowCount } = reader.finish();
    const [a, , c] = parseTable(whole).columns;
    expect(columns).toEqual([c, a]);
    expect(rowCount).toBe(2);
    const strict = tableReader({ strict: true }, () => [0]);
    strict.take(`${whole}7,8\n`);
    expect(() => strict.finish()).toThrow(/line 4: 2 cells/);
  });

  test("of several files leaves out each file's header", () => {
    const file = "a;b\n1;2\n";
    const layout = tableLayout(file, {}, true, DEFAULT_LIMITS);
    const builder = tableBuilder(layout, {});
    for (const content of [file, "a;b\n3;4\n"]) {
      builder.begin(layout.start);
      builder.take(content);
      builder.end();
    }
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
