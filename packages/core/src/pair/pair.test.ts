import { describe, expect, test } from "vitest";
import { InputError, type InputErrorCode } from "../primitives/errors.js";
import { parseTable } from "../table/parse-table.js";
import { pairFromColumns, pairFromTable, tableRow } from "./pair.js";

function expectCode(run: () => unknown, code: InputErrorCode, message: RegExp): void {
  expect(run).toThrow(InputError);
  try {
    run();
  } catch (error) {
    expect((error as InputError).code).toBe(code);
    expect((error as InputError).message).toMatch(message);
  }
}

describe("pairFromTable", () => {
  const table = parseTable("city,t,h,p\nA,1,5,9\nB,2,,8\nC,NA,7,7\nD,inf,8,6\nE,3,9,5\n");

  test("takes columns by name or by number from 1, text as a name before a number, a number never as a name", () => {
    expect([...pairFromTable(table, { x: "t", y: "p" }).x]).toEqual([1, 2, 3]);
    expect(pairFromTable(table, { x: 4, y: "2" }).names).toEqual({ x: "p", y: "t" });
    const numbered = parseTable("2;1\n5;6\n7;8\n", { header: true });
    expect(pairFromTable(numbered, { x: "2", y: "1" }).names).toEqual({ x: "2", y: "1" });
    expect(pairFromTable(numbered, { x: "1", y: "2" }).names).toEqual({ x: "1", y: "2" });
    expect(pairFromTable(numbered, { x: 1, y: 2 }).names).toEqual({ x: "2", y: "1" });
  });

  test("drops rows with a bad value in either column and counts each once, under its first reason", () => {
    const { rows, x, y } = pairFromTable(table, { x: "t", y: "h" });
    expect(rows).toEqual({ read: 5, used: 2, dropped: 3, reasons: { missing: 2, infinite: 1 } });
    expect([[...x], [...y]]).toEqual([
      [1, 3],
      [5, 9],
    ]);
  });

  test("a two-column table, or two numeric columns among text, need no choice", () => {
    expect(pairFromTable(parseTable("a,b\n1,2\n3,4\n")).names).toEqual({ x: "a", y: "b" });
    expect(pairFromTable(parseTable("id,u,v\na,1,2\nb,3,4\n")).names).toEqual({ x: "u", y: "v" });
    expect(pairFromTable(parseTable("a,b\n1,2\n3,4\n"), { y: "a" }).names).toEqual({ x: "b", y: "a" });
  });

  test("a column that only numbers the rows is not a candidate, unless it is chosen or there are only two", () => {
    const rows = (first: (i: number) => unknown) =>
      Array.from({ length: 12 }, (_, i) => `${first(i)},${(i * 7) % 12},${(i * 5) % 12}`).join("\n");
    const numbered = parseTable(`id,a,b\n${rows((i) => i + 100)}\n`);
    expect(pairFromTable(numbered).names).toEqual({ x: "a", y: "b" });
    expect(pairFromTable(numbered, { x: "id", y: "b" }).names).toEqual({ x: "id", y: "b" });
    for (const other of [(i: number) => i + 0.5, (i: number) => 2 * i, (i: number) => (i === 4 ? "" : i)]) {
      expectCode(() => pairFromTable(parseTable(`id,a,b\n${rows(other)}\n`)), "column-not-chosen", /id/);
    }
    const two = Array.from({ length: 12 }, (_, i) => `${i},${(i * 7) % 12}`).join("\n");
    expect(pairFromTable(parseTable(`id,a\n${two}\n`)).names).toEqual({ x: "id", y: "a" });
  });

  test("an unknown option is refused, not ignored", () => {
    expectCode(() => pairFromTable(table, { X: "t", Y: "h" } as object), "wrong-option", /option X/);
  });

  test("a row is counted under the reason of its first column", () => {
    const { rows } = pairFromTable(parseTable("a,b\nNA,inf\ninf,NA\n1,2\n3,4\n"));
    expect(rows.reasons).toEqual({ missing: 1, infinite: 1 });
  });

  test("a column of numbers may have one cell of text in ten, not more", () => {
    const withText = (count: number) =>
      parseTable(`a,b\n${Array.from({ length: 20 }, (_, i) => `${i},${i < count ? "x" : i}\n`).join("")}`);
    expect(pairFromTable(withText(2)).rows.reasons).toEqual({ text: 2 });
    expectCode(() => pairFromTable(withText(3)), "non-numeric-column", /3 of 20 cells are text/);
  });

  test("long lists of columns are cut at twelve", () => {
    const names = Array.from({ length: 15 }, (_, i) => `c${i + 1}`).join(",");
    const wide = parseTable(`${names}\n${names.replaceAll("c", "")}\n`);
    expectCode(() => pairFromTable(wide, { x: "zz" }), "unknown-column", /"c12" and 3 more/);
  });

  test("stray text is left out, counted and reported", () => {
    const lines = Array.from({ length: 20 }, (_, i) => (i === 4 ? "1,oops" : `${i},${i * i}`));
    const pair = pairFromTable(parseTable(`a,b\n${lines.join("\n")}\n`));
    expect(pair.rows).toEqual({ read: 20, used: 19, dropped: 1, reasons: { text: 1 } });
    expect(pair.findings).toEqual([
      {
        ...{ code: "text-cells", severity: "note", column: "b", value: 1, advice: "" },
        sentence: 'Column "b" holds text in 1 row, first "oops" in line 6; it was left out.',
      },
    ]);
  });

  test("refuses what it cannot use, with a remedy", () => {
    expectCode(() => pairFromTable(table), "column-not-chosen", /4 columns.*of which 3 numeric.*option x and option y/);
    expectCode(
      () => pairFromTable(table, { x: "T" }),
      "unknown-column",
      /option x "T": no such column.*Did you mean "t"\? The table has "city", "t", "h", "p"/,
    );
    expectCode(() => pairFromTable(table, { x: 0, y: 1 }), "unknown-column", /number from 1 to 4/);
    expectCode(() => pairFromTable(table, { x: "t", y: 2 }), "same-column", /both are column 2, "t"/);
    expectCode(
      () => pairFromTable(table, { x: "city", y: "t" }),
      "non-numeric-column",
      /5 of 5 cells are text, first "A" in line 2/,
    );
    expectCode(() => pairFromTable(parseTable("a\n1\n2\n")), "too-few-columns", /one column, "a".*option delimiter/);
    const sheets = { code: "other-sheets", severity: "note", sentence: "One sheet of 2.", advice: "Choose." } as const;
    const cover = { ...parseTable("a\n1\n2\n"), findings: [sheets] };
    expectCode(() => pairFromTable(cover), "too-few-columns", /at least two. One sheet of 2. Choose.$/);
    const first = (cell: (i: number) => string) => () => {
      const lines = Array.from({ length: 8 }, (_, i) => `${cell(i % 2)},${i}`);
      return pairFromTable(parseTable(`a,b\n${lines.join("\n")}\n`), { x: "a", y: "b" });
    };
    expectCode(
      first((i) => `S${i}`),
      "non-numeric-column",
      /It holds categories \("S0", "S1"\)/,
    );
    const marked = Array.from({ length: 24 }, (_, i) => `${i % 3 === 0 ? "n.d." : i % 8 === 0 ? "lost" : i},${i}`);
    expectCode(
      () => pairFromTable(parseTable(`a,b\n${marked.join("\n")}\n`), { x: "a", y: "b" }),
      "non-numeric-column",
      /It holds numbers beside "n.d.", "lost": if these mark missing values, name each of them in option missing/,
    );
    expectCode(
      first((i) => `<${i}00`),
      "non-numeric-column",
      /name the decimal mark/,
    );
    expectCode(() => pairFromTable(parseTable("a,a\n1,2\n"), { x: "a", y: 2 }), "ambiguous-column", /1 or 2/);
    expectCode(() => pairFromTable(parseTable("a,b\n1,NA\n2,\n")), "non-numeric-column", /no cell holds a number/);
  });
});

