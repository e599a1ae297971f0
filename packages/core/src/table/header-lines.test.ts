import { describe, expect, test } from "vitest";
import { parseTable } from "./parse-table.js";
import type { FormatOverrides } from "./table-format.js";

const lands = Array.from({ length: 8 }, (_, i) => `Land ${i},${i / 4},${i * i},${7 - i},${i * 3}`);
const read = (lines: readonly string[], options: FormatOverrides = {}) => {
  const { columns, rowCount, setAside = [] } = parseTable(`${lines.join("\n")}\n`, options);
  const titles = setAside.flatMap(({ reason, lines: of }) => (reason === "title" ? of : []));
  return { names: columns.map(({ name }) => name), rowCount, titles, first: columns[1].values[0] };
};
const NAMES = ["land", "Men 2010", "Men 2020", "Women 2010", "Women 2020"];

describe("a header of two lines", () => {
  test.each([
    ["gaps", [",Men,,Women,", "land,2010,2020,2010,2020"], NAMES],
    ["repeated groups", [",Men,Men,Women,Women", "land,2010,2020,2010,2020"], NAMES],
    [
      "years above words",
      [",2010,,2020,", "land,men,women,men,women"],
      ["land", "2010 men", "2010 women", "2020 men", "2020 women"],
    ],
    [
      "names in either line",
      ["land,Men,,area,people", ",young,old,,"],
      ["land", "Men young", "Men old", "area", "people"],
    ],
  ])("gives each column both names: %s", (_, head, names) => {
    expect(read([...head, ...lands])).toEqual({ names, rowCount: 8, titles: [1], first: 0 });
    expect(read(["A title,,,,", ",,,,", ...head, ...lands])).toEqual({
      names,
      rowCount: 8,
      titles: [1, 2, 3],
      first: 0,
    });
  });

  test("is not seen in names that are missing or repeated, above a row of data or of units that are the same", () => {
    const heads = ["land,a,,b,c", "land,a,a,b,b"];
    for (const head of heads) {
      expect(read([head, ...lands])).toMatchObject({ rowCount: 8, titles: [] });
      expect(
        read([head, "Chad,2001,2002,2003,2004", ...lands.map((row) => row.replace(/\d+$/, "1990"))]).rowCount,
      ).toBe(9);
    }
    expect(read(["land,a,a,b,c", "u,kg,kg,m,m", ...lands])).toMatchObject({ rowCount: 9, titles: [] });
  });

  test("is not looked for if every line must be a row, or the header is given", () => {
    const lines = [",Men,,Women,", "land,2010,2020,2010,2020", ...lands];
    expect(read(lines, { strict: true })).toMatchObject({ rowCount: 9, first: 2010 });
    expect(read(lines, { header: true })).toMatchObject({ rowCount: 9, first: 2010 });
  });
});

describe("numbers of columns below the header", () => {
  const head = "land,a,b,c,d";

  test.each(["1,2,3,4,5", "(1),(2),(3),(4),(5)"])("are set aside: %s", (numbers) => {
    expect(read([head, numbers, ...lands])).toEqual({ names: head.split(","), rowCount: 8, titles: [2], first: 0 });
  });

  test("are data among numbers like them, in few rows, and if every line must be a row", () => {
    const rows = Array.from({ length: 8 }, (_, i) => `${i % 4},${(i * 3) % 7},${i % 3}`);
    expect(read(["a,b,c", "1,2,3", ...rows])).toMatchObject({ rowCount: 9, titles: [] });
    expect(read(["a,b,c", "1,2,3", "10,20,30", "10,20,31", "10,21,30"])).toMatchObject({ rowCount: 4, titles: [] });
    expect(read([head, "1,2,3,4,5", ...lands], { strict: true }).rowCount).toBe(9);
  });
});

test("a header that ends with a delimiter, unlike the rows, has no name more", () => {
  expect(read(["a,b,", "1,2", "3,4", "5,6"])).toEqual({ names: ["a", "b"], rowCount: 3, titles: [], first: 2 });
  expect(read(["land,1990,2000,,", ...lands.map((row) => row.split(",").slice(0, 3).join(","))]).names).toEqual([
    "land",
    "1990",
    "2000",
  ]);
});

test("a line of words and a number above a header is a title", () => {
  const rows = lands.map((row) => row.split(",").slice(0, 3).join(","));
  expect(read(["Sales, by region, 2020", "land,a,b", ...rows])).toMatchObject({
    names: ["land", "a", "b"],
    titles: [1],
  });
  expect(read(["land,1990,2000", "name,kg,g", ...rows])).toMatchObject({ names: ["land", "1990", "2000"], titles: [] });
});
