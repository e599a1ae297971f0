import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pairFromTable, parseTable } from "causal-velocity";
import { simulate, simulators, trueScores, trueVelocity } from "causal-velocity/lab";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runCli } from "./run-cli.js";

const read = (...path: string[]) => readFileSync(join(...path), "utf8");

describe("causal-velocity simulate", () => {
  test("one pair on standard output: the library's columns, to the last bit, x the cause", () => {
    const { code, out, err } = runCli(["simulate", "gaussian-anm", "--n", "50", "--seed", "7"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out.startsWith("x,y\n")).toBe(true);
    const pair = pairFromTable(parseTable(out));
    const expected = simulate("gaussian-anm", { n: 50, seed: 7 });
    expect(expected.truth).toBe("x->y");
    expect(pair.x).toEqual(expected.pair.x);
    expect(pair.y).toEqual(expected.pair.y);
  });

  test("decide reads what simulate writes: every row is used", () => {
    const table = runCli(["simulate", "an", "--n", "600", "--seed", "1"]).out;
    const { rows, x, y } = JSON.parse(runCli(["decide", "-", "--json"], table).out);
    expect([x, y, rows.read, rows.used]).toEqual(["x", "y", 600, 600]);
  });

  test.each(simulators.map(({ name }) => name))("%s: rows, and the same bytes for the same seed only", (name) => {
    const run = (seed: string) => runCli(["simulate", name, "--n", "30", "--seed", seed]).out;
    const first = run("3");
    expect(first.split("\n")).toHaveLength(32);
    expect(run("3")).toBe(first);
    expect(run("4")).not.toBe(first);
  });

  test("a folder in the archives' format: pairs, pairmeta, scores, what it takes to make it again", () => {
    const folder = join(temporaryFolder(), "new", "suite");
    const args = ["simulate", "gaussian-lsnm", "--pairs", "12", "--n", "25", "--seed", "2", "--out"];
    const { code, out } = runCli([...args, folder]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Wrote 12 pairs of gaussian-lsnm to .*suite; pairmeta.txt holds the truth\.\n$/);
    expect(readdirSync(folder).filter((name) => name.endsWith(".txt"))).toHaveLength(13);
    expect(JSON.parse(read(folder, "simulation.json"))).toMatchObject({
      schema: "causal-velocity/simulation@1",
      kind: "gaussian-lsnm",
      pairs: 12,
      n: 25,
      seed: 2,
    });
    const meta = read(folder, "pairmeta.txt").trimEnd().split("\n");
    expect(new Set(meta.map((line) => line.slice(5)))).toEqual(new Set(["1 1 2 2 1", "2 2 1 1 1"]));
    for (const [i, line] of meta.entries()) {
      const id = String(i + 1).padStart(4, "0");
      const simulated = simulate("gaussian-lsnm", { n: 25, seed: 2, number: i + 1, direction: "random" });
      expect(line).toBe(`${id} ${simulated.truth === "x->y" ? "1 1 2 2 1" : "2 2 1 1 1"}`);
      const pair = pairFromTable(parseTable(read(folder, `pair${id}.txt`), { header: false }));
      expect([pair.x, pair.y]).toEqual([simulated.pair.x, simulated.pair.y]);
      const side = parseTable(read(folder, `pair${id}_scores.csv`));
      const column = (name: string) => side.columns.find((candidate) => candidate.name === name)?.values;
      const scores = trueScores(simulated);
      expect(column("score_cause")).toEqual(scores?.scoreCause);
      expect(column("score_effect")).toEqual(scores?.scoreEffect);
      expect(column("joint_cause")).toEqual(scores?.jointCause);
      expect(column("joint_effect")).toEqual(scores?.jointEffect);
      expect(column("velocity")).toEqual(trueVelocity(simulated)?.v);
    }
    const again = join(temporaryFolder(), "again");
    runCli([...args, again]);
    for (const name of readdirSync(folder)) expect(read(again, name)).toBe(read(folder, name));
  });

  test("kinds without a direction have zeros in pairmeta; kinds without a mechanism have no score files", () => {
    const folder = temporaryFolder();
    expect(runCli(["simulate", "hidden-cause", "--pairs", "1", "--n", "20", "--out", folder]).code).toBe(0);
    expect(read(folder, "pairmeta.txt")).toBe("0001 0 0 0 0 0\n");
    expect(existsSync(join(folder, "pair0001_scores.csv"))).toBe(false);
    const without = temporaryFolder();
    runCli(["simulate", "linear-gaussian", "--n", "20", "--no-scores", "--out", without]);
    const files = readdirSync(without).sort();
    expect(files.slice(0, 2)).toEqual(["pair0001.txt", "pair0002.txt"]);
    expect(files.slice(-3)).toEqual(["pair0100.txt", "pairmeta.txt", "simulation.json"]);
  });

  test("--as-published changes the paper's kinds: six equal coefficients, and other columns", () => {
    const run = (...more: string[]) => runCli(["simulate", "gaussian-velocity", "--n", "20", ...more]).out;
    expect(run("--as-published")).not.toBe(run());
    const { mechanism } = simulate("gaussian-velocity", { n: 1, asPublished: true });
    // With θ·(1 + sin x + sin y + cos x + cos y + sin(x + y)), f(x, e) solves that equation; at (0, 0) its slope is 3θ.
    const slope = ((mechanism?.effect(1e-4, 0) ?? NaN) - (mechanism?.effect(-1e-4, 0) ?? NaN)) / 2e-4;
    const theta = slope / 3;
    const atOther = ((mechanism?.effect(1e-4, Math.PI) ?? NaN) - (mechanism?.effect(-1e-4, Math.PI) ?? NaN)) / 2e-4;
    // At (0, π): θ·(1 + 0 + 0 + 1 − 1 + 0) = θ.
    expect(atOther).toBeCloseTo(theta, 5);
  });

  test("a file is written once, a folder only if empty; --force overrides", () => {
    const folder = temporaryFolder();
    const file = join(folder, "pair.csv");
    expect(runCli(["simulate", "anm", "--n", "20", "--out", file]).out).toContain("x is the cause");
    expect(read(file)).toBe(runCli(["simulate", "anm", "--n", "20"]).out);
    const refused = runCli(["simulate", "anm", "--n", "20", "--out", file]);
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err.replaceAll(/\s+/g, " ")).toMatch(/a file that exists; expected a new or empty place.*--force/);
    writeFileSync(join(folder, "mine.txt"), "keep");
    const taken = runCli(["simulate", "anm", "--n", "20", "--out", folder]);
    expect(taken.code).toBe(2);
    expect(taken.err.replaceAll(/\s+/g, " ")).toContain("a folder with files in it");
    expect(runCli(["simulate", "anm", "--n", "21", "--out", file, "--force"]).code).toBe(0);
    expect(read(file).split("\n")).toHaveLength(23);
    expect(runCli(["simulate", "anm", "--n", "20", "--out", folder, "--force"]).code).toBe(0);
    expect(read(folder, "mine.txt")).toBe("keep");
  });
});