describe("a pair of a table as people have it", () => {
  const rows = Array.from(
    { length: 12 },
    (_, i) => `${1990 + i},2020-01-${10 + i},${i / 4},"$1,0${10 + i}",${i % 5} kg`,
  );
  const table = parseTable(`Levels\nyear,day,level,price,mass\n${rows.join("\n")}\n2,3\nTotal,,9,"$9",\n`);

  test("counts rows that were set aside, and keeps the numbers of those behind them", () => {
    const { rows: counted, findings } = pairFromTable(table, { x: "level", y: "price" });
    expect(counted).toEqual({ read: 14, used: 12, dropped: 2, reasons: { "set-aside": 2 } });
    expect(findings.map(({ code, column }) => [code, column])).toEqual([
      ["set-aside", undefined],
      ["ordered-rows", undefined],
      ["number-format", "price"],
    ]);
    expect(tableRow(table, { x: "level", y: "price" }, 12)).toEqual({ x: 11 / 4, y: 1021 });
    expect(() => tableRow(table, { x: "level", y: "price" }, 13)).toThrow(/set aside while reading/);
  });

  test("without a choice says which columns of numbers and dates were left out, and how to use them", () => {
    const chosen = { ...table, columns: table.columns.slice(0, 4) };
    const left = pairFromTable(chosen).findings.filter(({ code }) => code === "left-out");
    expect(left.map(({ sentence }) => sentence)).toEqual([
      'Columns were left out of the choice: "year" (numbers the rows), "day" (dates).',
    ]);
    const few = { ...table, columns: table.columns.slice(0, 3) };
    expect(() => pairFromTable(few)).toThrow(
      /without "year" \(numbers the rows\), "day" \(dates\).*name it with option x/,
    );
    expect(pairFromTable(few, { x: "year", y: "day" }).rows.used).toBe(12);
  });

  test("has the doubts about its own columns, and not those about others", () => {
    const doubtful = parseTable("a;b;c\n1,234;5,678;x\n2,345;6,789;y\n3,456;7,890;z\n");
    const codes = (x: string, y: string) => pairFromTable(doubtful, { x, y }).findings.map(({ column }) => column);
    expect(codes("a", "b")).toEqual(["a", "b"]);
    const open = parseTable("day;a;b\n1/2/2020;1;2\n3/4/2020;2;5\n");
    expect(open.findings.map(({ code }) => code)).toEqual(["ambiguous-date"]);
    expect(pairFromTable(open, { x: "a", y: "b" }).findings).toEqual([]);
    expect(() => pairFromTable(open, { x: "day", y: "b" })).toThrow(/Set option dates to day-first or month-first/);
  });
});

