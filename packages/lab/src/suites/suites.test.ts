import { describe, expect, test } from "vitest";
import { parseGroundTruth, parsePairmeta, readSuitePair } from "./suite-files.js";
import { suiteEntries, suites } from "./suites.js";

const numbers = (rows: number, columns: (i: number) => string) =>
  Array.from({ length: rows }, (_, i) => columns(i)).join("\n");

describe("parsePairmeta", () => {
  test("columns by role become columns by place, with the truth", () => {
    const entries = parsePairmeta("0001 1 1 2 2 0.166\r\n0002 2 2 1 1 1 \r\n\r\n0007 4 4 2 2 .5\r\n");
    expect(entries).toEqual([
      { id: "0001", position: 0, file: "pair0001.txt", columns: { x: 1, y: 2 }, truth: "x->y", weight: 0.166 },
      { id: "0002", position: 1, file: "pair0002.txt", columns: { x: 1, y: 2 }, truth: "y->x", weight: 1 },
      { id: "0007", position: 2, file: "pair0007.txt", columns: { x: 2, y: 4 }, truth: "y->x", weight: 0.5 },
    ]);
  });

  test("several columns on one side exclude the pair, zeros leave it without a truth", () => {
    const [several, neither] = parsePairmeta("0052 5 8 1 4 0\n0053 0 0 0 0 0");
    expect(several).toMatchObject({ truth: "y->x", excluded: "the cause or the effect has several columns" });
    expect(neither).toMatchObject({ truth: null, weight: 0 });
    expect(neither).not.toHaveProperty("excluded");
  });

  test.each([
    ["a missing weight", "0001 1 1 2 2", /line 1: "0001 1 1 2 2"/],
    ["a seventh field", "0001 1 1 2 2 1 1", /line 1/],
    ["a fractional column", "0001 1.5 1 2 2 1", /line 1/],
    ["a negative weight", "0001 1 1 2 2 -1", /line 1/],
    ["a weight that is no number", "0001 1 1 2 2 NaN", /line 1/],
    ["an id that leaves the folder", "/../../x 1 1 2 2 1", /line 1/],
    ["a zero among columns", "0001 0 1 2 2 1", /columns 0 1 2 2/],
    ["a range that runs backward", "0001 2 1 3 3 1", /columns 2 1 3 3/],
    ["cause and effect in one column", "0001 1 2 2 3 1", /without overlap/],
    ["the same pair twice", "0001 1 1 2 2 1\n\n0001 1 1 2 2 1", /line 3: a second pair "0001"/],
    ["nothing", "\n \n", /no pairs/],
  ])("refuses %s", (_, text, message) => {
    expect(() => parsePairmeta(text)).toThrow(expect.objectContaining({ code: "malformed-truth" }));
    expect(() => parsePairmeta(text)).toThrow(message);
  });
});

describe("parseGroundTruth", () => {
  test("1 means that the first variable is the cause", () => {
    const entries = parseGroundTruth("1\r\n0 \r\n1\r\n");
    expect(entries.map(({ id, file, truth }) => [id, file, truth])).toEqual([
      ["1", "pair_1.txt", "x->y"],
      ["2", "pair_2.txt", "y->x"],
      ["3", "pair_3.txt", "x->y"],
    ]);
  });

  test.each([
    ["another mark", "1\n2\n", /line 2: "2"; expected 1 or 0/],
    ["a gap, which would shift every truth after it", "1\n\n0\n", /line 2: ""/],
    ["nothing", "", /line 1/],
  ])("refuses %s", (_, text, message) => {
    expect(() => parseGroundTruth(text)).toThrow(message);
  });
});

describe("readSuitePair", () => {
  const [plain] = parsePairmeta("0001 2 2 1 1 1");

  test("NaN in a third column drops no row", () => {
    const text = numbers(30, (i) => `  ${i}.5e+000  ${-i}   ${i % 2 ? "NaN" : "1.0"}`);
    const { x, y, rows } = readSuitePair(text, plain);
    expect(rows).toMatchObject({ read: 30, used: 30 });
    expect([x[3], y[3]]).toEqual([3.5, -3]);
  });

  test("quoted row numbers and a header are not data", () => {
    const text = `"","x_child","x_pa"\n${numbers(30, (i) => `"${i + 1}",${i},${2 * i}`)}\n`;
    const { x, y, names } = readSuitePair(text, parseGroundTruth("1")[0]);
    expect(names).toEqual({ x: "x_child", y: "x_pa" });
    expect([x.length, x[4], y[4]]).toEqual([30, 4, 8]);
  });

  test("columns are chosen by number, whatever is between them", () => {
    const [entry] = parsePairmeta("9 4 4 2 2 1");
    const { x, y } = readSuitePair(
      numbers(25, (i) => `7 ${i} 8 ${-i}`),
      entry,
    );
    expect([x[2], y[2]]).toEqual([2, -2]);
  });

  test("errors name the file", () => {
    expect(() => readSuitePair("1 2\n3\n", plain)).toThrow(/^pair0001\.txt, line 2: 1 cell/);
    expect(() => readSuitePair("1\n2\n", plain)).toThrow(/^pair0001\.txt, the table: 1 column; expected a column 2/);
    const [far] = parsePairmeta("0001 1 1 5 5 1");
    expect(() => readSuitePair("1 2\n3 4\n", far)).toThrow(/the table: 2 columns; expected a column 5, .*its line in/);
  });
});

describe("suites (appx:experiments:benchmarks)", () => {
  const excludedOf = (name: string) => {
    const suite = suites.find((candidate) => candidate.name === name);
    const meta = numbers(108, (i) => `${String(i + 1).padStart(4, "0")} 1 1 2 2 1`);
    return suiteEntries(meta, suite ?? suites[0]).flatMap(({ id, excluded }) => (excluded ? [Number(id)] : []));
  };

  test("Tübingen leaves out nine pairs, its continuous part 25 more: the paper's list of 29 holds four of the nine", () => {
    const nine = [47, 52, 53, 54, 55, 70, 71, 105, 107];
    expect(excludedOf("tuebingen")).toEqual(nine);
    const list = [5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 26, 27, 28, 29, 32, 33, 34, 35, 36, 37];
    const printed = [...list, 47, 70, 85, 94, 95, 99, 105, 107];
    expect(printed).toHaveLength(29);
    expect(excludedOf("tuebingen-cts")).toEqual([...new Set([...nine, ...printed])].sort((a, b) => a - b));
    expect(excludedOf("tuebingen-cts")).toHaveLength(34);
  });

  test("every pair keeps its position, which seeds it", () => {
    const entries = suiteEntries(
      numbers(60, (i) => `${i + 1} 1 1 2 2 1`),
      suites[0],
    );
    expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });

  test("names are unique", () => {
    expect(new Set(suites.map(({ name }) => name)).size).toBe(15);
  });
});
