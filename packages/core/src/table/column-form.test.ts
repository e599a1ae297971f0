import { describe, expect, test } from "vitest";
import { CELL } from "./cell.js";
import { parseTable } from "./parse-table.js";
import type { TableColumn } from "./table.js";
import type { FormatOverrides } from "./table-format.js";

/** The column of these cells, beside one of words; split at tabs. */
function column(cells: readonly string[], options: FormatOverrides = {}, beside: readonly string[] = []): TableColumn {
  const rows = cells.map((cell, i) => `w${i}\t${cell}\t${beside[i] ?? ""}`);
  return parseTable(`name\tv\tother\n${rows.join("\n")}\n`, { delimiter: "\t", header: true, ...options }).columns[1];
}
const values = (...given: Parameters<typeof column>): unknown[] => {
  const { values: numbers, kinds } = column(...given);
  return Array.from(numbers, (value, i) =>
    kinds[i] === CELL.number ? value : kinds[i] === CELL.text ? "text" : "none",
  );
};
const codes = (...given: Parameters<typeof column>): string[] =>
  (column(...given).doubts ?? []).map(({ code }) => code);

describe("thousands are decided by all cells of a column", () => {
  test("its own decimals decide, wherever they are", () => {
    expect(values(["1,234", "5,678", "0.5"])).toEqual([1234, 5678, 0.5]);
    expect(values(["1,234", "5,678", "0,5"])).toEqual([1.234, 5.678, 0.5]);
    expect(values(["1.234", "5,5"])).toEqual([1234, 5.5]);
    expect(values(["1,234", "1,056,366"])).toEqual([1234, 1056366]);
    expect(values(["1,234.5", "1,234"])).toEqual([1234.5, 1234]);
    expect(codes(["1,234", "0.5"])).toEqual([]);
  });
  test("else those of the table, and columns may differ", () => {
    expect(values(["1,234", "5,678"], {}, ["0.5", "2"])).toEqual([1234, 5678]);
    expect(values(["1,234", "5,678"], {}, ["0,5", "2"])).toEqual([1.234, 5.678]);
    expect(values(["0.25", "1,250"], {}, ["0,5", "2,5"])).toEqual([0.25, 1250]);
    expect(codes(["1,234", "5,678"], {}, ["0.5", "2"])).toEqual([]);
  });
  test("else a finding names the option that decides", () => {
    const { doubts = [] } = column(["1,234", "5,678"]);
    expect(doubts.map(({ code, column: name }) => [code, name])).toEqual([["ambiguous-decimal", "v"]]);
    expect(doubts[0].sentence).toBe('"1,234" in column "v" was read as 1.234 (decimal comma); nothing else shows it.');
    expect(doubts[0].advice).toEqual([
      "If it separates thousands, set ",
      { option: "decimal" },
      " to point; to confirm it, to comma.",
    ]);
    expect(values(["1,234", "5,678"], { decimal: "." })).toEqual([1234, 5678]);
    expect(codes(["1,234", "5,678"], { decimal: "." })).toEqual([]);
    expect(codes(["1,234", "5,678"], { decimal: "," })).toEqual([]);
  });
  test("950 beside 1,050 shows that the comma separates thousands, 9500 beside it does not", () => {
    expect(values(["950", "1,050"])).toEqual([950, 1050]);
    expect(codes(["950", "1,050"])).toEqual(["ambiguous-decimal"]);
    expect(values(["9500", "1,050"])).toEqual([9500, 1.05]);
  });
  test("in a file that is split at commas they are thousands", () => {
    const table = parseTable('a,b\n"1,234",1\n"5,678",2\n');
    expect([...table.columns[0].values]).toEqual([1234, 5678]);
    expect(table.findings.map(({ code }) => code)).toEqual(["ambiguous-decimal"]);
  });
  test("where both marks are decimal marks, the rarer one is text, and nothing is a thousand", () => {
    expect(values(["1.5", "2.5", "3,5", "1,234"])).toEqual([1.5, 2.5, "text", "text"]);
  });
  test("a marker of missing values is one with a separator too", () => {
    expect(values(["9,999", "1,234.5"], { missing: ["9999"] })).toEqual(["none", 1234.5]);
  });
});

