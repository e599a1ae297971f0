import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seededRng } from "causal-velocity";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runCli, temporaryFile } from "./run-cli.js";

/** Escape sequences of seven and eight bits, marks that turn or hide text, and a line that a report might have. */
const ESCAPES = "\u001b]0;title\u0007\u009b31m\u202e\u200b\u2066";
const FORGED = "dose → response  more than 99% sure";
const NAMES = [`=cmd|' /C calc'!A0 ${ESCAPES}`, `@SUM(1)\n  ${FORGED}\n`, "-plain\u0085"] as const;
const HOSTILE_TEXT = `${ESCAPES}${"long ".repeat(1000)}`;

const rng = seededRng(7);
const rows = Array.from({ length: 120 }, (_, i) => {
  const x = rng.normal();
  const y = Math.exp(x) + 0.2 * rng.normal();
  return `${x},${y},${i === 50 ? `"${HOSTILE_TEXT}"` : rng.normal() - y}\n`;
});
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const table = temporaryFile("hostile.csv", `${NAMES.map(quoted).join(",")}\n${rows.join("")}`);

const hostileGraph = temporaryFile(
  "hostile.json",
  JSON.stringify({
    columns: NAMES.map((name) => name.trim()),
    edges: [
      { from: NAMES[0].trim(), to: NAMES[1].trim() },
      { from: NAMES[1].trim(), to: NAMES[2].trim() },
    ],
  }),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/** Every command, with hostile names where it reads a table, and otherwise with hostile words. */
const CALLS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  decide: [
    [table, "--x", "1", "--y", "2", "--method", "b-lin"],
    [table, "--x", "1", "--y", "3"],
    [table, "--x", "1", "--y", "2", "--method", "b-lin", "--compare"],
    [table, "--x", NAMES[1], "--y", `none${ESCAPES}`],
    [table, "--x", "1", "--y", "2", "--method", "b-lin", "--rank", "1", "--with", `[${ESCAPES}] = [1] + [2]`],
    [table, "--x", "1", "--y", "2", "--method", "b-lin", "--robust", "--where", `[1] > -9 or [2] == "${ESCAPES}"`],
    [table, "--x", "1", "--y", "2", "--where", `[1] > 9e9 or [2] == "${ESCAPES}"`],
    [table, "--x", "1", "--y", "2", "--with", ESCAPES],
    [table, "--x", "1", "--y", "2", "--log", ESCAPES],
    [table, `--${ESCAPES}`],
  ],
  explain: [[table, "--x", "1", "--y", "2", "--method", "b-lin"]],
  pairs: [[table], [table, "--method", "b-lin", "--columns", `1,${ESCAPES}`]],
  graph: [
    [table, "--max-rows", "60"],
    [table, "--max-rows", "60", "--require", "1 -> 2"],
    [table, "--columns", `1,${ESCAPES}`],
    [table, "--tiers", ESCAPES],
  ],
  counterfactual: [
    [table, "--cause", "1", "--effect", "2", "--row", "3", "--to", "1"],
    [table, "--cause", "1", "--effect", "2", "--row", ESCAPES, "--to", "1"],
    [table, "--graph", hostileGraph, "--row", "3", "--set", "1=0.5"],
  ],
  scm: [
    [table, "--cause", "1", "--effect", "2", "--at", "0.5"],
    [table, "--cause", "1", "--effect", "2", "--at", "50"],
    [table, "--cause", ESCAPES, "--effect", "2"],
  ],
  do: [
    [table, "--graph", hostileGraph, "--set", "1=0.5"],
    [table, "--graph", hostileGraph, "--set", "3=0.5", "--of", "1"],
    [table, "--graph", hostileGraph, "--set", "1=50"],
    [table, "--graph", hostileGraph, "--set", `${ESCAPES}=50`],
    [table, "--graph", ESCAPES, "--set", "1=0.5"],
    [table, "--graph", table, "--set", "1=0.5"],
  ],
  studio: [[`none${ESCAPES}.csv`]],
  methods: [[ESCAPES]],
  simulate: [[ESCAPES]],
  benchmark: [[ESCAPES]],
  reproduce: [[ESCAPES]],
  figure: [[ESCAPES]],
  worker: [["--queue", ESCAPES], [ESCAPES]],
  runs: [[ESCAPES], ["list", "--queue", ESCAPES]],
  demo: [[ESCAPES]],
};

