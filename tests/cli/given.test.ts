import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decide, decidePairs, pairFromTable, pairsSentences, pairsSummary, parseTable } from "causal-velocity";
import { shapedGraph } from "causal-velocity/lab";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../../packages/causal-velocity/src/cli/printable.js";
import { withBrowser } from "../support/browser.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runCli, temporaryFile } from "./run-cli.js";

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

/** A table with the columns dose, response, age and a label. */
function tableOf(shape: "fork" | "chain", direct: boolean): string {
  const { columns, x, y, z } = shapedGraph({ shape, direct, mechanism: "location-scale", rows: 400 }, 5);
  const [dose, response, age] = [x, y, z].map((place) => columns[place]?.values ?? new Float64Array());
  const rows = Array.from({ length: 400 }, (_, i) =>
    [dose?.[i], response?.[i], i === 3 ? "NA" : age?.[i], "m"].join(","),
  );
  return `dose,response,age,sex\n${rows.join("\n")}\n`;
}

const csv = tableOf("fork", true);
const file = temporaryFile("fork.csv", csv);
const between = temporaryFile("chain.csv", tableOf("chain", false));
const choice = ["--x", "dose", "--y", "response", "--given", "age"];

describe("decide --given", () => {
  test("says what is given, what that assumes and how likely it is", () => {
    const { code, out, err } = runCli(["decide", file, ...choice]);
    expect([code, err]).toEqual([0, ""]);
    for (const line of out.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    const text = oneLine(out);
    expect(text).toMatch(/dose → response given age, 9\d% sure/);
    expect(text).toMatch(
      /given age is taken as a cause of both columns or of neither; that it is no effect of them is/,
    );
    expect(text).toMatch(/direct that one column drives the other directly is 9\d% likely/);
    expect(text).toContain("400 read, 399 used");
  });

  test("is what the library gives, and needs no --x and --y if only two columns are left", () => {
    const own = decide(pairFromTable(parseTable(csv), { x: "dose", y: "response", given: ["age"] }));
    for (const args of [choice, ["--given", "3"]]) {
      const record = JSON.parse(runCli(["decide", file, ...args, "--json"]).out);
      expect(record).toMatchObject({ verdict: own.verdict, margin: own.margin, given: own.given, method: "given" });
    }
  });

  test("a column between the two is reported, and nothing is left between them", () => {
    const text = oneLine(runCli(["decide", between, ...choice]).out);
    expect(text).toContain("Cannot tell: given age, nothing is left between the columns.");
    expect(text).toContain('"age" seems to lie between "dose" and "response"');
  });

  test("says where it cannot be told what a given column is", () => {
    const flags = ["--x", "growth", "--y", "yield", "--given", "moisture"];
    const text = oneLine(runCli(["decide", "examples/greenhouse.csv", ...flags]).out);
    expect(text).toContain('Whether "moisture" is a cause or an effect of "growth" cannot be told; the probability');
  });

  test("goes with --stability", () => {
    expect(oneLine(runCli(["decide", file, ...choice, "--stability"]).out)).toMatch(/halves \d+% of 20 random halves/);
  });

  test.each([
    [["--method", "v-anm"], /--method: "v-anm"; expected default, since --given is set/],
    [["--without", "learned"], /--without: "learned"; expected none, since --given is set/],
    [["--basis", "1, x"], /--basis: "1, x"; expected none, since --given is set/],
    [["--compare"], /options --compare, --given: both/],
    [["--given", "dose"], /--given: "dose"; expected columns other than those of the pair/],
    [["--given", "age,age"], /--given: "age"; expected columns other than those of the pair, each once/],
    [["--given", ""], /--given: nothing; expected columns by name or number/],
    [["--given", "weight"], /--given "weight": no such column/],
  ])("refuses %j", (flags, message) => {
    const { code, err } = runCli(["decide", file, ...choice, ...flags]);
    expect([code, oneLine(err)]).toEqual([2, expect.stringMatching(message)]);
  });
});

test("a category can be given to one pair, not to many", () => {
  let row = 0;
  const levels = temporaryFile(
    "levels.csv",
    csv.replaceAll(/m$/gm, () => (row++ % 3 === 1 ? "f" : "m")),
  );
  for (const command of ["decide", "explain"]) {
    const { code, out, err } = runCli([
      command,
      levels,
      "--x",
      "dose",
      "--y",
      "response",
      "--given",
      "age,sex",
      "--json",
    ]);
    expect([code, err]).toEqual([0, ""]);
    const record = JSON.parse(out);
    expect((record.decision ?? record).given.columns).toEqual(["age", "sex = f"]);
  }
  const many = runCli(["pairs", levels, "--quiet", "--given", "sex"]);
  expect([many.code, oneLine(many.err)]).toEqual([3, expect.stringContaining("where one pair is decided")]);
  const single = runCli(["decide", file, "--x", "1", "--y", "2", "--given", "sex"]);
  expect([single.code, oneLine(single.err)]).toEqual([3, expect.stringContaining('column "sex = m"')]);
});

describe("explain --given", () => {
  test("shows what conditioning changed, as text and as JSON", () => {
    const { code, out, err } = runCli(["explain", between, ...choice]);
    expect([code, err]).toEqual([0, ""]);
    expect(oneLine(out)).toMatch(
      /What conditioning changed Alone: .* Given: Cannot tell: given age, nothing is left between the columns\./,
    );
    const { decision, alone, figures } = JSON.parse(runCli(["explain", between, ...choice, "--json"]).out);
    expect(decision.given.columns).toEqual(["age"]);
    expect(alone).not.toHaveProperty("given");
    expect(alone.rows).toEqual(decision.rows);
    expect(figures.map(({ id }: { id: string }) => id)).not.toContain("evidence");
  });

  test("and as a section of the report", async () => {
    const page = join(temporaryFolder(), "report.html");
    expect(runCli(["explain", file, ...choice, "--out", page]).code).toBe(0);
    const section = await withBrowser(async (tab) => {
      await tab.setContent(readFileSync(page, "utf8"));
      return tab.innerText("section[aria-labelledby=conditioning]");
    });
    expect(oneLine(section)).toMatch(
      /What conditioning changed Alone .* Given age dose drives response given age, 9\d% sure/,
    );
  });
});

describe("pairs --given", () => {
  test("decides every pair of the other columns given it, and says so", async () => {
    const out = join(temporaryFolder(), "pairs.csv");
    const run = runCli(["pairs", file, "--given", "age", "--out", out, "--jobs", "2", "--quiet"]);
    expect(run.code).toBe(0);
    const outcomes = await decidePairs(parseTable(csv), { given: ["age"] }, { jobs: 1 });
    expect(outcomes.map(({ names }) => names)).toEqual([{ x: "dose", y: "response" }]);
    expect(outcomes[0]?.decision?.given?.columns).toEqual(["age"]);
    expect(pairsSummary(outcomes).given).toEqual(["age"]);
    for (const sentence of pairsSentences(pairsSummary(outcomes))) expect(oneLine(run.out)).toContain(sentence);
    expect(oneLine(run.out)).toContain("Of 1 pair, each decided given age, 1 got a direction");
    expect(readFileSync(out, "utf8").split("\n")[1]).toMatch(/^dose,response,x->y,.*,given,0,/);
  });

  test.each([
    [["--method", "v-anm"], /--method: "v-anm"; expected default, since --given is set/],
    [["--queue", "postgres://localhost/none"], /options --given, --queue: both/],
    [["--columns", "dose,age"], /--given: "age"; expected columns other than those of the pair/],
  ])("refuses %j", (flags, message) => {
    const { code, err } = runCli(["pairs", file, "--given", "age", "--quiet", ...flags]);
    expect([code, oneLine(err)]).toEqual([2, expect.stringMatching(message)]);
  });
});
