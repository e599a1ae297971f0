import { existsSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { findGraph, type Graph, graph, graphCsv, graphDot, graphMl, parseTable, seededRng } from "causal-velocity";
import { beforeAll, describe, expect, test } from "vitest";
import { greenhouseTable } from "../../examples/greenhouse-table.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { type HeldRun, heldRun } from "./held-run.js";
import { runCli, temporaryFile } from "./run-cli.js";

const EXAMPLE = "examples/greenhouse.csv";

/** a drives b, b drives c; d is alone, e is a text, f has one value. */
const rng = seededRng(6);
const lines = Array.from({ length: 200 }, (_, i) => {
  const a = 4 * rng.uniform();
  const b = a * a + (0.5 + 0.3 * a) * rng.normal();
  const c = Math.tanh(b / 6) + 0.1 * rng.normal();
  return [i + 1, a, b, i === 9 ? "NA" : c, rng.normal(), `k${i % 3}`, 5].join(",");
});
const csv = `id,a,b,c,d,e,f\n${lines.join("\n")}\n`;
const table = temporaryFile("table.csv", csv);
const found: Graph = graph(parseTable(csv));
const arrows = ({ edges }: Pick<Graph, "edges">) => edges.map(({ from, to }) => `${from}${to}`).sort();
const words = (text: string) => text.replaceAll(/\s+/g, " ");

describe("causal-velocity graph", () => {
  test("finds every arrow of the example, with its direction, and none besides", () => {
    expect(readFileSync(EXAMPLE, "utf8")).toBe(greenhouseTable());
    const { code, out, err } = runCli(["graph", EXAMPLE]);
    expect(code).toBe(0);
    expect(words(err)).toMatch(/^note: left out: bed \(numbers the rows\)\. --columns uses columns of numbers and/);
    const shown = [...out.matchAll(/^ {2}(\w+) +→ (\w+) +(>?\d+)% +(>?\d+)% +(\d+)%$/gm)];
    expect(shown.map(([, from, to]) => `${from} ${to}`).sort()).toEqual([
      "growth yield",
      "moisture growth",
      "sunshine temperature",
      "temperature growth",
      "temperature moisture",
      "watering moisture",
    ]);
    expect(out).toContain("6 arrows between 6 of 7 columns, the surest first:");
    expect(out).toContain("alone   no arrow touches distance");
    expect(out).toContain("rows    600 read, 600 used");
    expect(words(out)).toContain(
      "Assumes no hidden common causes, no feedback, noise that enters by location and scale, smooth sums and low-order products.",
    );
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  test("says what the library says, and which columns and rows were left out", () => {
    expect(arrows(found)).toEqual(["ab", "bc"]);
    const { code, out, err } = runCli(["graph", table, "--json"]);
    expect(code).toBe(0);
    expect(words(err)).toMatch(/^note: left out: id \(numbers the rows\), e \(no numbers\), f \(one value\)\. /);
    const { columns, edges, rows, findings } = JSON.parse(out);
    expect(columns).toEqual(["a", "b", "c", "d"]);
    expect(edges).toEqual(found.edges.map((edge) => ({ known: null, ...edge })));
    expect(rows).toEqual({ read: 200, used: 199, dropped: 1, reasons: { missing: 1 } });
    expect(findings.map(({ code: each }: { code: string }) => each)).toEqual(found.findings.map((each) => each.code));
  });

  test("findGraph gives the same on any number of threads, with progress, and can be stopped", async () => {
    const seen: number[] = [];
    const parsed = parseTable(csv);
    const onProgress = ({ done }: { done: number }) => seen.push(done);
    expect(await findGraph(parsed, { jobs: 3, onProgress })).toEqual(found);
    expect(seen).toEqual(Array.from({ length: 21 }, (_, k) => k + 1));
    const controller = new AbortController();
    const stopped = findGraph(parsed, {
      jobs: 1,
      signal: controller.signal,
      onProgress: () => controller.abort("enough"),
    });
    await expect(stopped).rejects.toBe("enough");
  });

  test("writes the same bytes with one thread and with two, in every format", () => {
    const folder = temporaryFolder();
    const written = ["1", "2"].map((jobs) => {
      const outs = ["json", "csv", "dot", "graphml", "svg", "png", "html"].map((ending) =>
        join(folder, `${jobs}.${ending}`),
      );
      const run = runCli(["graph", table, "--jobs", jobs, "--quiet", ...outs.flatMap((out) => ["--out", out])]);
      expect([run.code, run.err]).toEqual([0, ""]);
      expect(words(run.out)).toContain(`Wrote ${outs.join(", ")}.`);
      expect(existsSync(`${outs[0]}.journal`)).toBe(false);
      return outs.map((out) => readFileSync(out));
    });
    expect(written[1]).toEqual(written[0]);
    const [json, asCsv, dot, graphml, svg, png, html] = written[0].map((bytes) => bytes.toString());
    expect(json).toBe(runCli(["graph", table, "--quiet", "--json"]).out);
    expect([asCsv, dot, graphml]).toEqual([graphCsv(found), graphDot(found), graphMl(found)]);
    expect(svg).toMatch(/^<svg .*Which columns drive which.*<\/svg>$/s);
    expect(png.slice(1, 4)).toBe("PNG");
    expect(html).toMatch(
      /^<!doctype html>.*<svg .*Content-Security-Policy|^<!doctype html>.*Content-Security-Policy.*<svg /s,
    );
    expect(html).not.toMatch(/<script|https?:(?!\/\/www\.w3\.org)/);
  });

  test("joins a near copy to the column that stands for both, which alone can be set", () => {
    const options = [table, "--columns", "a,b,copy,c", "--with", "copy = 32 + 1.8 * b", "--jobs", "1", "--quiet"];
    const { out } = runCli(["graph", ...options]);
    expect(out).toContain("2 arrows between 4 columns, the surest first:");
    expect(out).toMatch(/^ {2}b ≈ copy$/m);
    expect(out).toContain("≈  near copies: the first stands for both in all other arrows");
    expect(words(out)).toContain('"copy" is a near copy of "b" (correlation 1)');
    const { edges } = JSON.parse(runCli(["graph", ...options, "--json"]).out);
    expect(arrows({ edges })).toEqual(["ab", "bc", "bcopy"]);
    expect(edges.map(({ copy }: { copy?: true }) => copy)).toEqual([undefined, undefined, true]);
    const refused = runCli(["do", ...options, "--set", "copy=40"]);
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(words(refused.err)).toMatch(/--set "copy": a near copy of "b"; expected a value of "b", .* Set "b"/);
    expect(runCli(["do", ...options, "--set", "b=4", "--of", "copy"]).out).toMatch(/copy/);
  });

  test("pictures take a theme and a width; many columns are wider", () => {
    const out = join(temporaryFolder(), "g.svg");
    expect(runCli(["graph", table, "--quiet", "--out", out, "--theme", "dark", "--width", "500"]).code).toBe(0);
    expect(readFileSync(out, "utf8")).toMatch(/width="500".*fill="#15181d"/s);
  });
});

describe("what is known beforehand", () => {
  const known = (...flags: string[]) => JSON.parse(runCli(["graph", table, "--quiet", "--json", ...flags]).out);

  test("a required arrow is there, stated and recorded", () => {
    const { edges, knowledge } = known("--require", "d -> c", "--require", " a ->  b ");
    expect(edges[0]).toMatchObject({ presence: 1, direction: 1, directed: true, known: "arrow" });
    expect(arrows({ edges })).toEqual(["ab", "bc", "dc"]);
    expect(knowledge).toEqual({
      require: [
        { from: "d", to: "c" },
        { from: "a", to: "b" },
      ],
      forbid: [],
      tiers: [],
    });
    const text = runCli(["graph", table, "--quiet", "--require", "d -> c"]).out;
    expect(text).toMatch(/^ {2}d → c +stated +stated +/m);
    expect(text).toContain("known   There is d → c.");
  });

  test("forbidden arrows are not, also against the data", () => {
    const { edges, knowledge } = known("--forbid", "a -> b", "--forbid", "b <- c", "--forbid", "a -> c");
    expect(arrows({ edges })).not.toContain("ab");
    expect(arrows({ edges })).not.toContain("cb");
    expect(knowledge.forbid).toHaveLength(3);
    expect(edges.find(({ to }: { to: string }) => to === "c")).toMatchObject({
      from: "b",
      direction: 1,
      known: "direction",
    });
  });

  test("tiers as words and from a file: no arrow leads back", () => {
    const { edges, knowledge } = known("--tiers", "c < a, b");
    expect(knowledge.tiers).toEqual([["c"], ["a", "b"]]);
    expect(edges.filter(({ to }: { to: string }) => to === "c")).toEqual([]);
    const file = temporaryFile("tiers.txt", "c\na, b\n");
    expect(known("--tiers", file)).toEqual(known("--tiers", "c < a, b"));
  });

  test("a column whose name no option can hold is called by its number", () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${i % 7},${(i * i) % 11},${(i * 5) % 13}`);
    const file = temporaryFile("separators.csv", `a -> b,"x, y",z < w\n${rows.join("\n")}\n`);
    const flags = ["--require", "1 -> 2", "--forbid", "3 -> 1", "--tiers", "1 < 3, 2"];
    const { knowledge } = JSON.parse(runCli(["graph", file, "--quiet", "--json", ...flags]).out);
    expect(knowledge).toEqual({
      require: [{ from: "a -> b", to: "x, y" }],
      forbid: [{ from: "z < w", to: "a -> b" }],
      tiers: [["a -> b"], ["z < w", "x, y"]],
    });
    expect(words(runCli(["graph", file, "--require", "a -> b -> z < w"]).err)).toMatch(/or "1 -> 3" by the numbers/);
  });

  test.each([
    [["--require", "a - b"], 2, /--require: "a - b"; expected an arrow such as/],
    [["--forbid", "a -> nothing"], 2, /--forbid "nothing": no such column in the graph/],
    [["--require", "a -> b", "--forbid", "a -> b"], 2, /--require: a -> b; expected arrows that are not forbidden/],
    [["--require", "a -> b", "--require", "b -> a"], 2, /no circle/],
    [["--tiers", "a < b, a"], 2, /--tiers: "a" twice/],
    [["--tiers", "a, b"], 2, /--tiers: "a, b", without "<" and no file; .* Separate the groups with "<"\./],
    [["--require", "b -> a", "--columns", "a,c"], 2, /"b": no such column.*--columns/],
  ])("%s is refused", (flags, code, message) => {
    const run = runCli(["graph", table, ...flags]);
    expect(run.code).toBe(code);
    expect(words(run.err)).toMatch(message);
  });
});

test("that the order of the rows was ignored is recorded", () => {
  const flags = ["graph", table, "--quiet", "--columns", "a,b", "--unordered"];
  expect(JSON.parse(runCli([...flags, "--json"]).out).unordered).toBe(true);
  expect(words(runCli(flags).out)).toContain("the order of the rows ignored, seed 0");
  expect(found.unordered).toBe(false);
});

test("too few rows: the way out depends on whether values are missing", () => {
  const three = temporaryFile("three.csv", "a,b\n1,2\n2,5\n3,1\n");
  expect(words(runCli(["graph", three]).err)).toMatch(/3 rows with a number in every column .* Collect more rows\./);
  const gaps = temporaryFile(
    "gaps.csv",
    `a,b\n${Array.from({ length: 30 }, (_, i) => `${i % 7},${i < 9 ? i : ""}`).join("\n")}\n`,
  );
  expect(words(runCli(["graph", gaps]).err)).toMatch(
    /9 rows .* Leave out columns with many missing values, first "b" \(21 rows without a number\): name the others/,
  );
});

test.each([
  [["--columns", "a,nope"], 2, /--columns "nope": no such column/],
  [["--columns", "a"], 3, /at least two columns/],
  [["--columns", "a,2,b"], 2, /"a" twice/],
  [["--columns", "a,f"], 3, /column "f".*one value|constant|"f": 5 in all/],
  [["--columns", "a,e"], 3, /"e"/],
  [["--max-parents", "0"], 2, /--max-parents: 0; expected a whole number from 1/],
  [["--max-parents", "99"], 2, /--max-parents: 99; expected a whole number from 1 to \d/],
  [["--columns", " "], 2, /--columns: nothing; expected columns by name or number/],
  [["--max-rows", "3"], 2, /--max-rows: 3/],
  [["--jobs", "0"], 2, /--jobs/],
  [["--out", "g.xlsx"], 2, /ends in \.json, \.csv, \.dot, \.graphml, \.svg, \.png, \.html/],
  [["--out", "nowhere/g.json"], 3, /nowhere/],
  [["--out", "g.json", "--out", "g.json"], 2, /"g.json" twice/],
  [["--out", table], 2, /ends in|which is the table/],
  [["--resume"], 2, /--resume: without --out/],
  [["--resume", "--force", "--out", "g.json"], 2, /--force, --resume: both/],
  [["--theme", "dark"], 2, /--theme: without a picture/],
])("%s is refused, and nothing is written", (flags, code, message) => {
  const run = runCli(["graph", table, ...flags]);
  expect(run.code).toBe(code);
  expect(words(run.err)).toMatch(message);
  expect(existsSync("g.json")).toBe(false);
});

test("a file that exists is written over only with --force", () => {
  const out = temporaryFile("g.csv", "mine");
  const refused = runCli(["graph", table, "--quiet", "--out", out]);
  expect([refused.code, readFileSync(out, "utf8")]).toEqual([2, "mine"]);
  expect(runCli(["graph", table, "--quiet", "--out", out, "--force"]).code).toBe(0);
  expect(readFileSync(out, "utf8")).toBe(graphCsv(found));
});

describe("a run that is stopped", () => {
  /** A run that is held when each of its two threads has done a search. */
  const begun = (out: string): Promise<HeldRun> =>
    heldRun(["graph", EXAMPLE, "--out", out, "--jobs", "2"], "1 output", `${out}.journal`, 2);
  let whole = "";
  beforeAll(() => {
    whole = runCli(["graph", EXAMPLE, "--quiet", "--json"]).out;
  });

  test("by Ctrl-C says how far it is, and resumes with --resume to the same bytes", async () => {
    const out = join(temporaryFolder(), "g.json");
    const { code, err } = await (await begun(out)).stop("SIGINT");
    expect(code).toBe(130);
    expect(err).toMatch(/Stopped after 2 of 21 searches\. They are kept: .* --resume continues\./);
    expect(existsSync(out)).toBe(false);
    const again = runCli(["graph", EXAMPLE, "--out", out, "--quiet"]);
    expect([again.code, words(again.err)]).toEqual([2, expect.stringMatching(/a run that is not complete.*--resume/)]);
    const other = runCli(["graph", EXAMPLE, "--out", out, "--resume", "--seed", "4", "--quiet"]);
    expect(words(other.err)).toMatch(/other settings or data/);
    const run = runCli(["graph", EXAMPLE, "--out", out, "--resume", "--quiet"]);
    expect([run.code, run.err]).toEqual([0, ""]);
    expect(readFileSync(out, "utf8")).toBe(whole);
    expect(existsSync(`${out}.journal`)).toBe(false);
  });

  test("by kill -9, with the journal torn, resumes to the same bytes", async () => {
    const out = join(temporaryFolder(), "g.json");
    await (await begun(out)).stop("SIGKILL");
    truncateSync(`${out}.journal`, statSync(`${out}.journal`).size - 7);
    const run = runCli(["graph", EXAMPLE, "--out", out, "--resume", "--jobs", "1"]);
    expect(run.code).toBe(0);
    expect(words(run.err)).toMatch(/one line of .* could not be read; what was on it is computed again/);
    expect(readFileSync(out, "utf8")).toBe(whole);
  });
});

test("columns that share a name, and long names that begin alike, can be told apart", () => {
  const long = "a name that is far too long for a line";
  const text = csv.replace("id,a,b,c,d,e,f", `id,${long} 1,same,same,${long} 2,e,f`);
  const { out } = runCli(["graph", temporaryFile("names.csv", text), "--quiet"]);
  expect(out).toMatch(/^ {2}same \[3\] +→ same \[4\]/m);
  expect(out).toMatch(/^ {2}1: a name that is f… → same \[3\]/m);
  expect(out).toContain("no arrow touches 4: a name that is f…");
});

test("rows that follow each other get no arrows, unless their order is said to mean nothing", () => {
  const walk = seededRng(3);
  let [a, b] = [0, 0];
  const rows = Array.from({ length: 150 }, () => {
    a = 0.95 * a + walk.normal();
    b = 0.9 * b + a * a * 0.1 + walk.normal();
    return `${a},${b}`;
  });
  const file = temporaryFile("series.csv", `a,b\n${rows.join("\n")}\n`);
  const { code, out } = runCli(["graph", file, "--quiet"]);
  expect(code).toBe(0);
  expect(out).toContain("No arrows are given, because rows follow each other.");
  expect(words(out)).toMatch(
    /fail Rows follow each other: .*use one row of each\. Only where rows are independent .*--unordered/,
  );
  expect(runCli(["graph", file, "--quiet", "--unordered"]).out).not.toContain("rows follow each other");
});
