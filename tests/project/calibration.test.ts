import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EVIDENCE_NAMES, seededRng } from "causal-velocity";
import { leftOutFamilies, randomPair } from "causal-velocity/lab";
import { EVIDENCE_WEIGHTS, type EvidenceWeights, weighEvidence } from "causal-velocity/model";
import { describe, expect, test } from "vitest";
import { fitWeights, WHOLE_FORM } from "../../scripts/calibrate/fit-weights.js";
import { judgeConfidence } from "../../scripts/calibrate/judge-confidence.js";
import type { MeasuredPair } from "../../scripts/calibrate/measured-pair.js";
import { planPairs } from "../../scripts/calibrate/plan.js";
import { reliabilityDiagram } from "../../scripts/calibrate/reliability-diagram.js";
import { ROOT } from "../../scripts/source-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const TRUE_WEIGHTS: EvidenceWeights = {
  likelihood: { fitting: [0.5, -0.2], misfitting: [0.2, 0] },
  independence: { fitting: [0.6, 0.1], misfitting: [0, 0] },
  "location-scale velocity": { fitting: [0.3, 0], misfitting: [1.5, 0.3] },
  "quadratic velocity": { fitting: [0.8, 0], misfitting: [0.4, -0.2] },
};

/** Pairs whose directions are drawn with the probabilities that the true weights give them. */
function drawnPairs(count: number): MeasuredPair[] {
  const rng = seededRng(5);
  const cost = () => Math.exp(0.6 * rng.normal());
  return Array.from({ length: count }, (): MeasuredPair => {
    const direction = () => ({
      nats: 3 * rng.normal(),
      dependence: 0.3 * cost(),
      locationScaleLoss: cost(),
      quadraticLoss: cost(),
    });
    const directions = { "x->y": direction(), "y->x": direction() };
    const rows = Math.round(100 * 100 ** rng.uniform());
    const score = weighEvidence({ directions, rows }, TRUE_WEIGHTS).reduce((sum, { logOdds }) => sum + logOdds, 0);
    const truth = rng.uniform() < 1 / (1 + Math.exp(-score)) ? "x->y" : "y->x";
    return { purpose: "fit", family: "none", relation: "directed", truth, rows, directions };
  });
}

describe("the calibration", () => {
  const pairs = drawnPairs(20_000);

  test("finds the weights from which the labels were drawn, within a few standard errors", () => {
    const weights = fitWeights(pairs);
    for (const name of EVIDENCE_NAMES) {
      for (const side of ["fitting", "misfitting"] as const) {
        weights[name][side].forEach((value, i) => {
          expect(Math.abs(value - TRUE_WEIGHTS[name][side][i]), `${name}, ${side} ${i}`).toBeLessThan(0.2);
        });
      }
    }
  });

  test("probabilities of true weights are calibrated, those of doubled ones are not", () => {
    expect(judgeConfidence(pairs, TRUE_WEIGHTS).calibrationError).toBeLessThan(0.015);
    const boasting = Object.fromEntries(
      EVIDENCE_NAMES.map((name) => {
        const { fitting, misfitting } = TRUE_WEIGHTS[name];
        return [name, { fitting: fitting.map((w) => 2 * w), misfitting: misfitting.map((w) => 2 * w) }];
      }),
    ) as unknown as EvidenceWeights;
    const judged = judgeConfidence(pairs, boasting);
    expect(judged.calibrationError).toBeGreaterThan(0.05);
    for (const { claimed, right, pairs: count } of judged.bins.filter((bin) => bin.pairs > 500 && bin.from > 0.6)) {
      expect(right, `${count} pairs`).toBeLessThan(claimed);
    }
  });

  test("pairs without a direction shrink the weights; evidence that is left out has none", () => {
    const undirected = pairs.map((pair): MeasuredPair => ({ ...pair, relation: "independent" }));
    for (const { fitting, misfitting } of Object.values(fitWeights(undirected))) {
      for (const weight of [...fitting, ...misfitting]) expect(Math.abs(weight)).toBeLessThan(1e-9);
    }
    const form = { ...WHOLE_FORM, evidence: ["independence"] as const, byFit: false, byRows: false };
    const { independence, likelihood } = fitWeights(pairs, form);
    expect(likelihood).toEqual({ fitting: [0, 0], misfitting: [0, 0] });
    expect(independence.fitting).toEqual(independence.misfitting);
    expect(independence.fitting[0]).toBeGreaterThan(0.1);
    expect(independence.fitting[1]).toBe(0);
  });

  test("no pair serves two purposes, and left-out families fit nothing", () => {
    const tasks = planPairs({ fit: 300, "left-out": 40, undirected: 30 });
    expect(new Set(tasks.map(({ seed }) => seed)).size).toBe(370);
    for (const { purpose, seed, options } of tasks) {
      expect(options.n).toBeGreaterThanOrEqual(100);
      expect(options.n).toBeLessThanOrEqual(10_000);
      if (purpose === "left-out") expect(leftOutFamilies).toContain(options.family);
      if (purpose !== "fit") continue;
      const { family } = randomPair(seed, { ...options, n: 30 });
      expect(leftOutFamilies).not.toContain(family);
    }
  });

  test("a run that was stopped resumes, with the same page", () => {
    const run = (folder: string, fit: number) => {
      const counts = ["--fit", String(fit), "--left-out", "8", "--undirected", "6"];
      const args = ["tsx", "scripts/calibrate/calibrate.ts", ...counts, "--out", folder, "--dry-run"];
      const { status, stdout, stderr } = spawnSync("npx", args, { cwd: ROOT, encoding: "utf8" });
      expect(status, stderr).toBe(0);
      return stdout;
    };
    const [whole, resumed] = [temporaryFolder(), temporaryFolder()];
    run(resumed, 6);
    const page = run(whole, 16);
    expect(run(resumed, 16)).toBe(page);
    expect(page).toContain("| families left out | 8 |");
    expect(readFileSync(join(whole, "measures.jsonl"), "utf8").trim().split("\n")).toHaveLength(31);
  });

  test("the page shows the weights that are shipped", () => {
    const page = readFileSync(join(ROOT, "docs/benchmarks/calibration.md"), "utf8");
    for (const name of EVIDENCE_NAMES) {
      const { fitting, misfitting } = EVIDENCE_WEIGHTS[name];
      const cells = [...fitting, ...misfitting].map((weight) => weight.toFixed(3));
      expect(page).toContain(`| ${name} | ${cells.join(" | ")} |`);
    }
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
