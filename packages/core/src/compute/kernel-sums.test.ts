import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { exponentialSums, gaussianSums } from "./kernel-sums.js";

const rng = seededRng(9);
const draw = (rows: number, f: () => number) => Float64Array.from({ length: rows }, f);

const KERNELS = {
  gaussian: {
    sums: gaussianSums,
    value: (r: number) => Math.exp(-0.5 * r * r),
    slope: (r: number) => -Math.exp(-0.5 * r * r),
  },
  exponential: {
    sums: exponentialSums,
    value: (r: number) => Math.exp(-0.5 * r),
    slope: (r: number) => (r === 0 ? 0 : (-0.5 * Math.exp(-0.5 * r)) / r),
  },
} as const;

const COLUMNS = {
  smooth: () => draw(120, () => 3 * rng.normal()),
  tied: () => draw(120, () => Math.round(2 * rng.normal())),
  "all equal": () => draw(20, () => 4),
  "far apart": () => draw(30, () => 1e5 * rng.normal()),
} as const;

describe.each(Object.keys(KERNELS) as (keyof typeof KERNELS)[])("%s sums", (name) => {
  const { sums, value, slope } = KERNELS[name];
  test.each(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])(
    "equal their definition to 1e-11, one and two columns: %s",
    (kind) => {
      const u = COLUMNS[kind]();
      for (const points of [[u], [u, draw(u.length, () => rng.normal())]]) {
        const { density, slopes } = sums(points);
        for (let i = 0; i < u.length; i++) {
          let total = 0;
          const slopeTotals = points.map(() => 0);
          for (let k = 0; k < u.length; k++) {
            const offsets = points.map((column) => column[i] - column[k]);
            const r = Math.hypot(...offsets);
            total += value(r);
            offsets.forEach((offset, j) => {
              slopeTotals[j] += slope(r) * offset;
            });
          }
          expect(Math.abs(density[i] - total)).toBeLessThan(1e-11 * total);
          for (const [j, column] of slopes.entries())
            expect(Math.abs(column[i] - slopeTotals[j])).toBeLessThan(1e-11 * total);
        }
      }
    },
  );
});
