import { choleskyInPlace, choleskySolveInPlace } from "../algebra/cholesky.js";
import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import type { StandardPair } from "../pair/standardize.js";
import { type Column, matrix } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { tieStep } from "../statistics/ranks.js";
import { splineBasis } from "../velocity/spline.js";
import { type MixedNoise, mixedNoise, NOISE_PARAMETERS, noiseSd, refit, tabulate } from "./mixed-noise.js";

/** Values that the hidden column can have; their distances mean nothing. */
const NODES = 40;
/** Splines of the hidden column in each location: 7 to 14 tell about equally well. */
const SPLINES = 8;
/** Nats per parameter and ln n: what `describeByFlow` charges. */
const PENALTY = 0.25;
/**
 * Least nats per parameter, which counts up to 2,980 rows: in-sample likelihood, beside entropies that leave their own
 * row out, gains as much from few rows as from many. Chosen so that about 5% of directed development pairs warn.
 */
const LEAST_CHARGE = 2;
/** Of second differences of the coefficients: keeps splines defined where no row is. */
const ROUGHNESS = 1;
const RIDGE = 1e-6;
/** Narrowest noise, in standard deviations: with narrower one, 40 values of a hidden column would be 40 dots. */
const NARROWEST = 0.05;
/** 1/√(2π): with this share of a step, a kernel is as high as the uniform distribution over one step. */
const SHARE_OF_STEP = 0.3989422804014327;
/** Where noise begins: less would keep rows at their first values of the hidden column. */
const LEAST_FIRST_NOISE = 0.2;
/** Tables of the noise reach farther than two values of a column lie apart: locations may overshoot. */
const REACH = 1.5;
/** Passes from every start; passes more from the best; a gain in nats, of two passes, that ends them. */
const FIRST_PASSES = 20;
const MORE_PASSES = 150;
const LEAST_GAIN = 0.02;
/** A value of the hidden column that is less likely for a row, relative to all of them, is left out. */
const LEAST_LIKELY = 1e-8;

/** What a hidden common cause makes of two columns. */
export interface CommonCauseFit {
  /** Description length of the rows: −log likelihood, and for each parameter the larger of ¼·ln n and 2. */
  readonly nats: number;
  /** Standard deviations of the noises; those of the columns are 1. */
  readonly noise: { readonly x: number; readonly y: number };
  /** Log likelihood at every pass, from the best of the starts. */
  readonly likelihoods: readonly number[];
}

/** One column given the hidden one: its location at each node, noise, and sums over the rows for the next step. */
interface Effect {
  readonly values: Column;
  readonly locations: Float64Array;
  readonly noise: MixedNoise;
  /** For each node the rows that are there, by precision, and the sum of their values without noise, by precision. */
  readonly weights: Float64Array;
  readonly targets: Float64Array;
}

interface State {
  readonly effects: readonly [Effect, Effect];
  /** Probabilities of the nodes, and how many rows are at each. */
  readonly shares: Float64Array;
  readonly rows: Float64Array;
  readonly likelihoods: number[];
}

/**
 * Description length of the rows, in nats, if a hidden column z drives both: x = a(z) + noise, y = b(z) + noise, the
 * two noises independent of z and of each other.
 *
 * z has 40 values with free probabilities, so a distribution of any shape and no unit; a and b are eight cubic splines
 * of its place among them; each noise is a mixture of three normals. Fitted by EM, in turn the locations and the noises,
 * from five starts (z along x, along y, along their sum, their difference, and the angle around the center), of which the best
 * after twenty passes goes on. Splines and noises
 * are charged as in `describeByFlow`, and at least 2 nats each; the distribution of z is not, nor is that of a cause there.
 *
 * A direction is a boundary case: z = x with noise of x that vanishes; noise is no narrower than 0.05 here. Sums are in
 * the order of the rows. Swapping columns and turning one around change no bit: both are brought into an order and
 * a sign that the values set.
 * @cost O(n): at most 250 passes of 40 values for each row; 0.2 s for 1,000 rows
 */
