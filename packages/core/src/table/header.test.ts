import { describe, expect, test } from "vitest";
import { textWith } from "../primitives/errors.js";
import { type Rng, seededRng } from "../primitives/random.js";
import { parseTable } from "./parse-table.js";

const rng = seededRng(22);
const decimals = (rows: number, columns: number) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => rng.normal().toFixed(3)));
const lines = (rows: readonly (readonly unknown[])[], delimiter = ",") =>
  rows.map((row) => `${row.join(delimiter)}\n`).join("");
/** Whether there is a header, the rows, the names and the severity of the finding. */
const judged = (text: string, options = {}) => {
  const { format, rowCount, columns, findings } = parseTable(text, options);
  const [about] = findings.filter(({ code }) => code === "numeric-header");
  return { header: format.header, rowCount, names: columns.map(({ name }) => name), finding: about?.severity };
};

const labeled = decimals(150, 2).map((row, i) => [`land ${i}`, ...row]);
const numbered = (from: number) => decimals(150, 2).map((row, i) => [from + i, ...row]);
/** Whole numbers of 0 to 9,999 after a name, or after numbers in no order. */
const wholes = (name: string) =>
  lines(Array.from({ length: 150 }, (_, i) => [`${name}${(i * 37) % 151}`, (i * 7919) % 10_000, (i * 6131) % 9973]));

describe("a first row with a word that also marks a missing value", () => {
  test.each(["Na", "None", "nan", "null", "NA", "-", "?", "."])("is a header over numbers: %s", (name) => {
    expect(judged(`RI,${name},Mg\n${lines(decimals(20, 3))}`)).toEqual({
      header: true,
      rowCount: 20,
      names: ["RI", name, "Mg"],
      finding: undefined,
    });
    // Over words, only what does not occur again is a name.
    expect(judged(`site,${name}\n${lines(decimals(20, 1).map((row, i) => [`s${i}`, ...row]))}`)).toMatchObject({
      names: ["site", name],
      finding: "note",
    });
    expect(judged(`s1,${name}\n${lines(decimals(20, 1).map((row, i) => [`s${i % 4}`, ...row]))}`)).toMatchObject({
      header: false,
      rowCount: 21,
      finding: "note",
    });
  });
});

describe("a first row of a word and numbers", () => {
  test.each([
    ["time", "100", "200", "400"],
    ["wavelength", "350", "352.5", "355"],
    ["dose", "3", "1", "2"],
  ])("is a header over numbers: %s", (...names) => {
    // Numbers that do not rise may be data below a word for a missing value.
    const finding = names[1] > names[2] ? "warn" : "note";
    expect(judged(`${names.join(",")}\n${lines(decimals(20, names.length))}`)).toEqual({
      header: true,
      rowCount: 20,
      names,
      finding,
    });
  });
  test("is data where a number occurs twice, or the word stands over words", () => {
    expect(judged(`time,1,1\n${lines(decimals(20, 3))}`).header).toBe(false);
    expect(judged(`oak,17,4\n${lines(decimals(20, 2).map((row, i) => [`tree ${i % 4}`, ...row]))}`).header).toBe(false);
  });
});

test("four even steps over decimals are a header, three are doubtful", () => {
  expect(judged(`100,150,200,250\n${lines(decimals(20, 4))}`)).toMatchObject({ header: true, finding: "note" });
  expect(
    judged(`100,150,200,300\n${lines(decimals(20, 4).map((row) => row.map((x) => 200 + Number(x))))}`),
  ).toMatchObject({
    header: false,
    finding: undefined,
  });
  expect(
    judged(`100,150,200\n${lines(decimals(20, 3).map((row) => row.map((x) => 150 + 40 * Number(x))))}`),
  ).toMatchObject({
    header: false,
    finding: "note",
  });
});

