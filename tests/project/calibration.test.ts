import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EVIDENCE_NAMES, seededRng } from "causal-velocity";
import { leftOutFamilies, tablePair } from "causal-velocity/lab";
import { EVIDENCE_WEIGHTS, type EvidenceWeights, weighEvidence } from "causal-velocity/model";
import { describe, expect, test } from "vitest";
import { FEWER_WEIGHTS } from "../../packages/core/src/decide/evidence-weights.js";
import { EVIDENCE_CONSTANTS } from "../../packages/core/src/decide/weigh-evidence.js";
import { evidenceChoices, fitWeights } from "../../scripts/calibrate/fit-weights.js";
import { judgeConfidence, weighedWith, wilsonInterval } from "../../scripts/calibrate/judge-confidence.js";
import { crossFitted, type MeasuredPair, pairsToFit } from "../../scripts/calibrate/measured-pair.js";
import { NESTED_ROWS, planPairs, taskKey } from "../../scripts/calibrate/plan.js";
import { reliabilityDiagram } from "../../scripts/calibrate/reliability-diagram.js";
import { weightsModule } from "../../scripts/calibrate/weights-module.js";
import { ROOT } from "../../scripts/source-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const LEARNED = [0.9, 0.5, 0.7] as const;
const TRUE_WEIGHTS: EvidenceWeights = {
  likelihood: { fitting: [0.5, 0.3, 0.4], misfitting: [0.2, 0.4, 0.3] },
  independence: { fitting: [0.6, 0.5, 0.3], misfitting: [0, 0, 0] },
  "location-scale velocity": { fitting: [0.3, 0.4, 0.5], misfitting: [1.5, 1.2, 0.5] },
  "quadratic velocity": { fitting: [0.8, 0.6, 0.4], misfitting: [0.4, 0.5, 0.6] },
  learned: { fitting: LEARNED, misfitting: LEARNED },
};

/** Pairs whose directions are drawn with the probabilities that the true weights give them. */
function drawnPairs(count: number): MeasuredPair[] {
  const rng = seededRng(5);
  const cost = () => Math.exp(0.6 * rng.normal());
  return Array.from({ length: count }, (_, seed): MeasuredPair => {
    const rows = Math.round(20 * 5000 ** rng.uniform());
    const direction = () => ({
      nats: 3 * Math.sqrt(rows / 1000) * rng.normal(),
      dependence: 0.3 * cost(),
      locationScaleShare: cost(),
      quadraticLoss: cost(),
    });
    const directions = { "x->y": direction(), "y->x": direction() };
    const levels = Math.round(3 * 100 ** rng.uniform());
    const measures = { directions, rows, levels, learned: 2 * rng.normal() };
    const score = weighEvidence(measures, TRUE_WEIGHTS).reduce((sum, { logOdds }) => sum + logOdds, 0);
    const truth = rng.uniform() < 1 / (1 + Math.exp(-score)) ? "x->y" : "y->x";
    return { purpose: "fit", seed, family: "none", relation: "directed", truth, ...measures, halves: { a: 1, b: 2 } };
  });
}

