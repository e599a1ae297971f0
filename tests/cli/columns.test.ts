import { readFileSync } from "node:fs";
import { decide, pairFromTable, parseTable, seededRng, transformTable } from "causal-velocity";
import { describe, expect, test } from "vitest";
import { runCli, temporaryFile } from "./run-cli.js";

const rng = seededRng(25);
const people = Array.from({ length: 400 }, (_, i) => {
  const income = Math.exp(rng.normal());
  const spend = income * income + 0.2 * rng.uniform();
  const [height, age] = [1.7 + 0.1 * rng.normal(), 10 + Math.floor(60 * rng.uniform())];
  const mass = 22 * height * height + 3 * rng.normal();
  return { id: i + 1, sex: i % 3 === 0 ? "m" : "f", age, height, mass, income: i === 9 ? -1 : income, spend };
});
const csv = `id,sex,age,height,body mass,income,spend\n${people.map((row) => Object.values(row).join(",")).join("\n")}\n`;
const file = temporaryFile("people.csv", csv);
const OPTIONS = {
  with: ["bmi = [body mass] / height^2"],
  where: ["age > 18", 'sex == "f"'],
  log: ["income", "spend"],
};
const FLAGS = [
  ...["--with", OPTIONS.with[0] as string, "--where", "age > 18", "--where", 'sex == "f"', "--log", "income,spend"],
];

const printed = (...args: string[]): string => {
  const { code, out, err } = runCli(args);
  expect([code, err]).toEqual([0, ""]);
  return out;
};
const refused = (...args: string[]): string => {
  const { code, err } = runCli(args);
  expect(code).toBeGreaterThan(1);
  return err.replaceAll(/\s+/g, " ");
};

