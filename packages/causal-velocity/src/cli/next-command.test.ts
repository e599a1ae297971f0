import { execFileSync } from "node:child_process";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { commandLine, flagWords, type GivenCommand, nextCommands } from "./next-command.js";

const HOSTILE = [
  "plain.csv",
  "a b.csv",
  "it's",
  'say "f"',
  "$(rm -rf x)",
  "`x`",
  "a;b",
  "!x",
  "sex == 'f'",
  "a\\b",
  "ä",
  "",
];

test("a shell reads the words back as they are", () => {
  const line = commandLine(HOSTILE, "linux") as string;
  expect(line).toMatch(/^npx causal-velocity plain\.csv 'a b\.csv' "it's" /);
  const words = line.slice("npx causal-velocity ".length);
  const read = execFileSync("sh", ["-c", `printf '%s\\n' ${words}`]).toString();
  expect(read.split("\n").slice(0, -1)).toEqual(HOSTILE);
});

test("words with unseen characters are not offered for pasting", () => {
  for (const word of ["a\nb", "a\u001bb", "a\u202eb"]) expect(commandLine([word])).toBeUndefined();
});

test("flags as they were given; values and files that begin with a minus stay values and files", () => {
  const values = {
    x: "dose",
    with: ["a = b", "c = d"],
    missing: "-999",
    header: true,
    "no-header": false,
    y: undefined,
  };
  expect(flagWords(values, ["x", "y", "with", "missing", "header", "no-header", "log"])).toEqual([
    ...["--x", "dose", "--with", "a = b", "--with", "c = d", "--missing=-999", "--header"],
  ]);
});

describe("what is offered at a terminal", () => {
  const original = process.stdout.isTTY;
  const decision = { names: { x: "dose", y: "the response" }, findings: [] };
  const whole = async () => parseTable("dose,the response,y\n1,2,3\n2,1,4\n");
  const command = (values: object, file = "trial.csv"): GivenCommand => ({
    ...{ name: "decide", positionals: [file], values },
    ...{ flags: ["seed", "missing", "log"], explained: ["seed", "log"] },
  });
  const doubt = (advised: Finding["advised"], column?: string): Finding => ({
    ...{ code: "heavy-tails", severity: "warn", sentence: "", advice: "", advised, column },
  });
  const doubtful = { ...decision, findings: [doubt({})] };
  beforeEach(() => {
    process.stdout.isTTY = true;
  });
  afterEach(() => {
    process.stdout.isTTY = original;
  });

  test("the command that shows why, for this file and these columns", async () => {
    const { explain } = (await nextCommands(command({ seed: "3", robust: true }), decision, whole)) ?? {};
    expect(explain?.()).toBe(
      "npx causal-velocity explain trial.csv --x dose --y 'the response' --seed 3 --out report.html",
    );
    expect((await nextCommands(command({ cause: "2" }, "-odd.csv"), decision, whole))?.explain()).toBe(
      "npx causal-velocity explain ./-odd.csv --x 2 --y 'the response' --out report.html",
    );
  });

  test("the same command with what a finding advises", async () => {
    const given = command({ seed: "3", missing: "x", x: "dose", y: "the response" });
    const { follow = () => undefined } = (await nextCommands(given, doubtful, whole)) ?? {};
    const start = "npx causal-velocity decide trial.csv --x dose --y 'the response' --seed 3";
    expect(follow(doubt({ log: ["dose"] }, "dose"))).toBe(`${start} --missing x --log dose`);
    expect(follow(doubt({ missing: ["-999"] }))).toBe(`${start} --missing x,-999`);
    expect(follow(doubt({ where: ["dose < 30", "[the response] > -2"] }))).toBe(
      `${start} --missing x --where 'dose < 30' --where '[the response] > -2'`,
    );
    expect(follow(doubt({ header: false }))).toBe(`${start} --missing x --no-header`);
    expect(follow(doubt({ decimal: "," }))).toBe(`${start} --missing x --decimal comma`);
    expect(follow(doubt(undefined))).toBeUndefined();
    expect(follow(doubt({ log: ["a, b"] }))).toBeUndefined();
  });

  test("nothing is advised about a column that was transformed before", async () => {
    const transformations = [{ kind: "log", text: "log(dose)", rows: 0 }] as const;
    const changed = { ...doubtful, names: { x: "log(dose)", y: "y" }, transformations };
    const { follow = () => "" } = (await nextCommands(command({ x: "dose", y: "y" }), changed, whole)) ?? {};
    expect(follow(doubt({ log: ["log(dose)"] }, "log(dose)"))).toBeUndefined();
    expect(follow(doubt({ where: ["y < 3"] }))).toBeUndefined();
    expect(follow(doubt({ log: ["y"] }, "y"))).toBe("npx causal-velocity decide trial.csv --x dose --y y --log y");
  });

  test("nothing where nobody reads, with --quiet, and for a table from a pipe", async () => {
    expect(await nextCommands(command({ quiet: true }), decision, whole)).toBeUndefined();
    expect(await nextCommands(command({}, "-"), decision, whole)).toBeUndefined();
    process.stdout.isTTY = false;
    expect(await nextCommands(command({}), decision, whole)).toBeUndefined();
  });
});
