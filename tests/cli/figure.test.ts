import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bestRoutines, type Figure } from "causal-velocity";
import { paperFigures } from "causal-velocity/lab";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runCli } from "./run-cli.js";

/** What becomes of a figure on its way through JSON. */
const throughJson = (figure: Figure): unknown =>
  JSON.parse(JSON.stringify(figure, (_, value) => (value instanceof Float64Array ? Array.from(value) : value)));

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

describe("causal-velocity figure", () => {
  test.each(paperFigures.map((entry) => [entry.name, entry] as const))(
    "%s: the library's figure as JSON",
    (name, entry) => {
      // The studies have 500 rows at least; 500 curves would not fit into the pipe.
      const small = { rows: name === "curve-families" ? 20 : 500, pairs: 2, seed: 3 };
      const asked = entry.takes.map((key) => [key, small[key]] as const);
      const { code, out, err } = runCli([
        "figure",
        name,
        ...asked.flatMap(([key, value]) => [`--${key}`, String(value)]),
      ]);
      expect([code, err]).toEqual([0, ""]);
      const { schema, figure } = JSON.parse(out);
      expect(schema).toBe("causal-velocity/figure@1");
      const expected = entry.make({ routines: bestRoutines(), ...Object.fromEntries(asked) });
      expect(figure).toEqual(throughJson(expected));
      expect(figure.panels[0].marks.length).toBeGreaterThan(0);
    },
  );

  test("--out writes the same bytes, once, and prints the caption; --force writes over them", () => {
    const file = join(temporaryFolder(), "concept.json");
    const first = runCli(["figure", "concept", "--out", file]);
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(oneLine(first.out)).toMatch(/concept\.json\. Left: 400 rows .*\(seed 0\)/);
    const written = readFileSync(file, "utf8");
    expect(written).toBe(runCli(["figure", "concept"]).out);
    const refused = runCli(["figure", "concept", "--seed", "1", "--out", file]);
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(oneLine(refused.err)).toMatch(/a file that exists; expected a new or empty place.*--force/);
    expect(readFileSync(file, "utf8")).toBe(written);
    expect(runCli(["figure", "concept", "--seed", "1", "--out", file, "--force"]).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(runCli(["figure", "concept", "--seed", "1"]).out);
  });

  test("a file that cannot be written is refused before the figure is computed", () => {
    const file = join(temporaryFolder(), "no-such-folder", "gof.json");
    // 10,000 datasets take the better part of an hour.
    const run = runCli(["figure", "gof-sample-size", "--pairs", "10000", "--out", file]);
    expect(run.code).toBe(3);
    expect(oneLine(run.err)).toMatch(/no such folder.*Make the folder first/);
    expect(existsSync(file)).toBe(false);
  });

  test("--list names every figure with its label, its time and its options", () => {
    const list = oneLine(runCli(["figure", "--list"]).out);
    for (const { name, label, seconds, takes } of paperFigures) {
      expect(list).toContain(`(${label}; about ${seconds} s; ${takes.map((key) => `--${key}`).join(", ")})`);
      expect(list).toContain(name);
    }
    const records = JSON.parse(runCli(["figure", "--list", "--json"]).out).figures;
    expect(records).toEqual(paperFigures.map(({ make: _, ...about }) => about));
  });

  test("--help lists the figures; so does the overview, of the command", () => {
    const help = runCli(["figure", "--help"]).out;
    for (const { name } of paperFigures) expect(help).toContain(`\n  ${name} `);
    expect(runCli(["--help"]).out).toContain("causal-velocity figure NAME");
    for (const line of help.split("\n")) expect(line.length).toBeLessThanOrEqual(78);
  });
});

describe("causal-velocity figure refuses, with exit code, code, place and remedy", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["no name", [], /no name; expected one NAME, or --list/],
    ["two names", ["concept", "score-error"], /2 names; expected one NAME/],
    ["an unknown name", ["magic"], /"magic"; expected one of concept, curve-families/],
    [
      "pairs of a figure without",
      ["concept", "--pairs", "3"],
      /--pairs: given for concept; expected one of the figures/,
    ],
    ["no pairs", ["score-error", "--pairs", "0"], /--pairs: 0; expected a whole number from 1/],
    ["rows that are no number", ["concept", "--rows", "many"], /--rows: "many"; expected a whole number/],
    ["no rows", ["concept", "--rows", "0"], /--rows: 0; expected a whole number from 1/],
    ["a negative seed", ["concept", "--seed=-1"], /--seed: "-1"/],
    ["a file no figure is written to", ["concept", "--out", "a.pdf"], /--out: "a.pdf"; expected a file that ends in/],
    ["a file without an ending", ["concept", "--out", "figures.d/json"], /expected a file that ends in/],
    ["a place without a name", ["concept", "--out", ""], /--out: ""; expected a file that ends in/],
    ["a list of one", ["--list", "concept"], /--list: with concept; expected --list alone/],
    ["a list with a seed", ["--list", "--seed", "1"], /--list: with --seed/],
    ["an unknown option", ["concept", "--colour"], /--colour/],
  ])("%s", (_, args, message) => {
    const plain = runCli(["figure", ...args]);
    expect([plain.code, plain.out]).toEqual([2, ""]);
    expect(oneLine(plain.err)).toMatch(message);
    const { error } = JSON.parse(runCli(["figure", ...args, "--json"]).err);
    expect(error.code).toBe("wrong-option");
    for (const part of ["place", "value", "expected", "remedy"]) expect(error[part]).not.toBe("");
  });
});
