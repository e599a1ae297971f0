import { describe, expect, test } from "vitest";
import { failure } from "../../../../tests/support/failure.js";
import { pairFromTable, tableRow } from "../pair/pair.js";
import { parseTable } from "./parse-table.js";
import { columnFinder, columnIndex, namesOnly, notMeasured, type Table, tableFromColumns } from "./table.js";
import { mentionedColumns, transformationWords, transformTable } from "./transform-table.js";

const TEXT = `id,sex,age,weight,body height,income
1,f,30,60,1.6,1000
2,m,,80,1.8,-5
3,f,50,70,1.7,0
4,,20,90,2,2000
5,m,40,75,1.5,500
6,f,17,50,1.5,inf
`;
const table = parseTable(TEXT);
const column = (from: Table, name: string | number) => from.columns[columnIndex(from, name, "here")];
const numbers = (from: Table, name: string) => [...(column(from, name)?.values ?? [])];

describe("new columns", () => {
  test("come last, may use each other, and have no number where one is missing", () => {
    const after = transformTable(table, { with: ["bmi = weight / [body height]^2", "[bmi per year] = bmi / age"] });
    expect(after.columns.map(({ name }) => name).slice(-2)).toEqual(["bmi", "bmi per year"]);
    expect(numbers(after, "bmi")[0]).toBeCloseTo(60 / 1.6 ** 2, 12);
    expect(column(after, "bmi per year")?.counts).toEqual([5, 1, 0, 0, 0, 0, 0]);
    expect(after.transformations).toEqual([
      { kind: "with", text: "bmi = weight / [body height]^2", rows: 0 },
      { kind: "with", text: "[bmi per year] = bmi / age", rows: 0 },
    ]);
  });

  test("rows without a value are counted and reported, with the first", () => {
    const after = transformTable(table, { with: "root = sqrt(income)" });
    expect(after.transformations).toEqual([{ kind: "with", text: "root = sqrt(income)", rows: 1, firstRow: 2 }]);
    const pair = pairFromTable(after, { x: "weight", y: "root" });
    expect(pair.rows).toEqual({ read: 6, used: 4, dropped: 2, reasons: { undefined: 1, missing: 1 } });
    expect(pair.findings).toEqual([
      expect.objectContaining({
        code: "undefined-values",
        severity: "warn",
        column: "root",
        value: 1,
        sentence: '"root" has no value in 1 row, first in row 2; it was left out.',
      }),
    ]);
  });

  test("a name that is taken is refused, and so are text columns", () => {
    expect(failure(() => transformTable(table, { with: "age = weight" })).expected).toBe(
      "a name that no other column has",
    );
    expect(failure(() => transformTable(table, { with: "c = sex + 1" })).code).toBe("non-numeric-column");
  });
});