describe("a first row that holds numbers", () => {
  test.each<[string, string, readonly string[]]>([
    ["years beside a word", `country,1990,2000\n${lines(labeled)}`, ["country", "1990", "2000"]],
    [
      "years beside a word, over whole numbers of any size",
      `country,1990,2000\n${lines(labeled.map(([name], i) => [name, 3 ** (i % 9) * 3001, 7 * i + 9000]))}`,
      ["country", "1990", "2000"],
    ],
    ["pandas: an index and a count", `,0,1\n${lines(numbered(0))}`, ["column 1", "0", "1"]],
    ["an index from 1 and a count from 1", `,1,2\n${lines(numbered(1))}`, ["column 1", "1", "2"]],
    [
      "an index and a count over zeros and ones",
      `,0,1\n${lines(Array.from({ length: 40 }, (_, i) => [i, i % 2, (i >> 1) % 2]))}`,
      ["column 1", "0", "1"],
    ],
    [
      "years beside a word, over whole numbers, some of them like years",
      `country,1990,2000\n${wholes("land ")}`,
      ["country", "1990", "2000"],
    ],
    ["years far apart and falling", `country,2020,1960\n${wholes("land ")}`, ["country", "2020", "1960"]],
    ["years as decimals", `country,1990.0,2000.0\n${wholes("land ")}`, ["country", "1990.0", "2000.0"]],
    ["names of rows and a count, over whole numbers", `,0,1\n${wholes("land ")}`, ["column 1", "0", "1"]],
    ["an index of shuffled rows", `,0,1\n${wholes("")}`, ["column 1", "0", "1"]],
    ["an index and chosen numbers", `,2,5\n${lines(numbered(0))}`, ["column 1", "2", "5"]],
    ["names of rows and a count", `,0,1\n${lines(labeled)}`, ["column 1", "0", "1"]],
    ["a word over numbers, and a count", `id,0,1\n${lines(numbered(7000))}`, ["id", "0", "1"]],
    ["years alone", `2019,2020\n${lines(decimals(150, 2))}`, ["2019", "2020"]],
    ["a long count alone", `0,1,2,3\n${lines(decimals(150, 4))}`, ["0", "1", "2", "3"]],
    [
      "R: a count one cell short",
      `1 2\n${lines(
        labeled.map(([, ...row], i) => [`r${i}`, ...row]),
        " ",
      )}`,
      ["column 1", "1", "2"],
    ],
    ["with decimal commas", `land;1990;2000\n${lines(labeled, ";").replaceAll(".", ",")}`, ["land", "1990", "2000"]],
  ])("is a header, and a finding says so: %s", (_, text, names) => {
    expect(judged(text)).toEqual({
      header: true,
      rowCount: text.trimEnd().split("\n").length - 1,
      names,
      finding: "note",
    });
    // Without a header, the row that is one cell short is no row of the table.
    if (text.startsWith("1 2")) return;
    const data = judged(text, { header: false });
    expect([data.header, data.finding]).toEqual([false, undefined]);
  });

  test("names the options that overrule it", () => {
    const advice = (text: string) => {
      const [finding] = parseTable(text).findings;
      return textWith(finding.advice, (option) => `<${option}>`);
    };
    expect(advice(`,0,1\n${lines(numbered(0))}`)).toBe("If it is data, set <header: false>.");
    expect(advice(`0,1\n${lines(decimals(9, 2))}`)).toBe("If it names the columns, set <header>.");
  });

  test.each<[string, string, string | undefined]>([
    ["the start of a grid", `0,1\n${lines(decimals(150, 2))}`, "note"],
    [
      "whole numbers over decimals like them",
      `2000,2005\n${lines(decimals(150, 2).map((row) => row.map((cell) => 2000 + Number(cell))))}`,
      undefined,
    ],
    [
      "a short count over whole numbers",
      `0,1,2\n${lines(Array.from({ length: 30 }, (_, i) => [20_000 + 1400 * i, 62_000 - 1400 * i, 19_000 + ((i * 7919) % 40_000)]))}`,
      "note",
    ],
    ["years over years", `1990,2000\n${lines(Array.from({ length: 30 }, (_, i) => [1960 + i, 1970 + i]))}`, undefined],
    [
      "a label and years, over the same",
      `a,1990,2000\n${lines([
        ["b", 1985, 1999],
        ["c", 1977, 1990],
      ])}`,
      undefined,
    ],
    ["a label and a value", `a,1\n${lines(labeled.map(([name, x]) => [name, x]))}`, undefined],
    ["a label, 0 and 1", `a,0,1\n${lines(labeled)}`, "note"],
    [
      "a missing first value",
      `,0,1\n${lines(Array.from({ length: 40 }, (_, i) => [(i * 7) % 5, i % 2, (i >> 1) % 2]))}`,
      undefined,
    ],
    ["one row below", ",0,1\n0,0.5,0.7\n", undefined],
    ["an outlying row of whole numbers", `90,70\n${lines(decimals(50, 2))}`, "warn"],
    ["whole numbers in order", lines(Array.from({ length: 30 }, (_, i) => [i, i + 1, i + 2])), undefined],
  ])("is data where that is likelier: %s", (_, text, finding) => {
    const found = judged(text);
    expect([found.header, found.rowCount, found.finding]).toEqual([false, text.trimEnd().split("\n").length, finding]);
  });
});

test("tables of plain numbers have no header, whatever numbers they hold", () => {
  const kinds: readonly ((draw: Rng, i: number) => string)[] = [
    (draw) => draw.normal().toFixed(4),
    (draw) => String(Math.floor(2 * draw.uniform())),
    (draw) => String(Math.floor(10 * draw.uniform())),
    (draw) => String(Math.floor(3000 * draw.uniform())),
    (draw) => String(Math.floor(1900 + 130 * draw.uniform())),
    (draw) => String(Math.floor(1e6 * draw.uniform() ** 8)),
    (_, i) => String(i),
    (_, i) => String(i / 8),
    (draw, i) => (i === 0 ? "" : String(Math.round(50 * draw.normal()))),
    (draw) => (draw.uniform() < 0.3 ? "" : String(Math.round(draw.normal()))),
  ];
  let found = 0;
  const tables = 3000;
  for (let k = 0; k < tables; k++) {
    const draw = seededRng(k);
    const columns = Array.from({ length: 2 + Math.floor(5 * draw.uniform()) }, () => {
      return kinds[Math.floor(kinds.length * draw.uniform())];
    });
    const rows = Array.from({ length: 3 + Math.floor(30 * draw.uniform()) }, (_, i) =>
      columns.map((cell) => cell(draw, i)),
    );
    if (parseTable(lines(rows), { delimiter: "," }).format.header) found += 1;
  }
  expect(found).toBe(0);
});