describe("units", () => {
  test("are stated, and may be absent in some cells", () => {
    expect(values(["5 kg", "6", "7.5 kg", "NA"])).toEqual([5, 6, 7.5, "none"]);
    expect(column(["5 kg", "6"]).written).toEqual({ holds: "numbers", unit: "kg", cell: "5 kg", value: 5 });
    expect(column(["$1,056,366", "$5"]).written).toEqual({
      ...{ holds: "numbers", unit: "$", cell: "$1,056,366", value: 1056366 },
    });
    expect(column(["1,056,366", "5"]).written).toEqual({ holds: "numbers", cell: "1,056,366", value: 1056366 });
    expect(column(["1.5", "1e5", "-3"]).written).toBeUndefined();
  });
  test("that differ leave the cells as text, and a finding says so", () => {
    expect(values(["5 kg", "6 lb", "7"])).toEqual(["text", "text", 7]);
    const [doubt] = column(["5 kg", "6 lb", "7"]).doubts ?? [];
    expect([doubt.code, doubt.sentence]).toEqual(["mixed-units", expect.stringContaining('it has "kg" and "lb"')]);
  });
  test("that are absent in some cells are noted, unless they are money", () => {
    const [doubt] = column(["13 mg", "40"]).doubts ?? [];
    expect([doubt.code, doubt.severity]).toEqual(["mixed-units", "note"]);
    expect(doubt.sentence).toMatch(/"40" were read as mg, like "13 mg"/);
    expect(column(["$13", "40"]).doubts).toBeUndefined();
  });
  test("that set a scale leave the smaller part as text, and a finding names both", () => {
    expect(values(["1.2k", "3k"])).toEqual([1.2, 3]);
    expect(values(["1.2k", "950"])).toEqual(["text", 950]);
    expect(codes(["1.2k", "950"])).toEqual(["mixed-units"]);
    const few = ["78.4%", "0.517", "0.251", "0.265"];
    expect(values(few)).toEqual(["text", 0.517, 0.251, 0.265]);
    const many = ["78.4%", "51.7%", "0.251", "26.5%"];
    expect(values(many)).toEqual([78.4, 51.7, "text", 26.5]);
    for (const cells of [few, many]) {
      const [doubt] = column(cells).doubts ?? [];
      expect([doubt.code, doubt.severity, doubt.column]).toEqual(["mixed-units", "warn", "v"]);
      expect(doubt.sentence).toContain('"78.4%"');
      expect(doubt.sentence).toMatch(/"0\.(517|251)"/);
    }
  });
  test("that set a scale may be absent beside 0", () => {
    expect(values(["78.4%", "0", "0"])).toEqual([78.4, 0, 0]);
    expect(column(["78.4%", "0", "0"]).doubts).toBeUndefined();
  });
  test("of money with a dash are 0, and no finding says NaN", () => {
    expect(values(["$ 81,375", "$ -", "$1,200"])).toEqual([81375, 0, 1200]);
    const cells = ["$ 81,375", "nothing", "none yet", "$1,200"];
    expect(values(cells)).toEqual(["text", "text", "text", "text"]);
    expect(column(cells).doubts).toBeUndefined();
  });
  test("parentheses are negative numbers, unless all numbers have them", () => {
    expect(values(["(1,234.5)", "17"])).toEqual([-1234.5, 17]);
    expect(values(["(1)", "(2)"])).toEqual(["text", "text"]);
  });
});