describe("what a column is", () => {
  test("the command decides what the library decides on the transformed table, and says what was done", () => {
    const args = ["decide", file, "--x", "income", "--y", "spend", ...FLAGS];
    const record = JSON.parse(printed(...args, "--json"));
    const table = transformTable(parseTable(csv), OPTIONS);
    const decision = decide(pairFromTable(table, { x: "income", y: "spend" }));
    expect(record).toMatchObject({ x: "log(income)", y: "log(spend)", margin: decision.margin, rows: decision.rows });
    expect(record.transformations).toEqual(decision.transformations);
    const used = people.filter(({ age, sex, income }) => age > 18 && sex === "f" && income > 0);
    expect(record.rows).toMatchObject({ read: 400, used: used.length });
    const text = printed(...args);
    expect(text).toContain("log(income) → log(spend)");
    expect(text).toMatch(/ {2}with {4}bmi = \[body mass\] \/ height\^2\n {2}where {3}age > 18: \d+ rows set aside\n/);
    expect(text).toContain("  log     log(income), log(spend)\n");
  });

  test("it is the verdict on a file with the same numbers", () => {
    const used = people.filter(({ age, sex, income }) => age > 18 && sex === "f" && income > 0);
    const other = used.map(({ income, spend }) => `${Math.log(income)},${Math.log(spend)}`).join("\n");
    const plain = JSON.parse(printed("decide", temporaryFile("logs.csv", `income,spend\n${other}\n`), "--json"));
    const record = JSON.parse(printed("decide", file, "--x", "income", "--y", "spend", ...FLAGS, "--json"));
    expect(record.verdict).toBe(plain.verdict);
    expect(record.margin).toBeCloseTo(plain.margin, 6);
  });

  test("new columns are chosen like others; only what is needed is read", () => {
    const record = JSON.parse(printed("decide", file, "--x", "bmi", "--y", "age", ...FLAGS.slice(0, 2), "--json"));
    expect(record).toMatchObject({ x: "bmi", y: "age" });
    const text = printed("explain", file, "--x", "bmi", "--y", "age", ...FLAGS);
    expect(text).toMatch(/ {2}where {3}age > 18: \d+ rows set aside/);
  });

  test("pairs: names in CSV, transformations in JSON, the column of row numbers is still left out", () => {
    const record = JSON.parse(printed("pairs", file, ...FLAGS, "--jobs", "1", "--quiet", "--json"));
    expect(record.transformations).toHaveLength(5);
    const names = new Set(record.pairs.flatMap(({ x, y }: { x: string; y: string }) => [x, y]));
    expect([...names].sort()).toEqual(["age", "bmi", "body mass", "height", "log(income)", "log(spend)"]);
    const alone = JSON.parse(printed("decide", file, "--x", "height", "--y", "income", ...FLAGS, "--json"));
    const among = record.pairs.find(({ x, y }: { x: string; y: string }) => x === "height" && y === "log(income)");
    expect(among).toMatchObject({ margin: alone.margin, rows: alone.rows });
  });

  test("row numbers are those of the file; a row that was set aside has no answer", () => {
    const question = (row: string) => ["counterfactual", file, "--cause", "income", "--effect", "spend", "--row", row];
    const row = people.findIndex(({ age, sex }, i) => i > 50 && age > 18 && sex === "f") + 1;
    const record = JSON.parse(printed(...question(String(row)), ...FLAGS, "--to", "0.1", "--json"));
    const { income, spend } = people[row - 1] as (typeof people)[number];
    expect(record.from.cause).toBeCloseTo(Math.log(income), 12);
    expect(record.from.effect).toBeCloseTo(Math.log(spend), 12);
    expect(refused(...question("1"), ...FLAGS, "--to", "0.1")).toContain('--row 1: no number in column "log(income)"');
  });

  test("a value of a column is none of its logarithm", () => {
    const args = ["do", file, "--columns", "income,spend", "--log", "income", "--quiet", "--jobs", "1"];
    expect(refused(...args, "--set", "income=2")).toContain('expected one of "log(income)", which takes its place');
    expect(printed(...args, "--set", "log(income)=0.5")).toContain("log(income)");
  });

  test("reports and graphs say it too", () => {
    const out = `${file}.html`;
    printed("explain", file, "--x", "income", "--y", "spend", ...FLAGS, "--out", out, "--force");
    expect(readFileSync(out, "utf8")).toMatch(/<dt>Before<\/dt><dd>.*rows where age &gt; 18: \d+ rows set aside/);
    const graph = ["graph", file, "--columns", "income,spend,age", "--log", "income,spend", "--quiet", "--jobs", "1"];
    expect(printed(...graph, "--tiers", "age < income < spend")).toMatch(/ {2}log {5}log\(income\), log\(spend\)\n/);
  });

  test.each([
    [["--where", "agee > 18"], /--where, character 1: unknown name "agee".*Did you mean age\?/],
    [["--where", "age >"], /--where, character 6: the end; expected a number, a column/],
    [["--where", "sex > 3"], /column "sex": 400 of 400 cells are text.*--where 'sex == "m"'/],
    [["--where", "sex == 'x'"], /--where sex == 'x': true in none of 400 rows.*"sex" holds "m", "f"/],
    [["--with", "income = age"], /--with: "income = age"; expected a name that no other column has/],
    [["--with", "c = bmi"], /unknown name "bmi"/],
    [["--log", "incom"], /--log "incom": no such column.*Did you mean "income"\?/],
    [["--log", "sex"], /column "sex": 400 of 400 cells are text/],
  ])("%j", (flags, message) => {
    expect(refused("decide", file, "--x", "income", "--y", "spend", ...flags)).toMatch(message);
  });
});

