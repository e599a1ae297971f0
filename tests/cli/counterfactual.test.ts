import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { counterfactual, pairFromTable, parseTable, seededRng } from "causal-velocity";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../../packages/causal-velocity/src/cli/printable.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runCli, temporaryFile } from "./run-cli.js";

const rng = seededRng(21);
const rows = Array.from({ length: 300 }, () => {
  const x = rng.normal();
  return { x, y: Math.sin(1.5 * x) + 0.5 * x + 0.3 * rng.normal() };
});
// The third row lacks its effect: rows are counted in the file, not among those used.
const lines = rows.map(({ x, y }, i) => `${i},${x},${i === 2 ? "NA" : y}\n`);
const csv = `id,dose,response\n${lines.join("")}`;
const file = temporaryFile("trial.csv", csv);
const pair = pairFromTable(parseTable(csv), { x: "dose", y: "response" });
const base = ["counterfactual", file, "--cause", "dose", "--effect", "response"];
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

describe("causal-velocity counterfactual", () => {
  test("--json: the library's answer for a row of the file", () => {
    const { code, out, err } = runCli([...base, "--row", "5", "--to", "0.7", "--json"]);
    expect([code, err]).toEqual([0, ""]);
    const record = JSON.parse(out);
    const from = { cause: rows[4].x, effect: rows[4].y };
    const answer = counterfactual(pair, { direction: "x->y", from, to: [0.7] });
    const [{ cause, effect, low, high, supported }] = answer.to;
    expect(record).toMatchObject({
      schema: "causal-velocity/counterfactual@1",
      cause: "dose",
      effect: "response",
      from,
      to: [{ cause, effect, low, high, supported }],
      method: "location-scale",
      seed: 0,
      rows: { read: 300, used: 299, reasons: { missing: 1 } },
      findings: [],
    });
  });

  test("one value: a sentence with the band", () => {
    const { out } = runCli([...base, "--at", "-0.5,-0.6", "--to", "0.7"]);
    expect(oneLine(out)).toMatch(
      /Had dose been 0\.7 instead of -0\.5, response would have been [\d.]+ \([\d.]+ to [\d.]+\) instead of -0\.6\./,
    );
    for (const line of out.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });

  test("a grid: one line for each value, and where the data end", () => {
    const { out } = runCli([...base, "--row", "1", "--to-grid", "-9:1:3", "--to", "0.5"]);
    expect(out).toMatch(/^ +-9 .* outside the data$/m);
    expect(out).toMatch(/^ +0\.5 +[\d.-]+ +[\d.-]+ +[\d.-]+$/m);
    expect(oneLine(out)).toContain("In row 1, where dose was");
    expect(oneLine(out)).toMatch(/warn \d of 4 answers lie, or are reached, outside the data/);
  });

  test("the same seed gives the same bytes, another seed another band", () => {
    const ask = (seed: string) => runCli([...base, "--row", "5", "--to", "0.7", "--json", "--seed", seed]).out;
    expect(ask("1")).toBe(ask("1"));
    expect(JSON.parse(ask("1")).to[0].low).not.toBe(JSON.parse(ask("2")).to[0].low);
  });

  test("--velocity and --basis choose the class of curves", () => {
    const method = (args: string[]) =>
      JSON.parse(runCli([...base, "--row", "5", "--to", "0.7", "--json", ...args]).out).method;
    expect(method(["--velocity", "v-anm"])).toBe("v-anm");
    expect(method(["--basis", "1, x, y"])).toBe("basis");
    expect(method(["--velocity", "b-lin", "--score", "kde"])).toBe("b-lin");
  });

  test("refuses where the flow blows up on the way", () => {
    // v = y² has a pole.
    const poles = Array.from({ length: 1500 }, () => {
      const x = rng.uniform();
      return `${x},${1 / (1 / (0.3 + 0.3 * rng.uniform()) - x)}\n`;
    });
    const args = ["counterfactual", "-", "--cause", "1", "--effect", "2", "--at", "0.5,0.7", "--to", "12"];
    const { code, err } = runCli([...args, "--velocity", "b-quad"], `a,b\n${poles.join("")}`);
    expect(code).toBe(2);
    expect(oneLine(err)).toMatch(
      /causal curve of "b": leaves every bound near "a" = .* choose another class in --velocity/,
    );
  });

  test("--out draws the answer, once", () => {
    const out = join(temporaryFolder(), "answer.svg");
    const args = [...base, "--row", "5", "--to-grid", "-1:1:9", "--out", out];
    expect(runCli(args).code).toBe(0);
    const svg = readFileSync(out, "utf8");
    expect(svg).toContain("response, had dose been different");
    expect(svg).toContain("band, nine in ten");
    expect(runCli(args)).toMatchObject({ code: 2, out: "" });
    expect(runCli([...args, "--force", "--theme", "dark"]).code).toBe(0);
    expect(readFileSync(out, "utf8")).not.toBe(svg);
  });

  test.each([
    [
      ["--row", "3", "--to", "1"],
      'option --row 3: no number in column "response"|--row 3: no number in column "response"',
    ],
    [["--row", "301", "--to", "1"], "a whole number from 1 to 300"],
    [["--row", "5", "--at", "1,2", "--to", "1"], "both; expected one of them"],
    [["--to", "1"], "neither; expected one of them"],
    [["--at", "1", "--to", "1"], "cause,effect with decimal points"],
    [["--at", "1,x", "--to", "1"], "expected a number such as"],
    [["--row", "5"], "no value to move to"],
    [["--row", "5", "--to-grid", "3:1:5"], "LOW below HIGH"],
    [["--row", "5", "--to", "1", "--velocity", "v-new"], "one of location-scale, v-lsnm"],
    [["--row", "5", "--to", "1", "--score", "kde"], "a --velocity that is fitted to scores"],
    [["--row", "5", "--to", "1", "--velocity", "v-anm", "--score", "best"], "one of stein"],
    [["--row", "5", "--to", "1", "--out", "answer.doc"], "a file that ends in .svg, .png, .json"],
    [["--row", "5", "--to", "1", "--out", "x.svg", "--theme", "blue"], "light or dark"],
    [["--row", "5", "--to", "1", "--theme", "dark"], "--theme: without a picture"],
    [["--row", "5", "--to", "1", "--out", "x.png", "--width", "200000"], "pixels from 240 to 5000"],
    [["--row", "5", "--to", "1", "--out", "x.svg", "--json"], "both; expected one of them"],
    [["--row", "5", "--to", "1e400"], "expected a number such as"],
  ])("%j is refused: %s", (args, words) => {
    const { code, out, err } = runCli([...base, ...args]);
    expect([code, out]).toEqual([2, ""]);
    expect(oneLine(err)).toMatch(new RegExp(words.replaceAll(".", "\\.")));
  });

  test("numbers keep the digits that the band leaves, and questions are repeated as they were asked", () => {
    const offset = rows.map(({ x, y }) => `${1e9 + x},${101325 + 12 * y}\n`);
    const args = [
      "counterfactual",
      "-",
      "--cause",
      "1",
      "--effect",
      "2",
      "--at",
      "1000000000,101325",
      "--to",
      "1000000000.5",
    ];
    const { out } = runCli(args, `altitude,pressure\n${offset.join("")}`);
    expect(oneLine(out)).toMatch(
      /Had altitude been 1000000000\.5 instead of 1000000000, pressure would have been 1013\d\d\.\d+ \(1013\d\d\.\d+ to 1013\d\d\.\d+\) instead of 101325\./,
    );
  });

  test("--json has the columns' own names, also of those that run from right to left", () => {
    const hebrew = csv.replace("dose", "גיל").replace("response", "שכר");
    const args = ["counterfactual", "-", "--cause", "גיל", "--effect", "שכר", "--row", "5", "--to", "0.7", "--json"];
    expect(JSON.parse(runCli(args, hebrew).out)).toMatchObject({ cause: "גיל", effect: "שכר" });
  });

  test("asks for the cause and the effect: the direction is the user's to say", () => {
    const { code, err } = runCli(["counterfactual", file, "--row", "5", "--to", "1"]);
    expect(code).toBe(2);
    expect(oneLine(err)).toMatch(/no --cause; .*decide helps to find out/);
    expect(existsSync("answer.doc")).toBe(false);
  });
});
