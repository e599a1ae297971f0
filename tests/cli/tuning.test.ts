import { counterfactual, decide, fitDirection, pairFromTable, parseTable, seededRng } from "causal-velocity";
import { methodNamed } from "causal-velocity/lab";
import { lsnmVelocity, tunedScore, tunedVelocity } from "causal-velocity/model";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../../packages/causal-velocity/src/cli/printable.js";
import { velocityCandidates } from "../../packages/core/src/explain/choose-velocity.js";
import { standardize } from "../../packages/core/src/pair/standardize.js";
import { runCli, temporaryFile } from "./run-cli.js";

const rng = seededRng(4);
const lines = Array.from({ length: 150 }, () => {
  const x = rng.normal();
  return `${x},${x ** 3 + x + 0.3 * rng.normal()}\n`;
});
const csv = `dose,response\n${lines.join("")}`;
const file = temporaryFile("trial.csv", csv);
const pair = pairFromTable(parseTable(csv), { x: "dose", y: "response" });
const decided = (...args: string[]) => JSON.parse(runCli(["decide", file, ...args, "--json"]).out);

describe("knobs of scores and fits", () => {
  test("decide: the answer of the library with the same options, which are recorded", () => {
    const record = decided("--method", "v-lsnm", "--ridge", "0.2,0.4", "--bandwidth", "1.3", "--penalty", "2:0.05");
    const options = { ridge: [0.2, 0.4], bandwidth: 1.3, penalty: "2:0.05" } as const;
    const { cost } = decide(pair, { method: methodNamed("v-lsnm"), ...options });
    expect(record).toMatchObject({ cost, options });
    expect(record.cost).not.toEqual(decided("--method", "v-lsnm").cost);
    const trained = decided("--method", "b-lin", "--fit", "paper", "--steps", "7", "--rate", "0.02", "--init", "2");
    expect(trained.diagnostics.training["x->y"].steps).toBe(7);
    expect(trained.options).toMatchObject({ steps: 7, rate: 0.02, init: 2 });
  });

  test("stein-cv: what was chosen is in JSON and in the text, at most 80 columns wide", () => {
    const { scores } = decided("--method", "b-quad", "--score", "stein-cv").diagnostics;
    const { out } = runCli(["decide", file, "--method", "b-quad", "--score", "stein-cv"]);
    const words = `stein-cv chose dose: ridge ${scores.x.ridge}, bandwidth ${scores.x.bandwidth};`;
    expect(out.replaceAll(/\s+/g, " ")).toContain(words);
    for (const line of out.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    const explained = runCli(["explain", file, "--method", "b-quad", "--score", "stein-cv", "--json"]);
    expect(JSON.parse(explained.out).decision.diagnostics.scores).toEqual(scores);
  });

  test("counterfactual: the curve of the tuned velocity", () => {
    const args = ["--cause", "dose", "--effect", "response", "--at", "0,0", "--to", "1", "--velocity", "v-lsnm"];
    const { out } = runCli(["counterfactual", file, ...args, "--penalty", "2:1", "--ridge", "0.5", "--json"]);
    const options = {
      velocity: tunedVelocity(lsnmVelocity(), { penalty: { order: 2, strength: 1 } }),
      score: tunedScore("stein", { ridge: 0.5 }),
    };
    const request = { direction: "x->y", from: { cause: 0, effect: 0 }, to: [1] } as const;
    const [{ effect, low, high }] = counterfactual(pair, request, options).to;
    expect(JSON.parse(out).to[0]).toMatchObject({ effect, low, high });
    const usual = fitDirection(pair, "x->y", { velocity: lsnmVelocity() });
    expect(effect).not.toBe(usual.curve(request.from, Float64Array.of(1)).effect[0]);
  });

  test("--velocity auto: every class, the best first, at most 80 columns wide", () => {
    const candidates = velocityCandidates(standardize(pair), "x->y").map(({ velocity }) => velocity);
    const ofPair = ["--cause", "dose", "--effect", "response", "--velocity", "auto"];
    for (const args of [
      ["counterfactual", file, ...ofPair, "--at", "0,0", "--to", "1"],
      ["scm", file, ...ofPair, "--at", "0.5"],
      ["explain", file, "--x", "dose", "--y", "response", "--curves", "auto"],
    ]) {
      const { code, out, err } = runCli(args);
      expect([code, err]).toEqual([0, ""]);
      const table = out.slice(out.indexOf("Classes of curves"));
      const places = candidates.map((name) => table.search(new RegExp(`^ +${name} `, "m")));
      expect(places.every((place) => place > 0)).toBe(true);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(table).toContain("+0.0");
      for (const line of out.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    }
  });

  test.each([
    [["scm", "--cause", "dose", "--effect", "response", "--velocity", "auto", "--penalty", "2:1"], /not auto/],
    [["decide", "--method", "v-lsnm", "--steps", "5"], /--steps: "?5"?; expected one of the options of v-lsnm/],
    [["decide", "--method", "reci", "--ridge", "1"], /one of the options of reci/],
    [["decide", "--method", "v-lsnm", "--score", "stein-cv", "--ridge", "1"], /stein-cv chooses it/],
    [["decide", "--method", "v-lsnm", "--penalty", "2"], /ORDER:STRENGTH/],
    [["decide", "--method", "v-pnl", "--penalty", "2:1"], /sum of functions/],
    [["decide", "--method", "v-nn", "--penalty", "3:1"], /order 1 or 2/],
    [["scm", "--cause", "dose", "--effect", "response", "--penalty", "2:1"], /a --velocity that is fitted to scores/],
  ])("refuses %j", ([command = "", ...args], words) => {
    const { code, err } = runCli([command, file, ...args]);
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, " ")).toMatch(words);
  });
});