describe("pairFromColumns", () => {
  test("takes plain arrays and typed arrays, the latter without a copy", () => {
    const x = Float64Array.of(1, 2);
    expect(pairFromColumns(x, [3, 4]).x).toBe(x);
  });

  test.each([
    [Number.NaN, "missing"],
    [Number.POSITIVE_INFINITY, "infinite"],
    [Number.NEGATIVE_INFINITY, "infinite"],
  ])("leaves out a row with %f and counts it as %s, as in a file", (bad, reason) => {
    const { x, y, rows } = pairFromColumns([1, 2, 3], [1, bad, 3]);
    expect([[...x], [...y]]).toEqual([
      [1, 3],
      [1, 3],
    ]);
    expect(rows).toEqual({ read: 3, used: 2, dropped: 1, reasons: { [reason]: 1 } });
  });

  test("refuses columns of different length", () => {
    expectCode(() => pairFromColumns([1, 2], [1]), "length-mismatch", /2 and 1 values/);
  });

  test.each([null, "", "2", true, [], new Date(0), undefined])(
    "refuses %j, which Number would turn into a number",
    (bad) => {
      expectCode(() => pairFromColumns([1, bad as unknown as number], [1, 2]), "not-finite", /column "x", index 1/);
    },
  );

  test("refuses what is not a list of numbers", () => {
    for (const bad of [null, undefined, 5, "12", new Set([1, 2]), { 0: 1, 1: 2 }]) {
      expectCode(() => pairFromColumns(bad as unknown as number[], [1, 2]), "not-a-column", /column "x"/);
    }
  });
});