test("every command is tried", () => {
  const overview = runCli(["--help"]).out;
  const commands = [...overview.matchAll(/^ {2}causal-velocity (\w+)/gm)].map(([, name]) => name);
  expect(Object.keys(CALLS).sort()).toEqual([...new Set(commands)].sort());
});

describe.each(Object.entries(CALLS))("%s", (command, calls) => {
  test.each(calls.flatMap((args) => [{ args }, { args: [...args, "--json"] }]))(
    "$args shows nothing raw",
    ({ args }) => {
      const { code, out, err } = runCli([command, ...args]);
      const json = args.includes("--json") ? (code === 0 ? out : err) : undefined;
      if (json !== undefined) expect(() => JSON.parse(json)).not.toThrow();
      for (const text of [out, err]) {
        expect(UNSEEN.exec(text)).toBeNull();
        const lines = text.split("\n").map((line) => line.trim());
        expect(lines).not.toContain(FORGED);
        expect(text).not.toContain("long ".repeat(20));
      }
      expect(`${out}${err}`).not.toBe("");
      expect([0, 2, 3]).toContain(code);
    },
  );
});

test("JSON still holds the names as they are", () => {
  const { out } = runCli(["decide", table, "--x", "1", "--y", "2", "--method", "b-lin", "--json"]);
  const { x, y } = JSON.parse(out);
  expect([x, y]).toEqual(NAMES.slice(0, 2).map((name) => name.trim()));
});

test("a graph's files hold hostile names as text, and nothing of them runs", () => {
  const folder = temporaryFolder();
  const outs = ["csv", "dot", "graphml", "json", "svg", "html"].map((ending) => join(folder, `g.${ending}`));
  const run = runCli(["graph", table, "--quiet", ...outs.flatMap((out) => ["--out", out])]);
  expect([run.code, run.err]).toEqual([0, ""]);
  const [csv, dot, graphml, json, svg, html] = outs.map((out) => readFileSync(out, "utf8"));
  for (const text of [csv, dot, graphml, json]) expect(UNSEEN.exec(text)).toBeNull();
  // Drawings keep what has no width.
  for (const text of [svg, html]) expect(UNSEEN.exec(text.replaceAll("\u200b", ""))).toBeNull();
  for (const text of [csv, dot, graphml, svg, html]) {
    expect(text.split("\n").map((line) => line.trim())).not.toContain(FORGED);
  }
  expect(csv).toMatch(/^'=cmd\|/m);
  expect(JSON.parse(json).columns).toEqual(NAMES.map((name) => name.trim()));
});

describe("files of results", () => {
  const folder = temporaryFolder();
  const written = (name: string, ...flags: string[]) => {
    const path = join(folder, name);
    const run = runCli(["pairs", table, "--method", "b-lin", "--out", path, "--quiet", ...flags]);
    expect([run.code, run.err]).toEqual([0, ""]);
    return readFileSync(path, "utf8");
  };

  test("in CSV no name is a formula, each pair is one line, and --raw-csv leaves the names as they are", () => {
    const safe = written("safe.csv");
    expect(UNSEEN.exec(safe)).toBeNull();
    expect(safe.trimEnd().split("\n")).toHaveLength(4);
    expect(safe).toContain("\n'=cmd|' /C calc'!A0 \\u001b]0;title");
    expect(safe).toContain(",'@SUM(1)\\n  dose");
    expect(safe).toContain("'-plain");
    const raw = written("raw.csv", "--raw-csv");
    expect(raw).toContain(`\n"${NAMES[0]}"`.replaceAll('"', ""));
    expect(raw).toContain('"@SUM(1)\n');
  });

  test("JSON Lines hold the names, escaped", () => {
    const text = written("safe.jsonl");
    expect(UNSEEN.exec(text)).toBeNull();
    const [first] = text.trimEnd().split("\n");
    expect(JSON.parse(first).x).toBe(NAMES[0]);
  });

  test("results with marked names are a list of pairs", () => {
    const safe = written("list.csv");
    const again = runCli([
      "pairs",
      table,
      "--method",
      "b-lin",
      "--pairs",
      join(folder, "list.csv"),
      "--json",
      "--quiet",
    ]);
    expect([again.code, JSON.parse(again.out).pairs.length]).toEqual([0, 3]);
    const two = temporaryFile("two.csv", `${safe.split("\n")[1].split(",").slice(0, 2).join(",")}\n`);
    const byName = runCli(["pairs", table, "--method", "b-lin", "--pairs", two, "--json", "--quiet"]);
    expect([byName.code, JSON.parse(byName.out).pairs[0].columns]).toEqual([0, { x: 1, y: 2 }]);
  });
});