describe("causal-velocity simulate refuses, with exit code, code, place and remedy", () => {
  test.each<[string, readonly string[], number, string, RegExp]>([
    ["no kind", [], 2, "wrong-option", /no kind; expected one KIND/],
    ["two kinds", ["anm", "lsnm"], 2, "wrong-option", /2 kinds/],
    ["an unknown kind", ["magic"], 2, "wrong-option", /"magic"; expected one of velocity/],
    ["no rows", ["anm", "--n", "0"], 2, "wrong-option", /--n: 0; expected a whole number of rows from 1/],
    ["a negative number of rows", ["anm", "--n=-5"], 2, "wrong-option", /--n: "-5"; expected a whole number/],
    [
      "the same with a blank",
      ["anm", "--n", "-5"],
      2,
      "wrong-option",
      /--n: followed by a word that begins with -; .*=-value/,
    ],
    ["rows that are no number", ["anm", "--n", "many"], 2, "wrong-option", /--n: "many"/],
    ["a negative seed", ["anm", "--seed=-1"], 2, "wrong-option", /--seed/],
    ["several pairs without a folder", ["anm", "--pairs", "3"], 2, "wrong-option", /--out DIR for several pairs/],
    ["several pairs in one file", ["anm", "--pairs", "3", "--out", "a.csv"], 2, "wrong-option", /--out DIR/],
    ["no pairs", ["anm", "--pairs", "0"], 2, "wrong-option", /--pairs: 0; expected 1 to 9999/],
    ["a published variant that does not exist", ["an", "--as-published"], 2, "wrong-option", /--as-published.*not an/],
    ["a folder inside a file", ["anm", "--n", "5", "--out", "package.json/x"], 3, "unwritable-file", /is a file/],
    ["a file in no folder", ["anm", "--n", "5", "--out", "no/such/a.csv"], 3, "unwritable-file", /no such.*Make the/],
    // Linux says there is no such folder, other systems that it may not be written.
    ["a folder where none can be made", ["anm", "--n", "5", "--out", "/proc/x"], 3, "unwritable-file", /be made|writ/],
    ["a place without a name", ["anm", "--n", "5", "--out", ""], 2, "wrong-option", /--out: ""; expected a folder, or/],
    ["an unknown option", ["anm", "--colour"], 2, "wrong-option", /--colour/],
  ])("%s", (_, args, exitCode, code, message) => {
    const plain = runCli(["simulate", ...args]);
    expect([plain.code, plain.out]).toEqual([exitCode, ""]);
    expect(plain.err.replaceAll(/\s+/g, " ")).toMatch(message);
    const { error } = JSON.parse(runCli(["simulate", ...args, "--json"]).err);
    expect(error.code).toBe(code);
    for (const part of ["place", "value", "expected", "remedy"]) expect(error[part]).not.toBe("");
  });

  test("a refused option leaves no folder behind", () => {
    const folder = join(temporaryFolder(), "suite");
    expect(runCli(["simulate", "anm", "--n", "0", "--out", folder]).code).toBe(2);
    expect(existsSync(folder)).toBe(false);
  });
});
