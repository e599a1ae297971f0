import { gofResidualInto } from "@causal-velocity/core/fit/gof.js";
import type { Oriented } from "@causal-velocity/core/fit/orient.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { velocityField } from "@causal-velocity/core/velocity/velocity-model.js";
import { describe, expect, test } from "vitest";

// The leaf theorem: with s_k = ∂_k log p, a column z is generated last from the others by z = f(others, ε), f increasing
// in ε and ε independent of them, with velocities v_k = ∂_k f at fixed ε, if and only if
// s_k(others) − ∂_z v_k − s_k(all) − v_k s_z(all) = 0 for every other column k. For two columns it is `thm:id`; for x, y
// and a given column it is the same loss with scores of two and of three columns, in the code as it is.

const ROWS = 300;
const maxAbs = (column: ArrayLike<number>) => Array.from(column).reduce((worst, v) => Math.max(worst, Math.abs(v)), 0);

/** z = T(location + e^scale·ε) with a standard normal ε, and a link T⁻¹; derivatives by x and y, given by hand. */
interface Last {
  readonly name: string;
  /** Location and log scale with their derivatives by x and by y. */
  parts(x: number, y: number): { m: number; h: number; dm: readonly number[]; dh: readonly number[] };
  /** T⁻¹(z), its derivative and the second one. */
  link(z: number): readonly [value: number, slope: number, curvature: number];
  inverse(linked: number): number;
}

const IDENTITY = { link: (z: number) => [z, 1, 0] as const, inverse: (value: number) => value };
const LASTS: readonly Last[] = [
  {
    name: "additive in one column, the other no parent",
    parts: (x) => ({ m: Math.sin(x), h: 0, dm: [Math.cos(x), 0], dh: [0, 0] }),
    ...IDENTITY,
  },
  {
    name: "location and scale, with a product",
    parts: (x, y) => ({
      m: x * y + 0.3 * y * y,
      h: 0.2 * x - 0.1 * y,
      dm: [y, x + 0.6 * y],
      dh: [0.2, -0.1],
    }),
    ...IDENTITY,
  },
  {
    name: "post-nonlinear, a flow that is not affine",
    parts: (x, y) => ({ m: Math.sin(x) + 0.5 * y, h: 0, dm: [Math.cos(x), 0.5], dh: [0, 0] }),
    link: (z) => [Math.asinh(z), 1 / Math.sqrt(1 + z * z), -z / (1 + z * z) ** 1.5],
    inverse: Math.sinh,
  },
];

/** x is standard normal, y = x²/2 + normal noise, z is generated last. */
function sample(last: Last) {
  const rng = seededRng(4);
  return Array.from({ length: ROWS }, () => {
    const x = rng.normal();
    const y = 0.5 * x * x + rng.normal();
    const { m, h } = last.parts(x, y);
    return [x, y, last.inverse(m + Math.exp(h) * rng.normal())] as const;
  });
}

/** All that is known at one row: the scores of (x, y) and of (x, y, z), and both velocities with their slopes in z. */
function knownAt(last: Last, [x, y, z]: readonly [number, number, number]) {
  const { m, h, dm, dh } = last.parts(x, y);
  const [linked, slope, curvature] = last.link(z);
  const noise = Math.exp(-h) * (linked - m);
  const left = y - 0.5 * x * x;
  const others = [-x + left * x, -left];
  // log p(z | x, y) = −ε²/2 − h + log T⁻¹′(z).
  const all = others.map((score, k) => score + noise * (Math.exp(-h) * dm[k] + noise * dh[k]) - dh[k]);
  const lastScore = -noise * Math.exp(-h) * slope + curvature / slope;
  const velocity = dm.map((value, k) => (value + dh[k] * (linked - m)) / slope);
  const inLast = velocity.map((v, k) => dh[k] - (v * curvature) / slope);
  return { others, all, lastScore, velocity, inLast };
}

function residualOf(last: Last, k: number, factor = 1): Float64Array {
  const rows = sample(last);
  const known = rows.map((row) => knownAt(last, row));
  const at: Oriented = {
    direction: "x->y",
    cause: Float64Array.from(rows, (row) => row[k]),
    effect: Float64Array.from(rows, (row) => row[2]),
    scoreCause: Float64Array.from(known, ({ others }) => others[k]),
    jointCause: Float64Array.from(known, ({ all }) => all[k]),
    jointEffect: Float64Array.from(known, ({ lastScore }) => lastScore),
  };
  const field = velocityField(ROWS);
  known.forEach(({ velocity, inLast }, i) => {
    field.v[i] = factor * velocity[k];
    field.dvDEffect[i] = factor * inLast[k];
  });
  const residual = new Float64Array(ROWS);
  gofResidualInto(at, field, residual);
  return residual;
}

describe("the leaf theorem: true scores and velocities of the column generated last leave no residual", () => {
  for (const last of LASTS) {
    test.each([0, 1])(`${last.name}, column %i: below 1e-10, and not with a velocity 1% larger`, (k) => {
      expect(maxAbs(residualOf(last, k))).toBeLessThan(1e-10);
      if (last === LASTS[0] && k === 1) expect(maxAbs(residualOf(last, k, 0))).toBe(0);
      else expect(maxAbs(residualOf(last, k, 1.01))).toBeGreaterThan(1e-3);
    });
  }
});

test.each(LASTS)("velocities come from one mechanism: ∂_y v_x + v_y ∂_z v_x is symmetric, to 1e-7: $name", (last) => {
  const step = 1e-4;
  for (const [x, y, z] of sample(last).slice(0, 20)) {
    const at = (dx: number, dy: number) => knownAt(last, [x + dx, y + dy, z]).velocity;
    const { velocity, inLast } = knownAt(last, [x, y, z]);
    const inY = (at(0, step)[0] - at(0, -step)[0]) / (2 * step);
    const inX = (at(step, 0)[1] - at(-step, 0)[1]) / (2 * step);
    const size = 1 + Math.abs(inX) + Math.abs(inY);
    expect(Math.abs(inY + velocity[1] * inLast[0] - (inX + velocity[0] * inLast[1])) / size).toBeLessThan(1e-7);
  }
});

test("given y, s_x(x, y) is subtracted; with s_x(x), as for two columns, a residual remains", () => {
  const last = LASTS[1];
  const rows = sample(last);
  const unadjusted = rows.map((row) => {
    const { all, lastScore, velocity, inLast } = knownAt(last, row);
    return -row[0] - inLast[0] - all[0] - velocity[0] * lastScore;
  });
  expect(maxAbs(unadjusted)).toBeGreaterThan(0.1);
});