export function describeByCommonCause({ x, y }: Pick<StandardPair, "x" | "y">, compute: ComputeOptions = {}) {
  const [turnedX, turnedY] = [x, y].map(turned);
  const isSwapped = sumOf(x, 4) < sumOf(y, 4);
  const columns = isSwapped ? ([turnedY, turnedX] as const) : ([turnedX, turnedY] as const);
  const splines = nodeSplines();
  const { routines } = computeOptions(compute);
  const states = keysOf(columns).map((key) => {
    const state = startAlong(columns, routines.ascendingOrder(key), routines.sorted);
    improve(state, splines, FIRST_PASSES);
    return state;
  });
  const best = states.reduce((a, b) => (lastOf(b.likelihoods) > lastOf(a.likelihoods) ? b : a));
  improve(best, splines, MORE_PASSES);
  const [first, second] = best.effects.map(({ noise }) => noiseSd(noise));
  const parameters = 2 * (SPLINES + NOISE_PARAMETERS);
  const fit: CommonCauseFit = {
    nats: Math.max(LEAST_CHARGE, PENALTY * log(x.length)) * parameters - lastOf(best.likelihoods),
    noise: isSwapped ? { x: second, y: first } : { x: first, y: second },
    likelihoods: best.likelihoods,
  };
  return fit;
}

function square(value: number): number {
  return value * value;
}

function lastOf(values: readonly number[]): number {
  return values[values.length - 1];
}

/** The column or its negative: that whose cubes add up to more. */
function turned(column: Column): Column {
  return sumOf(column, 3) < 0 ? column.map((value) => -value) : column;
}

function sumOf(column: Column, power: 3 | 4): number {
  let sum = 0;
  for (const value of column) sum += value * value * value * (power === 4 ? value : 1);
  return sum;
}

/**
 * By what the rows are laid along the hidden column at first: each column, their sum and their difference, and the angle
 * around the center, for curves that come back.
 */
function keysOf([first, second]: readonly [Column, Column]): Column[] {
  const other = (combine: (a: number, b: number) => number) => first.map((value, i) => combine(value, second[i]));
  return [first, second, other((a, b) => a + b), other((a, b) => a - b), other(angle)];
}

/** Of a point, in units of four: from 0, behind the first axis, to 4, without a circular function. */
function angle(a: number, b: number): number {
  const turn = a / (Math.abs(a) + Math.abs(b) || 1);
  return b < 0 ? 1 + turn : 3 - turn;
}

/** The splines at the nodes, one row for each node. */
function nodeSplines(): readonly Float64Array[] {
  const { evaluateInto } = splineBasis(
    Array.from({ length: SPLINES - 2 }, (_, k) => (k * (NODES - 1)) / (SPLINES - 3)),
  );
  return Array.from({ length: NODES }, (_, node) => {
    const values = new Float64Array(SPLINES);
    evaluateInto(node, values, new Float64Array(SPLINES));
    return values;
  });
}

/** As many rows at every node, in this order; locations are their means. */
function startAlong(columns: readonly [Column, Column], order: Uint32Array, sorted: (column: Column) => Column): State {
  const n = order.length;
  const effectOf = (values: Column): Effect => {
    const ascending = sorted(values);
    const locations = new Float64Array(NODES);
    let left = 0;
    for (let node = 0; node < NODES; node++) {
      const from = Math.floor((node * n) / NODES);
      const to = Math.max(from + 1, Math.floor(((node + 1) * n) / NODES));
      for (let place = from; place < to; place++) locations[node] += values[order[place]] / (to - from);
      for (let place = from; place < to; place++) left += square(values[order[place]] - locations[node]);
    }
    const sd = Math.max(LEAST_FIRST_NOISE, Math.sqrt(left / n));
    const narrowest = Math.max(NARROWEST, SHARE_OF_STEP * tieStep(ascending));
    const noise = mixedNoise(sd, REACH * (ascending[n - 1] - ascending[0]), narrowest);
    return { values, locations, noise, weights: new Float64Array(NODES), targets: new Float64Array(NODES) };
  };
  return {
    effects: [effectOf(columns[0]), effectOf(columns[1])],
    shares: new Float64Array(NODES).fill(1 / NODES),
    rows: new Float64Array(NODES),
    likelihoods: [],
  };
}

