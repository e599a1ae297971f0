import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { describeByFlow } from "../decide/flow-likelihood.js";
import { type Pair, pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { type Rng, seededRng } from "../primitives/random.js";
import { describeByCommonCause } from "./common-cause.js";
import { hiddenCauseFinding } from "./common-cause-finding.js";

const compute = { routines: compiledRoutines() };

function pairOf(rows: number, seed: number, draw: (rng: Rng) => readonly [number, number]): Pair {
  const rng = seededRng(seed);
  const drawn = Array.from({ length: rows }, () => draw(rng));
  return pairFromColumns(
    drawn.map(([x]) => x),
    drawn.map(([, y]) => y),
  );
}

/** Four groups, which a hidden column names. */
const groups = pairOf(600, 1, (rng) => {
  const z = Math.floor(4 * rng.uniform());
  return [[-3, -1, 1, 3][z] + 0.5 * rng.normal(), [1, 3, -3, -1][z] + 0.5 * rng.normal()];
});
/** A ring that a hidden column goes around, with as much noise in both columns. */
const ring = pairOf(600, 5, (rng) => {
  const z = Math.PI * (2 * rng.uniform() - 1);
  return [2 * Math.sin(z) + 0.4 * rng.normal(), 2 * Math.cos(z) + 0.4 * rng.normal()];
});
const additive = simulate("anm", { n: 600, number: 3, seed: 5 }).pair;

/** Nats by which a common cause is shorter than the better direction. */
function savedBy(pair: Pair): number {
  const { x, y } = standardize(pair);
  const directions = [describeByFlow(x, y, compute).nats, describeByFlow(y, x, compute).nats];
  return Math.min(...directions) - describeByCommonCause({ x, y }, compute).nats;
}

test("groups and a ring are described in tens of nats fewer than by either direction, an additive pair is not", () => {
  expect(savedBy(groups)).toBeGreaterThan(30);
  expect(savedBy(ring)).toBeGreaterThan(30);
  expect(savedBy(additive)).toBeLessThan(0);
});

test("with 300 rows, at most a quarter of the directed pairs of hard kinds warn", () => {
  // Charged a quarter of ln n for each parameter, a common cause was shorter in eleven of 20.
  const kinds = ["anm", "lsnm", "velocity", "sigmoid", "sim"];
  const warned = Array.from({ length: 20 }, (_, i) => simulate(kinds[i % 5], { n: 300, number: i + 1, seed: 77 }).pair)
    .map((pair) => hiddenCauseFinding({ pair: standardize(pair), compute }))
    .filter(({ severity }) => severity === "warn");
  expect(warned.length).toBeLessThanOrEqual(5);
});

test("the noises are those of the model: 0.5 of √5.25 in groups, 0.4 of √2.16 on the ring", () => {
  for (const [pair, expected] of [
    [groups, 0.5 / Math.sqrt(5.25)],
    [ring, 0.4 / Math.sqrt(2.16)],
  ] as const) {
    const { noise } = describeByCommonCause(standardize(pair), compute);
    // Of 600 rows and more a standard deviation is known to 3%; some noise is taken for bends.
    expect(Math.abs(noise.x / expected - 1)).toBeLessThan(0.2);
    expect(Math.abs(noise.y / expected - 1)).toBeLessThan(0.2);
  }
});

test("passes do not make the rows less likely, but for what roughness counts, a nat of hundreds", () => {
  for (const pair of [groups, ring, additive]) {
    const { likelihoods } = describeByCommonCause(standardize(pair), compute);
    expect(likelihoods.length).toBeGreaterThan(20);
    // The first pass makes splines of means. What rises is the likelihood less the roughness of the splines.
    for (let k = 3; k < likelihoods.length; k++) expect(likelihoods[k]).toBeGreaterThan(likelihoods[k - 1] - 1);
  }
});

test("swapping columns and turning them around change no bit; shift, scale and row order only rounding", () => {
  for (const { x, y } of [groups, ring, additive]) {
    const fit = describeByCommonCause(standardize(pairFromColumns(x, y)), compute);
    const swapped = describeByCommonCause(standardize(pairFromColumns(y, x)), compute);
    expect([swapped.nats, swapped.noise.y, swapped.noise.x]).toEqual([fit.nats, fit.noise.x, fit.noise.y]);
    const negative = x.map((value) => -value);
    expect(describeByCommonCause(standardize(pairFromColumns(negative, y)), compute)).toEqual(fit);
    const moved = pairFromColumns(
      x.map((value) => 1000 * value + 7).reverse(),
      y.map((value) => 0.03 * value - 2).reverse(),
    );
    expect(Math.abs(describeByCommonCause(standardize(moved), compute).nats - fit.nats)).toBeLessThan(1e-6);
  }
});

test("twenty rows, ties, and rows on a line have a finite description", () => {
  const few = pairOf(20, 4, (rng) => [rng.normal(), rng.normal()]);
  const line = pairOf(100, 5, (rng) => {
    const x = rng.normal();
    return [x, 3 - 2 * x];
  });
  const levels = pairOf(300, 6, (rng) => {
    const x = Math.round(rng.normal());
    return [x, x + rng.normal()];
  });
  for (const pair of [few, line, levels]) {
    expect(Number.isFinite(describeByCommonCause(standardize(pair), compute).nats)).toBe(true);
  }
});
