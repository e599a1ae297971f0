import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";

/** Cause and effect are drawn from separate streams, so that an additional draw from one does not change the other. */
interface Recipe {
  readonly name: string;
  readonly rows: number;
  cause(rng: Rng): number;
  effect(cause: number, rng: Rng): number;
}

const roundTo = (step: number, value: number): number => Math.round(value / step) * step;
const square = (value: number): number => value * value;
const studentT3 = (rng: Rng): number => {
  const chiSquare = square(rng.normal()) + square(rng.normal()) + square(rng.normal());
  return rng.normal() / Math.sqrt(chiSquare / 3);
};
const bimodal = (rng: Rng): number => (rng.uniform() < 0.4 ? -1.5 : 1.5) + 0.5 * rng.normal();

/**
 * The twelve kinds of pairs whose numbers an independent numpy script computed: smooth ones, and difficult ones (ties,
 * whole numbers, heavy tails, rank-deficient splines). Only +, −, ×, ÷, sqrt and the project's own random numbers, so
 * that every engine draws the same bytes.
 */
const RECIPES: readonly Recipe[] = [
  { name: "linear-gaussian", rows: 200, cause: (r) => r.normal(), effect: (x, r) => 0.8 * x + 0.6 * r.normal() },
  { name: "independent", rows: 150, cause: (r) => r.normal(), effect: (_, r) => 2 * r.uniform() - 1 },
  {
    name: "additive-cubic",
    rows: 300,
    cause: (r) => r.normal(),
    effect: (x, r) => (x * x * x) / 3 + x + 0.5 * r.normal(),
  },
  { name: "additive-parabola", rows: 250, cause: bimodal, effect: (x, r) => x * x + 0.7 * r.normal() },
  { name: "uniform-noise", rows: 200, cause: (r) => r.uniform(), effect: (x, r) => x + 0.4 * r.uniform() },
  { name: "location-scale", rows: 300, cause: (r) => r.normal(), effect: (x, r) => x + (0.3 + x * x) * r.normal() },
  { name: "saturating", rows: 220, cause: bimodal, effect: (x, r) => x / (1 + Math.abs(x)) + 0.15 * r.normal() },
  { name: "multiplicative", rows: 180, cause: (r) => 1 + r.uniform(), effect: (x, r) => x * x * (0.2 + r.uniform()) },
  { name: "heavy-tails", rows: 240, cause: studentT3, effect: (x, r) => 0.5 * x + studentT3(r) },
  { name: "ties", rows: 160, cause: (r) => roundTo(0.5, r.normal()), effect: (x, r) => roundTo(0.25, x + r.normal()) },
  {
    name: "whole-numbers",
    rows: 200,
    cause: (r) => Math.floor(6 * r.uniform()),
    effect: (x, r) => Math.floor(x * x + 5 * r.uniform()),
  },
  { name: "small", rows: 40, cause: (r) => r.normal(), effect: (x, r) => -x + 0.8 * x * x + 0.4 * r.normal() },
];

export interface GeneratedPair {
  readonly name: string;
  readonly pair: Pair;
}

/** Every other pair has its columns swapped, so that no position is always the cause. */
export function generatedPairs(): GeneratedPair[] {
  return RECIPES.map((recipe, i) => {
    const rng = seededRng(2025).split(recipe.name);
    const [causeRng, effectRng] = [rng.split("cause"), rng.split("effect")];
    const cause = Float64Array.from({ length: recipe.rows }, () => recipe.cause(causeRng));
    const effect = cause.map((value) => recipe.effect(value, effectRng));
    const pair = i % 2 === 0 ? pairFromColumns(cause, effect) : pairFromColumns(effect, cause);
    return { name: recipe.name, pair };
  });
}

/** The text the numpy script reads: shortest decimals that give back the same doubles. */
export function pairCsv({ x, y }: Pair): string {
  return `x,y\n${Array.from(x, (value, i) => `${value},${y[i]}\n`).join("")}`;
}