describe("conditions", () => {
  test("rows keep their numbers, and those set aside are counted", () => {
    const after = transformTable(table, { where: ["age > 18", "sex == 'f' or sex == 'm'"] });
    expect(after.transformations).toEqual([
      { kind: "where", text: "age > 18", rows: 2, firstRow: 2, unknown: 1 },
      { kind: "where", text: "sex == 'f' or sex == 'm'", rows: 1, firstRow: 4, unknown: 1 },
    ]);
    const pair = pairFromTable(after, { x: "age", y: "weight" });
    expect([...pair.x]).toEqual([30, 50, 40]);
    expect(pair.rows).toEqual({ read: 6, used: 3, dropped: 3, reasons: { where: 3 } });
    expect(tableRow(after, { x: "age", y: "weight" }, 5)).toEqual({ x: 40, y: 75 });
    expect(failure(() => tableRow(after, { x: "age", y: "weight" }, 6)).value).toBe('no number in column "age"');
    expect(pair.findings.map(({ sentence }) => sentence)).toEqual([
      "Missing values leave open whether age > 18 in 1 row, first in row 2; it was left out.",
      "Missing values leave open whether sex == 'f' or sex == 'm' in 1 row, first in row 4; it was left out.",
    ]);
  });

  test("the table that was given does not change", () => {
    const before = structuredClone(table);
    transformTable(table, { where: "age > 18", with: "z = age", log: ["income"], diff: ["age"], rank: ["weight"] });
    expect(table).toEqual(before);
  });

  test("a column that numbers the rows still does", () => {
    const long = tableFromColumns([
      { name: "row", values: Array.from({ length: 30 }, (_, i) => i + 1) },
      { name: "v", values: Array.from({ length: 30 }, (_, i) => (i * 7) % 30) },
    ]);
    const after = transformTable(long, { where: "v > 10" });
    expect(after.columns.map(notMeasured)).toEqual(["numbers the rows", undefined]);
    expect(notMeasured(column(transformTable(long, { rank: ["row"] }), "row") as never)).toBeUndefined();
  });

  test("text is also the number that it writes; a text that is nowhere is reported", () => {
    const mixed = tableFromColumns([
      { name: "group", values: ["1", 2, "a", null, "1.0"] },
      { name: "v", values: [1, 2, 3, 4, 5] },
    ]);
    const rows = (where: string) => [
      ...pairFromTable(transformTable(mixed, { where, with: "w = v" }), { x: "v", y: "w" }).x,
    ];
    expect(rows("group == '1'")).toEqual([1, 5]);
    expect(rows("group == 'a'")).toEqual([3]);
    expect(rows("group != 'a'")).toEqual([1, 2, 5]);
    const { findings } = transformTable(table, { where: "sex != 'female'" });
    expect(findings.map(({ code, severity, sentence }) => ({ code, severity, sentence }))[0]).toEqual({
      code: "no-such-text",
      severity: "warn",
      sentence: 'No cell of "sex" is "female": it holds "f", "m".',
    });
  });

  test("long texts are compared as a whole, and are never missing", () => {
    const long = "long ".repeat(40);
    const sentences = tableFromColumns([
      { name: "note", values: [`${long}a`, `${long}b`, "short", long, null] },
      { name: "v", values: [1, 2, 3, 4, 5] },
    ]);
    const rows = (where: string) => [
      ...pairFromTable(transformTable(sentences, { where, with: "w = v" }), { x: "v", y: "w" }).x,
    ];
    expect(rows("note != 'short'")).toEqual([1, 2, 4]);
    expect(rows("note == 'short'")).toEqual([3]);
    expect(rows(`note == '${long}b'`)).toEqual([2]);
    expect(rows(`note != '${long}b'`)).toEqual([1, 3, 4]);
    expect(rows("not (note == 'short')")).toEqual([1, 2, 4]);
    const labels = transformTable(sentences, { diff: ["v"], within: ["note"] });
    expect(numbers(labels, "v").filter(Number.isFinite)).toEqual([]);
  });

  test("texts that are too long to be kept are refused, not missing, in conditions and as groups", () => {
    const books = tableFromColumns([
      { name: "book", values: ["a", "b", "c", 1, 2].map((letter) => String(letter).repeat(3e6)) },
      { name: "v", values: [1, 2, 3, 4, 5] },
    ]);
    expect(failure(() => transformTable(books, { where: "book != 'a'" })).message).toMatch(
      /option where, column "book": different texts that are too many, or too long, to be kept/,
    );
    expect(failure(() => transformTable(books, { diff: ["v"], within: ["book"] })).message).toMatch(
      /option within: "book, with texts too many or too long/,
    );
  });

  test("one that holds nowhere is refused, with what the columns hold", () => {
    const error = failure(() => transformTable(table, { where: "age > 200 or sex == 'x'" }));
    expect(error).toMatchObject({ code: "too-few-rows", value: "true in none of 6 rows" });
    expect(error.remedy).toBe('"age" holds numbers from 17 to 50; "sex" holds "f", "m".');
  });
});