describe("hints", () => {
  test.each([
    [["decidee", file], /unknown command "decidee".*Did you mean causal-velocity decide\?/],
    [["decide", file, "--wher", "age > 3"], /Unknown option '--wher'.*Did you mean --where\?/],
    [["decide", file, "--x", "incme", "--y", "spend"], /--x "incme": no such column.*Did you mean "income"\?/],
    [["decide", file, "--cause", "income", "--effect=spnd"], /--effect "spnd": no such column.*Did you mean "spend"\?/],
    [["decide", file, "--x", "income", "--y", "spend", "--method", "defualt"], /Did you mean "default"\?/],
    [["benchmark", "x", "--methods", "v-lsmn"], /Did you mean "v-lsnm"\?/],
    [["decide", file, "--x", "income", "--cause", "age"], /options --x, --cause: both/],
  ])("%j", (args, message) => {
    expect(refused(...args)).toMatch(message);
  });

  test("--cause and --effect stand for --x and --y", () => {
    const answer = (...columns: string[]) => printed("decide", file, ...columns, "--json");
    expect(answer("--cause", "age", "--effect", "spend")).toBe(answer("--x", "age", "--y", "spend"));
    expect(printed("explain", file, "--cause", "age", "--effect", "spend")).toBe(
      printed("explain", file, "--x", "age", "--y", "spend"),
    );
  });

  test("a column of categories is never a cause or an effect, and the error says what it is for", () => {
    expect(refused("decide", file, "--x", "sex", "--y", "spend")).toMatch(
      /It holds categories \("m", "f"\), which have no order and are never a cause or an effect\..*--where 'sex == "m"'.*--given/,
    );
    const record = JSON.parse(printed("decide", file, "--x", "age", "--y", "spend", "--given", "sex", "--json"));
    expect(record.given.columns).toEqual([expect.stringMatching(/^sex = [mf]$/)]);
  });
});

describe("what a row is", () => {
  const stream = seededRng(7);
  const measured = Array.from({ length: 600 }, (_, i) => {
    const x = stream.normal();
    const y = x * x + x + 0.5 * stream.uniform();
    const school = i % 6;
    return [`s${school}`, `p${Math.floor(i / 12)}`, 20 * school + x, -30 * school + 4 * y, 1 + (i % 3)].join(",");
  });
  const text = `school,pupil,hours,score,weight\n${measured.join("\n")}\n`;
  const schools = temporaryFile("schools.csv", text);
  const pair = ["decide", schools, "--x", "hours", "--y", "score", "--unordered"];

  test("within groups the direction shows that levels of the groups hide", () => {
    expect(printed(...pair)).not.toContain("hours → score");
    const shown = printed(...pair, "--group", "school");
    expect(shown).toContain("hours → score");
    expect(shown).toMatch(/groups {2}6 of "school"; decided alone, \d of 6 point\s+this way/);
    const record = JSON.parse(printed(...pair, "--group", "school", "--json"));
    const decision = decide(pairFromTable(parseTable(text), { x: "hours", y: "score", group: "school" }), {
      unordered: true,
    });
    expect(record).toMatchObject({ margin: decision.margin, groups: decision.groups });
    expect(record.transformations).toEqual([{ kind: "group", text: "school", rows: 0 }]);
  });

  test("groups, clusters and weights go together, and reach explain", () => {
    const flags = ["--group", "school", "--cluster", "pupil", "--weights", "weight"];
    const record = JSON.parse(printed(...pair, ...flags, "--json"));
    expect(record).toMatchObject({ groups: { count: 6 }, clusters: { name: "pupil", count: 50 } });
    expect(record.rows.reasons.weights).toBeGreaterThan(100);
    const explained = JSON.parse(printed("explain", ...pair.slice(1), ...flags, "--json"));
    expect(explained.decision.margin).toBe(record.margin);
    const other = JSON.parse(printed(...pair, ...flags, "--seed", "1", "--json"));
    expect(other.margin).not.toBe(record.margin);
  });

  test("few subjects, other methods and --given are refused", () => {
    expect(refused(...pair, "--cluster", "school")).toContain("6 different values in 600 rows");
    expect(refused(...pair.slice(0, 6), "--cluster", "pupil", "--method", "v-lsnm")).toContain(
      "since --cluster is set",
    );
    expect(refused(...pair, "--group", "school", "--given", "weight")).toContain("since --given is set");
  });
});
