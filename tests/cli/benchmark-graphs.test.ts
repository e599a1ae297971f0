import { readFileSync } from "node:fs";
import { join } from "node:path";
import { graphDifference, graphMethodNamed, graphShares, simulateGraph } from "causal-velocity/lab";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { heldRun } from "./held-run.js";
import { runCli } from "./run-cli.js";

const read = (...path: string[]) => readFileSync(join(...path), "utf8");

/** Runs a benchmark that must succeed; returns what it prints. */
function benchmark(...args: string[]): string {
  const { code, out, err } = runCli(["benchmark-graphs", ...args, "--quiet"]);
  expect([code, err]).toEqual([0, ""]);
  return out;
}

test("--json: every method on the graphs of the library, with its metrics and paired differences", () => {
  const settings = { topology: "scale-free", mechanism: "mixed", columns: 4, degree: 2, rows: 150 } as const;
  const name = "mixed:scale-free:columns=4:rows=150";
  const methods = ["flow-graph", "cam", "variance-order"];
  const args = ["--settings", name, "--methods", methods.join(), "--graphs", "4", "--seed", "5", "--json"];
  const { records } = JSON.parse(benchmark(...args));
  const graphs = [5, 6, 7, 8].map((seed) => simulateGraph(settings, seed));
  const differences = methods.map((method) =>
    graphs.map(({ columns, parents }, k) => {
      const found = graphMethodNamed(method).find(
        columns.map(({ values }) => values),
        { seed: 5 + k },
      );
      return graphDifference(found, parents);
    }),
  );
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const shds = differences.map((own) => own.map(({ shd }) => shd));
  records.forEach((record: Record<string, unknown>, m: number) => {
    const own = differences[m] ?? [];
    // The other rival of a rival; of our method, the better of the two.
    const others = [1, 2].filter((other) => other !== m).sort((a, b) => mean(shds[a] ?? []) - mean(shds[b] ?? []));
    const best = others[0] ?? 0;
    expect(record).toMatchObject({
      ...settings,
      ...graphShares(own),
      setting: name,
      method: methods[m],
      graphs: 4,
      failed: 0,
      shd: mean(shds[m] ?? []),
      bestRival: methods[best],
      difference: mean(own.map(({ shd }, k) => shd - (shds[best]?.[k] ?? Number.NaN))),
      results: own.map((difference, k) => ({ graph: k + 1, ...difference })),
    });
  });
});

test("the same bytes on one thread and two, and by a run that adds settings, methods and graphs to an earlier one", () => {
  const [one, two] = [join(temporaryFolder(), "one"), join(temporaryFolder(), "two")];
  const all = ["--settings", "additive:columns=3:rows=80, linear:columns=3:rows=80", "--graphs", "3"];
  benchmark(...all, "--methods", "cam,pc,r2-order", "--jobs", "2", "--out", two);
  benchmark(
    "--settings",
    "additive:rows=80:columns=3",
    "--graphs",
    "2",
    "--methods",
    "pc",
    "--jobs",
    "1",
    "--out",
    one,
  );
  expect(read(one, "journal.jsonl").trim().split("\n")).toHaveLength(1 + 2);
  benchmark(...all, "--methods", "cam,pc,r2-order", "--jobs", "1", "--out", one);
  // A header, and one answer for each of 2 settings, 3 graphs and 3 methods.
  expect(read(one, "journal.jsonl").trim().split("\n")).toHaveLength(1 + 2 * 3 * 3);
  for (const file of ["results.json", "results.csv"]) expect(read(one, file)).toBe(read(two, file));
  const { code, err } = runCli(["benchmark-graphs", ...all, "--seed", "1", "--out", one, "--quiet"]);
  expect([code, err.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringContaining("a run with other settings")]);
});

test("the text fits a terminal, and the page has a table for each setting", () => {
  const out = join(temporaryFolder(), "out");
  const text = benchmark(
    "--settings",
    "mixed:columns=3:rows=60,linear:columns=3:rows=60",
    "--graphs",
    "2",
    "--out",
    out,
  );
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect(text).toMatch(/\n {2}method +SHD +± +to best +± .* s\n {2}flow-graph /);
  const page = read(out, "graphs.md");
  expect(page).toContain("\n## mixed:columns=3:rows=60\n");
  expect(page).toContain("\nOnly 2 graphs of a setting were made: means are rough.");
  expect(page).toMatch(/\| linear:columns=3:rows=60 \| 2 \|( \**\d\.\d\d\** \|){9} [+-]\d\.\d\d ± \d\.\d\d \|/);
});

test("a failed method counts in nothing and is named", () => {
  const text = benchmark("--settings", "additive:columns=20:rows=50", "--graphs", "2", "--methods", "cam,pc");
  expect(text).toMatch(/\n {2}cam +-/);
  expect(text.replaceAll(/\s+/g, " ")).toContain("cam: failed on 2 of 2 graphs, which count in no number: ");
});

test.each([
  [["--settings", "cubic"], /--settings: "cubic"; expected one of additive-gaussian,/],
  [["--settings", "mixed:columns=1"], /expected 2 columns or more/],
  [["--settings", "mixed:rows=1.5"], /expected 20 rows or more/],
  [["--settings", "mixed, mixed:columns=7"], /"mixed" twice/],
  [["--methods", "cam,magic"], /--methods: "magic"; expected one of flow-graph, cam,/],
  [["--graphs", "0"], /--graphs: 0; expected 1 to/],
  [["file.csv"], /"file.csv"; expected options only/],
])("%j is refused", (args, message) => {
  const { code, err } = runCli(["benchmark-graphs", ...args]);
  expect(code).toBe(2);
  expect(err.replaceAll(/\s+/g, " ")).toMatch(message);
});

test("a stopped run says how it is resumed", async () => {
  const out = join(temporaryFolder(), "out");
  const args = ["benchmark-graphs", "--graphs", "5", "--methods", "variance-order", "--jobs", "1", "--out", out];
  const run = await heldRun(args, "2 output", join(out, "journal.jsonl"), 2);
  const { code, err } = await run.stop("SIGINT");
  expect(code).toBe(130);
  expect(err).toMatch(/Stopped after 2 of \d+ graphs\. They are kept in .*: the same command/);
});