describe("logarithms, differences and ranks", () => {
  test("keep the place of the column, which is found by both names", () => {
    const after = transformTable(table, { log: ["income"], rank: [4] });
    expect(after.columns.map(({ name }) => name)).toEqual([
      ...["id", "sex", "age", "rank(weight)", "body height", "log(income)"],
    ]);
    expect(columnIndex(after, "income", "here")).toBe(5);
    expect(columnIndex(after, "log(income)", "here")).toBe(5);
    expect(columnFinder(after)("weight", "here")).toBe(3);
    expect(numbers(after, "weight")).toEqual([2, 5, 3, 6, 4, 1]);
    expect(after.transformations).toEqual([
      { kind: "log", text: "log(income)", rows: 2, firstRow: 2 },
      { kind: "rank", text: "rank(weight)", rows: 0 },
    ]);
    const pair = pairFromTable(after, { x: "weight", y: "income" });
    expect(pair.names).toEqual({ x: "rank(weight)", y: "log(income)" });
    expect([...pair.y].map((value) => Math.exp(value))).toEqual([1000, 2000, 500].map((v) => expect.closeTo(v, 9)));
    expect(pair.rows.reasons).toEqual({ undefined: 2, infinite: 1 });
  });

  test("equal values share the mean of their ranks", () => {
    const tied = tableFromColumns([
      { name: "v", values: [3, 1, 3, null, 2, 3] },
      { name: "w", values: [1, 2, 3, 4, 5, 6] },
    ]);
    expect(numbers(transformTable(tied, { rank: ["v"] }), "v")).toEqual([4, 1, 4, Number.NaN, 2, 4]);
  });

  test("differences are between rows that are left; the first has none, and gaps are counted", () => {
    const series = tableFromColumns([
      { name: "t", values: [1, 2, 4, null, 7, 11, 16] },
      { name: "w", values: [1, 1, 0, 1, 1, 1, 1] },
    ]);
    const plain = transformTable(series, { diff: ["t"] });
    expect(numbers(plain, "t")).toEqual([Number.NaN, 1, 2, Number.NaN, Number.NaN, 4, 5]);
    expect(plain.transformations).toEqual([{ kind: "diff", text: "diff(t)", rows: 2, firstRow: 1 }]);
    const some = transformTable(series, { where: "w > 0 and t != 7", diff: ["t"] });
    expect(numbers(some, "t").filter(Number.isFinite)).toEqual([1, 9, 5]);
    expect(some.transformations?.[1]).toEqual({ kind: "diff", text: "diff(t)", rows: 1, firstRow: 1, apart: 1 });
    expect(some.transformations?.map(transformationWords)).toEqual([
      "w > 0 and t != 7: 3 rows set aside",
      "diff(t): 1 row not right after the row before",
    ]);
  });

  test("are done in this order, whatever the order of the options", () => {
    const growth = tableFromColumns([
      { name: "v", values: [1, Math.E, Math.E ** 3, Math.E ** 4.5] },
      { name: "w", values: [1, 2, 3, 4] },
    ]);
    const after = transformTable(growth, { rank: ["v"], diff: ["v"], log: ["v"], with: "z = v" });
    expect(after.columns[0]?.name).toBe("rank(diff(log(v)))");
    expect(numbers(after, "v").slice(1)).toEqual([1, 3, 2]);
    // New columns are made before, of the values in the file.
    expect(numbers(after, "z")[1]).toBe(Math.E);
  });

  test.each([
    [{ log: ["sex"] }, "non-numeric-column"],
    [{ log: ["incme"] }, "unknown-column"],
    [{ log: ["income", "income"] }, "wrong-option"],
    [{ log: "income" as never }, "wrong-option"],
    [{ with: 3 as never }, "wrong-option"],
    [{ root: ["income"] } as never, "wrong-option"],
  ])("%o: %s", (options, code) => {
    expect(failure(() => transformTable(table, options)).code).toBe(code);
  });
});

test("the columns that must be read are known from the names alone", () => {
  const names = namesOnly(
    table.columns.map(({ name }) => name),
    true,
  );
  const options = { with: ["bmi = weight / [body height]^2", "b = bmi"], where: "sex == 'f'", log: ["bmi", "income"] };
  expect(mentionedColumns(names, options).sort()).toEqual([1, 3, 4, 5]);
  expect(
    transformTable(names, options)
      .columns.map(({ name }) => name)
      .slice(5),
  ).toEqual(["log(income)", "log(bmi)", "b"]);
});

describe("tables as people have them", () => {
  const DATED = `day,who,a,b
2020-01-01,x,1,$1
2020-01-02,x,3,€2
2020-01-03,y,100,$1
2020-01-04,y,104,€2
2020-01-05,x,8,$1
`;

  test("a date in quotes has the order of dates; without quotes it is refused", () => {
    const kept = (where: string) => {
      const after = column(transformTable(parseTable(DATED), { where }), "a");
      return [...after.values].filter((_, row) => after.kinds[row] === 0);
    };
    expect(kept("day >= '2020-01-04'")).toEqual([104, 8]);
    expect(kept("'2020-01-02' > day")).toEqual([1]);
    expect(kept("day == '2020-01-03'")).toEqual([100]);
    expect(failure(() => kept("day >= 2020-01-04")).message).toContain("a date in quotes: '2020-01-04'");
    expect(failure(() => kept("who > 'x'")).message).toContain("== or != beside text");
  });

  test("differences are within groups, whatever the order of the rows", () => {
    const after = transformTable(parseTable(DATED), { diff: ["a"], within: ["who"] });
    expect(numbers(after, "a").filter(Number.isFinite)).toEqual([2, 4, 5]);
  });

  test("cells of different units are categories", () => {
    const after = transformTable(parseTable(DATED), { where: "b == '$1'" });
    expect(numbers(after, "a").filter((v, row) => after.columns[2].kinds[row] === 0 && v > 0)).toEqual([1, 100, 8]);
  });

  test("a doubt about a column follows it through logarithms, formulas and conditions", () => {
    const text = `a;b\n${Array.from({ length: 40 }, (_, i) => `1,${100 + i};${i}`).join("\n")}\n`;
    const codes = (options: Parameters<typeof transformTable>[1], x: string) =>
      pairFromTable(transformTable(parseTable(text), options), { x, y: "b" }).findings.map(({ code }) => code);
    expect(codes({}, "a")).toContain("ambiguous-decimal");
    expect(codes({ log: ["a"] }, "a")).toContain("ambiguous-decimal");
    expect(codes({ with: "c = 2 * a" }, "c")).toContain("ambiguous-decimal");
  });
});