/** EM: in one pass the locations move, in the next the noises. */
function improve(state: State, splines: readonly Float64Array[], passes: number): void {
  const { effects, shares, rows, likelihoods } = state;
  const n = effects[0].values.length;
  for (let pass = 1; pass <= passes; pass++) {
    likelihoods.push(weigh(state));
    const known = likelihoods.length;
    if (pass > 2 && likelihoods[known - 1] - likelihoods[known - 3] < LEAST_GAIN) return;
    for (let node = 0; node < NODES; node++) shares[node] = rows[node] / n;
    for (const effect of effects) {
      if (known % 2 === 1) relocate(effect, splines);
      else refit(effect.noise);
    }
  }
}

/** How likely each node is for each row: the log likelihood, and the sums from which locations and noises follow. */
function weigh({ effects, shares, rows }: State): number {
  for (const { noise, weights, targets } of effects) {
    tabulate(noise);
    for (const sums of [noise.counts, weights, targets]) sums.fill(0);
  }
  rows.fill(0);
  const [first, second] = effects;
  const [places, otherPlaces] = [new Float64Array(NODES), new Float64Array(NODES)];
  const likely = new Float64Array(NODES);
  let logLikelihood = 0;
  for (let i = 0; i < first.values.length; i++) {
    placesInto(places, first, first.values[i]);
    placesInto(otherPlaces, second, second.values[i]);
    let sum = 0;
    for (let node = 0; node < NODES; node++) {
      likely[node] =
        shares[node] * (between(first.noise.density, places[node]) * between(second.noise.density, otherPlaces[node]));
      sum += likely[node];
    }
    logLikelihood += log(sum);
    for (let node = 0; node < NODES; node++) {
      if (!(likely[node] > LEAST_LIKELY * sum)) continue;
      const share = likely[node] / sum;
      rows[node] += share;
      add(first, node, first.values[i], places[node], share);
      add(second, node, second.values[i], otherPlaces[node], share);
    }
  }
  return logLikelihood;
}

/** Where the noise of a value is in the tables, for each node. */
function placesInto(
  places: Float64Array,
  { locations, noise: { lowest, step, density } }: Effect,
  value: number,
): void {
  const last = density.length - 1.5;
  const perStep = 1 / step;
  for (let node = 0; node < NODES; node++) {
    places[node] = Math.min(Math.max((value - locations[node] - lowest) * perStep, 0), last);
  }
}

/** A table between two places. */
function between(table: Float64Array, place: number): number {
  const below = place | 0;
  return table[below] + (place - below) * (table[below + 1] - table[below]);
}

/** Adds a share of a row to the sums of a node. */
function add({ noise, weights, targets }: Effect, node: number, value: number, place: number, share: number): void {
  const precision = between(noise.precision, place);
  weights[node] += share * precision;
  targets[node] += share * (precision * value - between(noise.pull, place));
  const below = place | 0;
  noise.counts[below] += share * (1 - (place - below));
  noise.counts[below + 1] += share * (place - below);
}

/** Locations by weighted least squares on the splines. */
function relocate({ locations, weights, targets }: Effect, splines: readonly Float64Array[]): void {
  const normal = matrix(SPLINES, SPLINES);
  const coefficients = new Float64Array(SPLINES);
  const { data } = normal;
  for (let node = 0; node < NODES; node++) {
    const values = splines[node];
    for (let i = 0; i < SPLINES; i++) {
      coefficients[i] += values[i] * targets[node];
      for (let j = 0; j <= i; j++) data[i * SPLINES + j] += values[i] * values[j] * weights[node];
    }
  }
  const difference = [1, -2, 1];
  for (let start = 0; start + 2 < SPLINES; start++) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j <= i; j++) data[(start + i) * SPLINES + start + j] += ROUGHNESS * difference[i] * difference[j];
    }
  }
  for (let i = 0; i < SPLINES; i++) data[i * SPLINES + i] += RIDGE;
  choleskyInPlace(normal);
  choleskySolveInPlace(normal, coefficients);
  for (let node = 0; node < NODES; node++) {
    locations[node] = splines[node].reduce((sum, value, i) => sum + value * coefficients[i], 0);
  }
}