describe("the calibration", () => {
  const pairs = drawnPairs(20_000);
  const isTrue = weighedWith(TRUE_WEIGHTS);

  test("finds the weights from which the labels were drawn, within a few standard errors", () => {
    const weights = fitWeights(pairs);
    for (const name of EVIDENCE_NAMES) {
      for (const side of ["fitting", "misfitting"] as const) {
        TRUE_WEIGHTS[name][side].forEach((value, i) => {
          expect(Math.abs((weights[name]?.[side][i] ?? NaN) - value), `${name}, ${side} ${i}`).toBeLessThan(0.3);
        });
      }
    }
  });

  test("true probabilities have the error of a perfect method, doubled log odds have more", () => {
    const judged = judgeConfidence(pairs, isTrue);
    expect(judged.bins.map((bin) => bin.pairs).every((count) => Math.abs(count - 20_000 / 15) < 1)).toBe(true);
    expect(judged.calibrationError).toBeLessThan(2 * judged.perfectError);
    // Each bin of 1,333 pairs is off by √(2/π · p(1 − p)/1,333) on average.
    const expected = judged.bins.map(({ claimed, pairs: m }) =>
      Math.sqrt(((2 / Math.PI) * claimed * (1 - claimed)) / m),
    );
    expect(judged.perfectError).toBeCloseTo(expected.reduce((sum, error) => sum + error, 0) / 15, 3);
    const boasting = judgeConfidence(pairs, (pair) => 2 * isTrue(pair));
    expect(boasting.calibrationError).toBeGreaterThan(0.05);
    expect(boasting.surprise).toBeGreaterThan(judged.surprise + 2 * judged.surpriseError);
    for (const { claimed, right, pairs: count } of boasting.bins.filter((bin) => bin.from > 0.6)) {
      expect(right, `${count} pairs`).toBeLessThan(claimed);
    }
  });

  test("sure answers are counted where no gate closes, with an interval that holds the claim if it is true", () => {
    const half = pairs.map((pair, i): MeasuredPair => (i % 2 ? { ...pair, gate: "discrete" } : pair));
    const [all, open] = [pairs, half].map((some) => judgeConfidence(some, isTrue).sure);
    expect(Math.abs(open.answers / all.answers - 0.5)).toBeLessThan(0.03);
    expect(open.coverage).toBe(open.answers / pairs.length);
    expect(all.claimed).toBeGreaterThan(0.9);
    expect(all.interval[0]).toBeLessThan(all.claimed);
    expect(all.interval[1]).toBeGreaterThan(all.claimed);
    expect(judgeConfidence(pairs, (pair) => 2 * isTrue(pair)).sure.interval[1]).toBeLessThan(0.9);
    // Wilson's interval of 0 of m and of m of m ends at z²/(m + z²).
    const [low, high] = wilsonInterval(0, 10);
    expect(low).toBe(0);
    expect(high).toBeCloseTo(1.96 ** 2 / (10 + 1.96 ** 2), 12);
    expect(wilsonInterval(10, 10)[0]).toBeCloseTo(1 - high, 12);
  });

  test("margins with the constants of the method are its margins, with others they are not", () => {
    const same = weighedWith(TRUE_WEIGHTS, EVIDENCE_CONSTANTS);
    for (const pair of pairs.slice(0, 50)) expect(same(pair)).toBeCloseTo(isTrue(pair), 10);
    for (const [name, value] of Object.entries(EVIDENCE_CONSTANTS)) {
      const other = weighedWith(TRUE_WEIGHTS, { ...EVIDENCE_CONSTANTS, [name]: value / 2 });
      expect(
        pairs.slice(0, 200).some((pair) => Math.abs(other(pair) - isTrue(pair)) > 1e-6),
        name,
      ).toBe(true);
    }
  });

  test("pairs without a direction shrink the weights, and are half right", () => {
    const undirected = pairs.map((pair): MeasuredPair => ({ ...pair, relation: "independent" }));
    for (const { fitting, misfitting } of Object.values(fitWeights(undirected))) {
      for (const weight of [...fitting, ...misfitting]) expect(Math.abs(weight)).toBeLessThan(1e-9);
    }
    expect(judgeConfidence(undirected, isTrue).accuracy).toBe(0.5);
    expect(judgeConfidence(undirected, () => 0).surprise).toBeCloseTo(Math.LN2, 12);
  });

  test("there are weights for each choice of kinds of evidence; those left out have none", () => {
    const choices = evidenceChoices();
    expect(new Set(choices.map(String)).size).toBe(31);
    expect(choices[0]).toEqual([...EVIDENCE_NAMES]);
    const alone = fitWeights(pairs, ["independence"]);
    expect(Object.keys(alone)).toEqual(["independence"]);
    expect(alone.independence?.fitting[0]).toBeGreaterThan(0.1);
  });

  test("weights are fitted where no gate closes, with the network that did not see such mechanisms", () => {
    const [pair] = pairs;
    const learned = (family: string) => crossFitted({ ...pair, family }).learned;
    expect([learned("additive"), learned("location-scale")]).toEqual([pair.halves.b, pair.halves.a]);
    const closed: MeasuredPair = { ...pair, gate: "independent" };
    const other: MeasuredPair = { ...pair, purpose: "development" };
    expect(pairsToFit([pair, closed, other])).toEqual([crossFitted(pair)]);
  });

  test("no pair serves two purposes, and development families fit nothing", () => {
    const tasks = planPairs({ fit: 300, development: 40, nested: 5, undirected: 30 });
    expect(new Set(tasks.map(taskKey)).size).toBe(tasks.length);
    expect(tasks).toHaveLength(300 + 40 + 5 * NESTED_ROWS.length + 30);
    const seeds = (purposes: string[]) => tasks.filter((task) => purposes.includes(task.purpose)).map((t) => t.seed);
    expect(new Set(tasks.map(({ seed }) => seed)).size).toBe(375);
    expect(new Set(seeds(["nested"])).size).toBe(5);
    for (const { purpose, seed, options, take = options.n } of tasks) {
      expect(take).toBeGreaterThanOrEqual(20);
      expect(take).toBeLessThanOrEqual(100_000);
      if (purpose === "development" || purpose === "nested") expect(leftOutFamilies).toContain(options.family);
      if (purpose === "fit") expect(leftOutFamilies).not.toContain(tablePair(seed, { ...options, n: 30 }).family);
    }
  });

  test("a run that was stopped resumes, with the same page", () => {
    const run = (folder: string, fit: number) => {
      const counts = ["--fit", String(fit), "--development", "8", "--nested", "0", "--undirected", "5"];
      const args = ["tsx", "scripts/calibrate/calibrate.ts", ...counts, "--out", folder, "--dry-run"];
      const { status, stdout, stderr } = spawnSync("npx", args, { cwd: ROOT, encoding: "utf8" });
      expect(status, stderr).toBe(0);
      return stdout;
    };
    const [whole, resumed] = [temporaryFolder(), temporaryFolder()];
    run(resumed, 6);
    const page = run(whole, 16);
    expect(run(resumed, 16)).toBe(page);
    expect(page).toContain("| development families | 8 |");
    expect(readFileSync(join(whole, "measures.jsonl"), "utf8").trim().split("\n")).toHaveLength(30);
  });

  test("the page shows the weights that are shipped", () => {
    const page = readFileSync(join(ROOT, "docs/benchmarks/calibration.md"), "utf8");
    for (const name of EVIDENCE_NAMES) {
      const { fitting, misfitting } = EVIDENCE_WEIGHTS[name];
      const cells = [...fitting, ...misfitting].map((weight) => weight.toFixed(3));
      expect(page).toContain(`| ${name} | ${cells.join(" | ")} |`);
    }
  });

  test("the module of the weights is as the calibration writes it", () => {
    const module = readFileSync(join(ROOT, "packages/core/src/decide/evidence-weights.ts"), "utf8");
    expect(weightsModule([EVIDENCE_WEIGHTS, ...FEWER_WEIGHTS])).toBe(module);
  });

  test("the diagram has a dot for each bin, at its place", () => {
    const bin = { from: 0.7, to: 0.75, pairs: 50, claimed: 0.75, right: 0.75 };
    const svg = reliabilityDiagram([bin, { ...bin, pairs: 10, claimed: 0.6, right: 0.5 }]);
    expect(svg.match(/<circle/g)).toHaveLength(2);
    // Half way along both axes, and so on the diagonal.
    const [, x, y] = svg.match(/<circle cx="([\d.]+)" cy="([\d.]+)"/) ?? [];
    expect(Number(x) + Number(y)).toBeCloseTo(360, 6);
  });
});
