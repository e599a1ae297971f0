import { join } from "node:path";
import { counterfactualOn, graph, graphFromJson, intervene, parseTable, seededRng } from "causal-velocity";
import { beforeAll, describe, expect, test } from "vitest";
import { displayWidth } from "../../packages/causal-velocity/src/cli/printable.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runCli, temporaryFile } from "./run-cli.js";

/** a drives b, b drives c; d is alone. */
const rng = seededRng(6);
const lines = Array.from({ length: 200 }, (_, i) => {
  const a = 4 * rng.uniform();
  const b = a * a + (0.5 + 0.3 * a) * rng.normal();
  const c = Math.tanh(b / 6) + 0.1 * rng.normal();
  return [i + 1, a, b, i === 9 ? "NA" : c, rng.normal()].join(",");
});
const csv = `id,a,b,c,d\n${lines.join("\n")}\n`;
const file = temporaryFile("table.csv", csv);
const table = parseTable(csv);
const found = graph(table);
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");
const graphFile = join(temporaryFolder(), "graph.json");
const known = temporaryFile(
  "known.json",
  JSON.stringify({
    columns: ["a", "b", "c", "d"],
    edges: [
      { from: "a", to: "b" },
      { from: "b", to: "c" },
    ],
  }),
);

beforeAll(() => {
  expect(runCli(["graph", file, "--quiet", "--out", graphFile]).code).toBe(0);
});