describe("dates", () => {
  test("become days or, with a time in any cell, seconds", () => {
    expect(values(["1970-01-02", "1969-12-31", ""])).toEqual([1, -1, "none"]);
    expect(values(["1970-01-02", "1970-01-01 00:01"])).toEqual([86400, 60]);
    expect(column(["1967-07-01", "NA"]).written).toEqual({
      ...{ holds: "dates", unit: "days since 1970-01-01", cell: "1967-07-01", value: -915 },
    });
  });
  test("the whole column shows whether days or months come first", () => {
    expect(values(["2/1/1970", "13/1/1970"])).toEqual([1, 12]);
    expect(values(["1/2/1970", "1/13/1970"])).toEqual([1, 12]);
    expect(values(["2/1/1970", "3/1/1970"])).toEqual(["text", "text"]);
    expect(codes(["2/1/1970", "3/1/1970"])).toEqual(["ambiguous-date"]);
    // One date among many that shows an order may be a slip.
    const open = Array.from({ length: 30 }, (_, i) => `${1 + (i % 5)}/${6 + (i % 7)}/1970`);
    expect(codes([...open, "13/1/1970"])).toEqual(["ambiguous-date"]);
    expect(codes([...open, "13/1/1970", "14/1/1970"])).toEqual([]);
    expect(codes([...open.slice(20), "13/1/1970"])).toEqual([]);
    expect(values(["2/1/1970", "3/1/1970"], { dates: "day-first" })).toEqual([1, 2]);
    expect(values(["2/1/1970", "3/1/1970"], { dates: "month-first" })).toEqual([31, 59]);
    expect(codes(["2/1/1970"], { dates: "day-first" })).toEqual([]);
    expect(values(["13/1/1970", "1/13/1970"])).toEqual(["text", "text"]);
  });
  test("numbers among them are text, and they are text among numbers", () => {
    expect(values(["1970-01-02", "1970-01-03", "7"])).toEqual([1, 2, "text"]);
    expect(column(["8", "1970-01-02", "1970-01-03"]).firstText).toEqual({ line: 2, cell: "8" });
    expect(values(["1970-01-02", "6", "7"])).toEqual(["text", 6, 7]);
  });
  test("months and times only where nothing else is there: seasons and ratios look alike", () => {
    expect(values(["2010-11", "2011-12"])).toEqual([14914, 15309]);
    expect(values(["2010-11", "2011-12", "2012-13"])).toEqual(["text", "text", "text"]);
    expect(values(["1:20", "1:40"])).toEqual([4800, 6000]);
    expect(values(["1:20", "1:40", "1:80"])).toEqual(["text", "text", "text"]);
    expect(values(["1/2", "1/4", "3/4"])).toEqual(["text", "text", "text"]);
  });
  test("of minutes and seconds beside hours are read as such if no hour of a day fits", () => {
    expect(values(["1:04:31", "46:31"])).toEqual([3871, 2791]);
    expect(column(["1:04:31", "46:31"]).written?.unit).toBe("seconds, of minutes:seconds");
    expect(values(["23:59:30", "13:45"])).toEqual([86370, 49500]);
    for (const cells of [
      ["1:04:31", "16:31"],
      ["1:04:31", "75:10"],
    ]) {
      expect(values(cells)).toEqual(["text", "text"]);
      const [doubt] = column(cells).doubts ?? [];
      expect([doubt.code, doubt.severity]).toEqual(["ambiguous-date", "warn"]);
      expect(doubt.sentence).toContain(cells[1]);
    }
  });
  test("in order are a note about the table, whichever columns are read", () => {
    const rows = Array.from({ length: 12 }, (_, i) => `${String(i + 1).padStart(2, "0")}.03.2020\t${i * i}\t${i}`);
    const text = `day\ta\tb\n${rows.join("\n")}\n`;
    const note = (from: string) => parseTable(from).findings.filter(({ code }) => code === "ordered-rows");
    expect(note(text).map(({ severity, sentence }) => [severity, sentence])).toEqual([
      ["note", 'Rows are in the order of "day", 2020-03-01 to 2020-03-12: they may be a time series.'],
    ]);
    expect(note(`${text}02.03.2020\t3\t3\n`)).toEqual([]);
  });
});
