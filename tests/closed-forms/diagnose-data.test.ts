import { largestGap, lowDensityShare } from "@causal-velocity/core/diagnose/data-findings.js";
import { diagnose } from "@causal-velocity/core/diagnose/diagnose.js";
import { tailsFinding } from "@causal-velocity/core/pair/inspect.js";
import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { pairScores } from "@causal-velocity/core/score/pair-scores.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

const routines = compiledRoutines();
const grid = (rows: number, value: (share: number) => number) =>
  Float64Array.from({ length: rows }, (_, i) => value(i / (rows - 1)));

describe("what diagnose says about the data, by hand", () => {
  test("the widest gap of an even grid is one step of the middle 98%; with a hole it is the hole", () => {
    // 1,001 values from 0 to 1: the middle runs from 0.01 to 0.99.
    const even = grid(1001, (share) => share);
    expect(largestGap(even)).toBeCloseTo(0.001 / 0.98, 12);
    const holed = even.filter((value) => value <= 0.4 || value >= 0.6);
    // 802 values; the quantiles at 8.01 places from either end.
    expect(largestGap(holed)).toBeCloseTo(0.2 / (1 - 2 * 0.00801), 9);
    expect(largestGap(even.map((value) => -3 * value + 7))).toBeCloseTo(0.001 / 0.98, 12);
  });

  test("a gap outside the middle 98% does not count", () => {
    const stray = grid(1001, (share) => (share === 1 ? 5 : share));
    expect(largestGap(stray)).toBeLessThan(0.002);
  });

  test("the farthest value is counted in the smaller of standard deviation and IQR/1.34", () => {
    const column = grid(1001, (share) => (share === 1 ? 100 : share));
    expect(tailsFinding(column, "x").value).toBeCloseTo((100 - 0.5) / (0.5 / 1.34), 6);
  });

  test("rows far from all others are those with little density: 8 of 208", () => {
    const rng = seededRng(1);
    const bulk = () => Float64Array.from({ length: 200 }, () => rng.normal());
    const [x, y] = [bulk(), bulk()].map((column) => column.map((value) => Math.max(-1.5, Math.min(1.5, value))));
    const lone = Array.from({ length: 8 }, (_, i) => i);
    const share = lowDensityShare([
      Float64Array.from([...x, ...lone.map((i) => 20 * Math.cos((i * Math.PI) / 4))]),
      Float64Array.from([...y, ...lone.map((i) => 20 * Math.sin((i * Math.PI) / 4))]),
    ]);
    expect(share).toBe(8 / 208);
  });
});

describe("score-quality is the true error where there is no bias to speak of", () => {
  test("bivariate normals, 400 and 1,600 rows: to 15% in the mean of six, and halved by four times the rows", {
    tags: ["slow"],
  }, () => {
    const rho = 0.6;
    const precision = 1 / (1 - rho * rho);
    const meanOf = (rows: number) => {
      let [measured, trueError] = [0, 0];
      for (let seed = 0; seed < 6; seed++) {
        const rng = seededRng(seed);
        const x = Float64Array.from({ length: rows }, () => rng.normal());
        const y = x.map((value) => rho * value + Math.sqrt(1 - rho * rho) * rng.normal());
        const pair = pairFromColumns(x, y);
        const standard = standardize(pair);
        const { jointX, jointY } = pairScores(standard, stein({ routines }));
        let [square, size] = [0, 0];
        for (let i = 0; i < rows; i++) {
          const trueX = -precision * (x[i] - rho * y[i]) * standard.scale.x.sd;
          const trueY = -precision * (y[i] - rho * x[i]) * standard.scale.y.sd;
          square += (jointX[i] - trueX) ** 2 + (jointY[i] - trueY) ** 2;
          size += trueX ** 2 + trueY ** 2;
        }
        trueError += Math.sqrt(square / size) / 6;
        measured += (diagnose(pair, { routines }).find(({ code }) => code === "score-quality")?.value ?? 0) / 6;
      }
      return { measured, trueError };
    };
    const [few, many] = [meanOf(400), meanOf(1600)];
    for (const { measured, trueError } of [few, many]) expect(Math.abs(measured / trueError - 1)).toBeLessThan(0.15);
    expect(few.measured / many.measured).toBeGreaterThan(1.4);
    expect(few.measured / many.measured).toBeLessThan(2.6);
  });
});