describe("causal-velocity do", () => {
  test("--json: the library's answer, on a graph that it finds, or from a file, with any number of threads", () => {
    const args = ["do", file, "--set", "a=3", "--of", "c,b", "--json", "--quiet"];
    const { code, out, err } = runCli([...args, "--jobs", "2"]);
    expect([code, err]).toEqual([0, ""]);
    const answer = intervene(table, found, { set: { column: "a", value: 3 }, of: ["c", "b"] });
    const record = JSON.parse(out);
    expect(record.changes).toMatchObject(
      answer.changes.map(({ column, follows, supported, after, change }) => ({
        ...{ column, follows, supported },
        after: { mean: after.mean, sd: after.sd },
        change: {
          mean: change.mean,
          quantiles: change.quantiles.map((each, k) => ({ share: [0.05, 0.25, 0.5, 0.75, 0.95][k], ...each })),
        },
      })),
    );
    expect(record).toMatchObject({
      schema: "causal-velocity/intervention@1",
      set: [{ column: "a", value: 3 }],
      way: answer.way,
      halves: 20,
      rows: { read: 200, used: 199, reasons: { missing: 1 } },
      seed: 0,
    });
    expect(runCli([...args, "--graph", graphFile]).out).toBe(out);
    expect(runCli([...args, "--jobs", "1"]).out).toBe(out);
  });

  test("one column: all its numbers, at most 80 columns wide", () => {
    const { out } = runCli(["do", file, "--graph", graphFile, "--set", "a=3", "--of", "b"]);
    expect(oneLine(out)).toContain("If a were 3 in every row, b would be:");
    for (const name of ["mean", "sd", "5%", "25%", "median", "75%", "95%"]) {
      expect(out).toMatch(
        new RegExp(`^ +${name} +-?[\\d.]+ +-?[\\d.]+ \\(-?[\\d.]+ to -?[\\d.]+\\) +[+-]?[\\d.]+ \\(.* to .*\\)$`, "m"),
      );
    }
    expect(out).toContain("arrows  a → b\n");
    for (const line of out.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });

  test("several columns, by default all that follow: their means", () => {
    const { out } = runCli(["do", file, "--graph", graphFile, "--set", "a=3"]);
    expect(out).toMatch(/^ +now +then +change$/m);
    expect(out).toMatch(/^ {2}b +[\d.]+ +[\d.]+ +\+[\d.]+ \([\d.]+ to [\d.]+\)$/m);
    expect(out).toContain("arrows  a → b, b → c\n");
  });

  test("what does not follow does not change", () => {
    const of = (...names: string[]) => runCli(["do", file, "--graph", known, "--set", "c=0.5", ...names]).out;
    expect(oneLine(of())).toContain("no other column would change: no arrows lead from it.");
    expect(oneLine(of("--of", "a,d"))).toContain(
      'note No arrows lead from "c" to "a" in this graph, so nothing changes.',
    );
    expect(of("--of", "a,d")).toMatch(/^ {2}a +([\d.]+) +\1 +0$/m);
  });

  test("a graph that somebody knows takes no search, and its own seed and rows", () => {
    const args = [
      "do",
      file,
      "--graph",
      known,
      "--set",
      "2=3",
      "--of",
      "b",
      "--json",
      "--seed",
      "5",
      "--max-rows",
      "150",
    ];
    const record = JSON.parse(runCli(args).out);
    expect(record).toMatchObject({ seed: 5, rows: { used: 150 }, set: [{ column: "a", value: 3 }] });
  });

  test.each([
    [
      ["--set", "a=9"],
      2,
      /--set "a": 9, outside the data; expected a value from [\d.]+ to [\d.]+, the range of the rows used/,
    ],
    [["--set", "a"], 2, /"a"; expected NAME=VALUE/],
    [["--set", "a=x"], 2, /expected a number such as/],
    [["--set", "=3"], 2, /expected NAME=VALUE/],
    [[], 2, /--set: nothing; expected a column and its value/],
    [["--set", "a=3", "--of", "a"], 2, /columns that are not set/],
    [["--set", "a=3", "--of", "q"], 2, /--of "q": no such column/],
    [["--set", "id=3"], 2, /--set "id": not a column of the graph/],
    [["--set", "a=3", "--require", "a -> b"], 2, /--require: with --graph; expected one of them/],
    [["--set", "a=3", "--seed", "3"], 2, /--seed: 3; expected nothing: a graph that was found has its own/],
  ])("%j is refused", (args, code, words) => {
    const run = runCli(["do", file, "--graph", graphFile, ...args]);
    expect([run.code, run.out]).toEqual([code, ""]);
    expect(oneLine(run.err)).toMatch(words);
  });

  test("a graph of another table, and a file that is none, are refused", () => {
    const other = temporaryFile("other.csv", `${csv}201,1,2,3,4\n`);
    const run = (path: string, graphPath: string) => runCli(["do", path, "--graph", graphPath, "--set", "a=3"]);
    expect(oneLine(run(other, graphFile).err)).toMatch(
      /the table: 201 rows, of which 200 have a number in every column; expected the table in which the graph was found: 200 rows, of which 199/,
    );
    expect(oneLine(run(file, file).err)).toMatch(
      /table\.csv": no JSON; expected a graph as causal-velocity graph writes it/,
    );
    expect(run(file, file).code).toBe(3);
    expect(run(file, "none.json").err).toMatch(/no such file/);
  });
});

describe("causal-velocity counterfactual --set", () => {
  const base = ["counterfactual", file, "--graph", graphFile, "--row", "5", "--set", "a=3"];

  test("--json: the library's answer for a row of the file", () => {
    const { code, out, err } = runCli([...base, "--json"]);
    expect([code, err]).toEqual([0, ""]);
    const answer = counterfactualOn(table, found, { row: 5, set: { column: "a", value: 3 } });
    expect(JSON.parse(out)).toMatchObject({
      schema: "causal-velocity/graph-counterfactual@1",
      from: answer.from,
      set: answer.set,
      changes: answer.changes,
      way: answer.way,
    });
  });

  test("one column: a sentence; several: a table", () => {
    expect(oneLine(runCli([...base, "--of", "b"]).out)).toMatch(
      /If a had been 3 in row 5, b would have been [\d.]+ \([\d.]+ to [\d.]+\) instead of -?[\d.]+\./,
    );
    expect(runCli(base).out).toMatch(/^ {2}b +-?[\d.]+ +[\d.]+ \([\d.]+ to [\d.]+\)/m);
  });

  test.each([
    [["--cause", "a"], "--cause: with --set; expected either --cause, --effect and --to, or --set"],
    [["--velocity", "v-anm"], "--velocity: with --set"],
    [["--row", "10"], '--row 10: no number in column "c"'],
    [["--row", "500"], "a whole number from 1 to 200"],
  ])("%j is refused", (args, words) => {
    const run = runCli([...base, ...args]);
    expect([run.code, run.out]).toEqual([2, ""]);
    expect(oneLine(run.err)).toContain(words);
  });

  test("flags of graphs are refused for a pair, and a row is asked for", () => {
    const pair = ["counterfactual", file, "--cause", "a", "--effect", "b", "--row", "5", "--to", "2", "--of", "b"];
    expect(oneLine(runCli(pair).err)).toContain("--of: without --set");
    const { err } = runCli(["counterfactual", file, "--graph", graphFile, "--set", "a=3"]);
    expect(oneLine(err)).toContain("--row: nothing; expected the number of a row");
  });
});

test("the file of a graph holds all that an answer needs", async () => {
  const { readFileSync } = await import("node:fs");
  const back = graphFromJson(readFileSync(graphFile, "utf8"), graphFile);
  expect(intervene(table, back, { set: { column: "a", value: 3 } }).changes).toEqual(
    intervene(table, found, { set: { column: "a", value: 3 } }).changes,
  );
});
