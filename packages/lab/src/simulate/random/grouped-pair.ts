import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { meanAndSd, quantileOfSorted } from "@causal-velocity/core/primitives/quantiles.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { normalShare } from "@causal-velocity/core/primitives/special.js";
import type { Mechanism } from "../mechanism.js";
import { rolesOf, type SimulatedPair } from "../simulator.js";
import { type RandomPairOptions, randomPair } from "./random-pair.js";
import { logUniform } from "./random-shape.js";

/** A simulated pair whose rows belong together in groups: `codes[i]` is the group of row i, from 0. */
export interface GroupedPair extends Pick<SimulatedPair, "pair" | "truth"> {
  readonly codes: Uint32Array;
  /** Name of what was drawn. */
  readonly family: string;
}

/** Options of a random pair in groups. */
export interface GroupedPairOptions extends Omit<RandomPairOptions, "rounded" | "n"> {
  /** Rows. */
  readonly n: number;
  /** Groups, or clusters. */
  readonly groups: number;
}

/** Standard deviations by which groups differ in level at most, and factors by which they differ in scale. */
const LEVELS = 2;
const SCALES = [0.5, 2] as const;

/**
 * A random pair in groups with levels and scales of their own: the same mechanism in every group, in half of the pairs
 * before it (the cause of a group is shifted, and the effect follows), in the others behind it (both columns of a group
 * are moved and stretched).
 *
 * @cost that of `randomPair`     @throws InputError `wrong-option`
 */
export function groupedPair(seed: number, { groups, ...options }: GroupedPairOptions): GroupedPair {
  const drawn = randomPair(seed, { ...options, rounded: false });
  const rng = seededRng(seed).split("groups");
  const codes = unequalGroups(drawn.pair.x.length, groups, rng.split("sizes"));
  const { cause, effect } = rolesOf(drawn);
  const moved = (column: Column, stream: Rng): Column => {
    const { sd } = meanAndSd(column);
    const maps = Array.from({ length: groups }, () => ({
      level: LEVELS * sd * stream.normal(),
      scale: logUniform(stream, ...SCALES),
    }));
    return column.map((value, i) => maps[codes[i]].level + maps[codes[i]].scale * value);
  };
  const { mechanism, noise } = drawn;
  if (mechanism && noise && rng.split("place").uniform() < 0.5) {
    const shifted = shiftedBy(cause, codes, groups, rng.split("shifts"));
    const followed = shiftedBy(effectsOf(mechanism, shifted, noise), codes, groups, rng.split("levels"));
    if (followed.every(Number.isFinite)) return inRoles(drawn, shifted, followed, codes);
  }
  return inRoles(drawn, moved(cause, rng.split("cause")), moved(effect, rng.split("effect")), codes);
}

/** Rows whose values stand for the distributions of a cause and a noise. */
const REFERENCE_ROWS = 20_000;

/**
 * A random pair measured several times on every subject: causes of one subject are alike, and so is its noise, each by
 * a random share of the variance of its normal scores. Only pairs with a known mechanism are drawn.
 *
 * @cost that of a random pair of 20,000 rows     @throws InputError `wrong-option`
 */
export function clusteredPair(seed: number, { groups, n, ...options }: GroupedPairOptions): GroupedPair {
  let drawn = randomPair(seed, { ...options, n: REFERENCE_ROWS, rounded: false });
  for (let again = 1; !(drawn.mechanism && drawn.noise); again++) {
    drawn = randomPair(seed + NEXT_SEED * again, { ...options, n: REFERENCE_ROWS, rounded: false });
  }
  const rng = seededRng(seed).split("clusters");
  const codes = unequalGroups(n, groups, rng.split("sizes"));
  const causes = alike(rolesOf(drawn).cause, codes, groups, rng.split("cause"));
  const noises = alike(drawn.noise, codes, groups, rng.split("noise"));
  return inRoles(drawn, causes, effectsOf(drawn.mechanism, causes, noises), codes);
}

/** From a seed to the next one tried. */
const NEXT_SEED = 1_000_003;

/** A column in which every group has a level of its own. */
function shiftedBy(column: Column, codes: Uint32Array, groups: number, rng: Rng): Column {
  const { sd } = meanAndSd(column);
  const levels = Float64Array.from({ length: groups }, () => sd * rng.normal());
  return column.map((value, i) => value + levels[codes[i]]);
}

function inRoles(
  drawn: { truth: SimulatedPair["truth"]; family: string },
  cause: Column,
  effect: Column,
  codes: Uint32Array,
): GroupedPair {
  const pair = drawn.truth === "y->x" ? pairFromColumns(effect, cause) : pairFromColumns(cause, effect);
  return { pair, truth: drawn.truth, family: drawn.family, codes };
}

function effectsOf(mechanism: Pick<Mechanism, "effect">, cause: Column, noise: Column): Column {
  return cause.map((value, i) => mechanism.effect(value, noise[i]));
}

/** Values with the distribution of a column; those of one group are alike, by a random share of their variance. */
function alike(column: Column, codes: Uint32Array, groups: number, rng: Rng): Column {
  const share = rng.uniform();
  const own = Float64Array.from({ length: groups }, () => rng.normal());
  const ascending = column.slice().sort();
  return Float64Array.from(codes, (code) =>
    quantileOfSorted(ascending, normalShare(Math.sqrt(share) * own[code] + Math.sqrt(1 - share) * rng.normal())),
  );
}

/** A group for every row; sizes differ, and every group has a row. */
function unequalGroups(n: number, groups: number, rng: Rng): Uint32Array {
  const sizes = Array.from({ length: groups }, () => logUniform(rng, ...SCALES));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const codes = new Uint32Array(n);
  let [row, end] = [0, 0];
  sizes.forEach((size, k) => {
    end += (n * size) / total;
    while (row < n && (row < end || k === groups - 1)) codes[row++] = k;
  });
  return codes;
}
