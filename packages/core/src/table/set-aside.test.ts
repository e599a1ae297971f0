import { describe, expect, test } from "vitest";
import { failure } from "../../../../tests/support/failure.js";
import { CELL } from "./cell.js";
import { parseTable } from "./parse-table.js";
import type { FormatOverrides } from "./table-format.js";

const rows = Array.from({ length: 30 }, (_, i) => `${2000 + i},${i / 4},${i * i}`);
const text = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;
const aside = (whole: string, options: FormatOverrides = {}) =>
  Object.fromEntries((parseTable(whole, options).setAside ?? []).map(({ reason, lines }) => [reason, lines]));

describe("lines that are set aside", () => {
  test.each([
    ["a title", text("Levels of a lake", "year,level,flow", ...rows), { title: [1] }],
    [
      "titles, a blank line between",
      text("Levels", "by hand, 2020", "", "year,level,flow", ...rows),
      { title: [1, 2] },
    ],
    ["a title in a row of its own", text("Levels,,", ",,", "year,level,flow", ...rows), { title: [1, 2] }],
    ["a title above two columns", text("Levels", "year,level", "2000,1.5", "2001,2.5"), { title: [1] }],
    ["a footer", text("year,level,flow", ...rows, "Source: World Bank"), { footer: [32] }],
    ["a footer with a comma", text("year,level,flow", ...rows, "Source: World Bank, 2020"), { footer: [32] }],
    ["a footer in a row of its own", text("year,level,flow", ...rows, "", "Not for sale,,"), { footer: [33] }],
    ["a repeated header", text("year,level,flow", ...rows, "year,level,flow", ...rows), { "repeated-header": [32] }],
    ["a total", text("year,level,flow", ...rows, "Total,9,9"), { total: [32] }],
    ["a total with a colon, behind an empty cell", text("year,level,flow", ...rows, ",Summe:,9"), { total: [32] }],
    ["a total behind a number", text("year,place,flow", "1,Rome,2", "1,Total,2", "2,Rome,3"), { total: [3] }],
    [
      "totals of groups",
      text("place,a,b", "East,1,2", "East,3,4", "East Total,4,6", "West,1,2", "West,2,3", "Total: West,3,5"),
      { total: [4, 7] },
    ],
    [
      "totals of groups that are named once",
      text("place,town,a", "North East,x,2", ",y,4", "North East Total,,6", "West,z,2"),
      { total: [4] },
    ],
    ["a header repeated in capitals", text("year,level,flow", ...rows, "YEAR,Level,FLOW"), { "repeated-header": [32] }],
    ["means at the end", text("year,level,flow", ...rows, "Total,9,9", "Mean,3,3"), { total: [32, 33] }],
    ["a short row", text("year,level,flow", ...rows, "2030,1", ...rows), { "too-few-cells": [32] }],
    ["a short last row", text("year,level,flow", ...rows, "2030,1"), { "too-few-cells": [32] }],
    ["a long row", text("year,level,flow", ...rows, "2030,1,2,3", ...rows), { "too-many-cells": [32] }],
    ["a short row of words", text("year,level,flow", ...rows, "lost", ...rows), { "too-few-cells": [32] }],
  ])("%s", (_, whole, expected) => {
    expect(aside(whole)).toEqual(expected);
    expect(aside(whole.replaceAll(/[^,\n]+/g, '"$&"'))).toEqual(expected);
  });

  test.each([
    ["a group named mean", text("group,a,b", "low,1,2", "mean,2,3", "high,3,4")],
    ["a name without numbers at the end", text("land,a,b", "Chad,1,2", "Mali,3,4", "Zimbabwe,,")],
    ["names that begin like totals", text("firm,a,b", "Totally,1,2", "Summer,3,4", "Total Energies,5,6")],
    ["the row names of R", text('"a" "b"', '"1" 0.5 2', '"2" 1.5 3')],
    ["rows that end with a delimiter", text("a,b", "1,2,", "3,4,")],
    ["a row without values", text("a,b,c", "1,2,3", ",,", "4,5,6")],
    ["a header that repeats a word below", text("a,b", "a,1", "b,2")],
    ["a total of something else", text("land,a,b", "Chad,1,2", "Mali,3,4", "Total EU,5,6", "Togo,7,8")],
    ["two rows of words", text("a,b", "kg,m", "1,2", "3,4")],
  ])("are not: %s", (_, whole) => {
    expect(aside(whole)).toEqual({});
  });

  const kept = (...lines: readonly string[]) => {
    const { rowCount, setAside, findings } = parseTable(text(...lines));
    const found = findings.filter(({ code }) => code === "kept-rows");
    return { rowCount, setAside, found: found.map(({ severity, sentence }) => [severity, sentence]) };
  };

  test("a row that reads like a total, but sums up nothing named above it, is kept and named", () => {
    const { rowCount, setAside, found } = kept("land,a,b", "Chad,1,2", "Mali,3,4", "Total EU,5,6", "Togo,7,8");
    expect([rowCount, setAside]).toEqual([4, undefined]);
    expect(found).toEqual([
      ["note", 'Rows were kept that may not be rows of data: "Total EU" (line 4) read like totals.'],
    ]);
    const groups = Array.from({ length: 4 }, (_, i) => [`Total fat,${i},1`, `Sugar,${i},2`]).flat();
    expect(kept("food,a,b", ...groups).found.map(([severity]) => severity)).toEqual(["note"]);
    expect(kept("land,a,b", "Totally,1,2", "Summer sun,3,4").found).toEqual([]);
  });

  test("codes of countries and titles of films are no totals", () => {
    const codes = ["AFG", "ALB", "SOM", "SWE", "SUM", "MAX"].map((code, i) => `${code},${i + 1},${7 - i}`);
    expect(kept("land,a,b", ...codes)).toEqual({ rowCount: 6, setAside: undefined, found: [] });
    const films = ["The Third Man", "Total Recall", "Night Train", "Sum of All Fears", "Red River"];
    const { rowCount, setAside, found } = kept(
      "film,a,b",
      ...films.map((film, i) => `${film},${10 + i * i},${30 - i}`),
    );
    expect([rowCount, setAside, found.map(([severity]) => severity)]).toEqual([5, undefined, ["note"]]);
    // Beside codes, a total is still one.
    expect(aside(text("land,a,b", ...codes, "Total,21,27"))).toEqual({ total: [8] });
  });

  test.each([
    ["a sum", ["Chad,1,20", "Mali,3,41", "Total,4,61", "Togo,7,8"], { total: [4] }],
    ["a sum of thousands", ['Chad,"950",20', 'Mali,"1,050",41', 'Total,"2,000",99', "Togo,7,8"], { total: [4] }],
    ["a mean", ["Chad,10,20", "Mali,30,41", "Total,20,30.5", "Togo,7,8"], { total: [4] }],
    ["a sum of what follows", ["Total,21,63", "Chad,1,20", "Mali,13,35", "Togo,7,8"], { total: [2] }],
    [
      "a row in a file with a footer",
      ["Chad,1,20", "Total,40,99", "Togo,7,8", "Source: us"],
      { total: [3], footer: [5] },
    ],
    ["a last row", ["Chad,1,20", "Mali,3,41", "Total,40,99"], { total: [4] }],
    ["a group", ["Chad,1,20", "Mali,3,41", "Total,40,99", "Togo,7,8"], {}],
  ])("a row that is named as a total, and is %s", (_, rows, expected) => {
    expect(aside(text("land,a,b", ...rows))).toEqual(expected);
    const found = kept("land,a,b", ...rows).found.map(([severity]) => severity);
    expect(found).toEqual("total" in expected ? [] : ["warn"]);
  });

  test("ranks and years are not summed up", () => {
    expect(aside(text("rank,name,ht", "1,A Joe,six", "2,B Ng,six", "3,Sam Total,six", "4,D Li,six"))).toEqual({});
    const years = ["Oslo,1982", "Rome,1983", "Sum,1983", "Bern,1984", "Nice,1985"];
    expect(aside(text("place,year", ...years))).toEqual({});
  });

  test("numbers that agree by chance prove nothing", () => {
    const methods = ["linear,3,0.71", "mean,3,0.52", "median,3,0.6", "ridge,3,0.75"];
    expect(aside(text("method,k,score", ...methods, ...methods))).toEqual({});
    expect(kept("company,rating,price", "Shell,4,30.1", "Total,4,55.2", "Eni,3,20.2").rowCount).toBe(3);
    expect(aside(text("company,rating,price", "Shell,4,30.1", "Total,4,55.2", "Eni,3,20.2"))).toEqual({});
    // Zeros add up to zero.
    const towns = ["E,Ayr,10,0", "E,Bath,25,0", "E,Total,35,0", "W,Cork,40,0", "W,Dale,51,0"];
    expect(aside(text("region,town,a,b", ...towns))).toEqual({ total: [4] });
  });

  test("a total without proof is a warning in a short table", () => {
    const { findings } = parseTable(
      text("company,rating,price", "Shell,4,30.1", "Eni,3,20.2", "BP,2,20.3", "Total,4,55.2"),
    );
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([["set-aside", "warn"]]);
  });

  test("words for means are names in capitals, among others of them, and where nothing else is", () => {
    const genes = ["TP53", "BRCA1", "EGFR", "SOX2", "MAX"].map((gene, i) => `${gene},${i + 1},${9 - i * i}`);
    expect(kept("gene,a,b", ...genes)).toMatchObject({
      rowCount: 5,
      setAside: undefined,
      found: [["note", expect.anything()]],
    });
    const statistics = ["count,9,9", "mean,5.1,2", "std,1.2,1", "25%,4,3", "max,7.5,8"];
    expect(aside(text("what,a,b", ...statistics))).toEqual({});
    expect(aside(text("stat,v", "Mean,5.75", "SD,1.2", "Min,4.04", "Max,7.58"))).toEqual({});
  });

  test("a last row that is the sum of all others is kept and named, whatever its name", () => {
    const [[severity, sentence] = []] = kept("land,a,b", "Chad,1,20", "Mali,3,41", "Togo,7,8", "Alles,11,69").found;
    expect([severity, sentence]).toEqual(["warn", expect.stringContaining("are the sum of all rows above")]);
    const quoted = ['"Chad",1,20', '"Mali",3,41', '"Togo",7,8', '"Alles",11,69'];
    expect(kept('"land","a","b"', ...quoted).found).toEqual([[severity, sentence]]);
  });

  test.each([
    ["units of signs", ["time,speed", "(s),(%)", "0,4.5", "1,5.5", "2,6.5"], [], ["warn"]],
    ["a rule of dashes", ["a|b", "---|---", "1|2", "3|4", "5|6"], [["title", 1]], []],
  ])("a first row of %s is no row of data", (_, lines, expected, severities) => {
    const { setAside, found } = kept(...lines);
    expect([setAside?.map(({ reason, count }) => [reason, count]) ?? [], found.map(([severity]) => severity)]).toEqual([
      expected,
      severities,
    ]);
  });

  test("a row that is kept though it is named as a total holds its numbers", () => {
    const { columns } = parseTable(text("land,a,b", "Chad,1,20", "Mali,3,41", "Total,40,99", "Togo,7,8"));
    expect([...columns[1].values]).toEqual([1, 3, 40, 7]);
  });

  test("a last row without a name, the only one, is kept and named", () => {
    const [, warning] = kept("land,a,b", "Chad,1,2", "Mali,3,4", "Togo,3,4", ",7,10").found[0];
    expect(warning).toBe(
      'Rows were kept that may not be rows of data: "7, 10" (line 5) come last and are not named like the rows above, as totals are.',
    );
    expect(kept("land,a,b", "Chad,1,2", ",3,4", "Mali,3,4").found).toEqual([]);
    expect(kept("land,a,b", "Chad,1,2", ",3,4", "Mali,3,4", ",3,4").found).toEqual([]);
    expect(kept("year,level,flow", ...rows, ",108.75,8555").found[0][1]).toContain(
      '"108.75, 8555" (line 32) come last',
    );
  });

  test("last rows with a text where the rows above have numbers are kept and named", () => {
    const { rowCount, found } = kept("year,level,flow", ...rows, "CHECK,30,9", "END,1,2");
    expect(rowCount).toBe(32);
    expect(found[0]).toEqual(["warn", expect.stringContaining('"CHECK, 30, 9" (line 32), "END, 1, 2" (line 33) come')]);
    expect(kept("year,level,flow", ...rows, "unknown,30,9", ...rows).found).toEqual([]);
    expect(kept("year,level,flow", ...rows, "NA,30,9").found).toEqual([]);
  });

  test("means and their company at the end are set aside together", () => {
    const names = ["u", "v", "w", "x", "y", "z"].map((name, i) => `${name},${i},${i * i}`);
    expect(aside(text("name,a,b", ...names, "Mean,3,4", "SD,2,2", "n,6,6", "Max,5,25"))).toEqual({
      total: [8, 9, 10, 11],
    });
    expect(aside(text("smoker,a,b", "y,1,2", "n,3,4", "y,5,6", "n,3,4"))).toEqual({});
  });

  test("a total in a column of another name is kept and named, as a note where it is repeated", () => {
    const regions = ["East", "West", "South"].flatMap((land) => [`${land},men,1,2`, `${land},Total,3,4`]);
    const { rowCount, found } = kept("land,sex,a,b", ...regions);
    expect(rowCount).toBe(6);
    expect(found).toEqual([
      ["note", expect.stringContaining('"Total" (line 3), "Total" (line 5), "Total" (line 7) read')],
    ]);
    expect(kept("land,kind,a", "East,whole,1", "West,whole,2").found).toEqual([]);
  });

  test("a row of words among numbers is kept and named: another table, or units", () => {
    const second = kept("x,y", "1.5,2", "2.5,3", "3.5,5", "", "Table 2", "u,v", "4,5", "6,7");
    expect(second.setAside).toEqual([{ reason: "too-few-cells", count: 1, lines: [6] }]);
    expect(second.found[0][1]).toContain('"u, v" (line 7) hold words where others hold numbers');
    expect(kept("a,b,c", ",cm,kg", ...rows).found).toHaveLength(1);
    expect(kept("a,b,c", ...rows, "2000,NA,unknown").found).toEqual([]);
    expect(kept("a,b,c", ...rows, "none,NA,?").found).toEqual([]);
    expect(kept("name,a", "u,1", "v,pending", "w,3", "x,pending", "y,5", "z,6").found).toEqual([]);
  });

  test("keep their places, so that rows after them keep their numbers, and lines are those of the file", () => {
    const { columns, rowCount } = parseTable(text("a title", "year,level", "1,5", "2", "3,x", "Total,9", "5,7"));
    expect(rowCount).toBe(5);
    expect([...columns[0].values]).toEqual([1, Number.NaN, 3, Number.NaN, 5]);
    expect([...columns[0].kinds]).toEqual([CELL.number, CELL.aside, CELL.number, CELL.aside, CELL.number]);
    expect(columns[0].counts).toEqual([3, 0, 0, 0, 2]);
    expect(columns[1].firstText).toEqual({ line: 5, cell: "x" });
  });

  test("do not decide how columns are read", () => {
    const table = parseTable(text("a;b", "1;1,5", "2;2,5", "Total;3.5", "Total;3.5", "Total;3.5", "3;4", "4;4"));
    expect([table.format.decimal, table.columns[1].values[0]]).toEqual([",", 1.5]);
  });

  test("are a note, beyond one in twenty a warning, beyond half an error that names the likely delimiter", () => {
    const severity = (bad: number) => {
      const lines = [...rows, ...rows, ...Array.from({ length: bad }, () => "1,2"), "1,2,3"];
      return parseTable(text("a,b,c", ...lines)).findings.map(({ code, severity: how }) => [code, how]);
    };
    expect(severity(1)).toEqual([["set-aside", "note"]]);
    expect(severity(5)).toEqual([["set-aside", "warn"]]);
    const semicolons = text("a;b", "1,5;2", "2,5,1;3", "3;4", "4,1;5", "5,2,2,2;6");
    const error = failure(() => parseTable(semicolons, { delimiter: "," }));
    expect([error.code, error.remedy]).toEqual(["ragged-row", expect.stringContaining("fit semicolons better")]);
  });

  test("are counted by reason, with their first lines", () => {
    const { setAside, findings } = parseTable(
      text("Levels", "year,level,flow", ...rows, "2,3", ...rows, ...Array(6).fill("2,3"), ...rows),
    );
    expect(setAside).toEqual([
      { reason: "title", count: 1, lines: [1] },
      { reason: "too-few-cells", count: 7, lines: [33, 64, 65, 66, 67] },
    ]);
    expect(findings[0].sentence).toBe(
      "8 lines were set aside: 1 line above the table (line 1); 7 rows with too few cells (lines 33, 64, 65, 66, 67, …).",
    );
  });

  test("are rows, or refused, if every line must be a row", () => {
    const whole = text("year,level,flow", ...rows, "year,level,flow", "Total,9,9", "Not for sale,,");
    expect(parseTable(whole, { strict: true }).rowCount).toBe(33);
    expect(parseTable(whole, { strict: true }).findings).toEqual([]);
    expect(failure(() => parseTable(text("a,b", "1,2", "3"), { strict: true })).message).toMatch(/line 3: 1 cell/);
  });

  test("a header of the wrong width is not taken for a title", () => {
    const error = failure(() => parseTable(text("a,b,c", "1,2,3,4,5", "1,2,3,4,5", "1,2,3,4,6")));
    expect([error.code, error.remedy]).toEqual([
      "ragged-row",
      expect.stringContaining("Most lines have 5 cells: give the header as many."),
    ]);
  });
});
