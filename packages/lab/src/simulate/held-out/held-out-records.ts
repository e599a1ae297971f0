import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exp } from "@causal-velocity/core/primitives/elementary.js";
import { meanAndSd, quantileOfSorted, sorted } from "@causal-velocity/core/primitives/quantiles.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "../random/random-shape.js";
import { roundColumn } from "../simulator.js";
import { type Columns, clamp, wholeBetween } from "./held-out-laws.js";

/** What may happen to a recorded column, with random strength; it does not know the column's role. */
export type Recording = (column: Column, rng: Rng) => Column;

/** The same law for both columns, each with its own random strength. */
export function bothRecorded(columns: Columns, rng: Rng, recording: Recording): Columns {
  return [recording(columns[0], rng.split("first column")), recording(columns[1], rng.split("second column"))];
}

/** The first, the second or both columns, equally likely. */
export function someRecorded(columns: Columns, rng: Rng, recording: Recording): Columns {
  const which = wholeBetween(rng.split("which"), 0, 2);
  const [first, second] = bothRecorded(columns, rng, recording);
  return [which === 1 ? columns[0] : first, which === 0 ? columns[1] : second];
}

/** (column − mean)/sd. */
export function standardColumn(column: Column): Column {
  const { mean, sd } = meanAndSd(column);
  return column.map((value) => (value - mean) / (sd > 0 ? sd : 1));
}

/** Rounded to a grid of 8 to 60 steps over six standard deviations. */
export function rounded(column: Column, rng: Rng): Column {
  const { sd } = meanAndSd(column);
  return sd > 0 ? roundColumn(column, (6 * sd) / logUniform(rng, 8, 60)) : column;
}

/** Three to eight levels, of equal width or of equal counts, numbered from 1. */
export function levelled(column: Column, rng: Rng): Column {
  const levels = wholeBetween(rng, 3, 8);
  const ascending = sorted(column);
  const [low, high] = [quantileOfSorted(ascending, 0.02), quantileOfSorted(ascending, 0.98)];
  if (rng.uniform() < 0.5 && high > low) {
    return column.map((value) => 1 + clamp(Math.floor((levels * (value - low)) / (high - low)), 0, levels - 1));
  }
  const cuts = Array.from({ length: levels - 1 }, (_, k) => quantileOfSorted(ascending, (k + 1) / levels));
  return column.map((value) => 1 + cuts.filter((cut) => value > cut).length);
}

/** Skewed by e^{rate·z} of the standardized column z, cut at five standard deviations, to either side. */
export function skewed(column: Column, rng: Rng): Column {
  const rate = fairSign(rng) * logUniform(rng, 0.2, 1);
  return standardColumn(column).map((z) => exp(rate * clamp(z, -5, 5)));
}

/** With normal errors of 0.03 to 0.4 standard deviations. */
export function measured(column: Column, rng: Rng): Column {
  const error = logUniform(rng, 0.03, 0.4) * meanAndSd(column).sd;
  return column.map((value) => value + error * rng.normal());
}

/** A share of 2% to 30% of the rows piled up at the lower or the upper end. */
export function clippedAtEnd(column: Column, rng: Rng): Column {
  const share = logUniform(rng, 0.02, 0.3);
  const ascending = sorted(column);
  if (rng.uniform() < 0.5) {
    const limit = quantileOfSorted(ascending, share);
    return column.map((value) => Math.max(value, limit));
  }
  const limit = quantileOfSorted(ascending, 1 - share);
  return column.map((value) => Math.min(value, limit));
}

/** 5% to 30% of the rows piled up at either end. */
export function clippedAtBothEnds(column: Column, rng: Rng): Column {
  const ascending = sorted(column);
  const low = quantileOfSorted(ascending, uniformBetween(rng, 0.05, 0.3));
  const high = quantileOfSorted(ascending, 1 - uniformBetween(rng, 0.05, 0.3));
  return column.map((value) => clamp(value, low, high));
}

const CODES = [-999, 9999, -99, 999, -9999];

/** A code for missing values in 0.5% to 8% of the rows, in one row at least; other values are of size 1 to 30. */
export function coded(column: Column, rng: Rng): Column {
  const code = oneOf(rng, CODES);
  const share = logUniform(rng, 0.005, 0.08);
  const [center, scale] = [uniformBetween(rng, 0, 20), logUniform(rng, 1, 8)];
  const sure = wholeBetween(rng, 0, column.length - 1);
  return standardColumn(column).map((z, i) => (rng.uniform() < share || i === sure ? code : center + scale * z));
}

/** 1% to 5% of the rows, one at least, displaced by 4 to 12 standard deviations to either side. */
export function withOutliers(column: Column, rng: Rng): Column {
  const share = uniformBetween(rng, 0.01, 0.05);
  const { sd } = meanAndSd(column);
  const sure = wholeBetween(rng, 0, column.length - 1);
  return column.map((value, i) =>
    rng.uniform() < share || i === sure ? value + fairSign(rng) * uniformBetween(rng, 4, 12) * sd : value,
  );
}

/** The rows in the order given by `keys`, ascending. */
export function sortedBy(columns: Columns, keys: Column): Columns {
  const order = Array.from(keys, (_, i) => i).sort((i, j) => keys[i] - keys[j] || i - j);
  return rowsAt(columns, order);
}

/** The rows of the given numbers, in this order. */
export function rowsAt(columns: Columns, rows: readonly number[]): Columns {
  return [Float64Array.from(rows, (i) => columns[0][i]), Float64Array.from(rows, (i) => columns[1][i])];
}

/** The n rows of the smallest keys, in their old order: what a selection leaves. */
export function lowestRows(columns: Columns, n: number, keys: Column): Columns {
  const order = Array.from(keys, (_, i) => i).sort((i, j) => keys[i] - keys[j] || i - j);
  return rowsAt(
    columns,
    order.slice(0, n).sort((i, j) => i - j),
  );
}

/** n rows drawn with replacement from the first `few` ones. */
export function drawnAgain(columns: Columns, few: number, n: number, rng: Rng): Columns {
  return rowsAt(
    columns,
    Array.from({ length: n }, () => wholeBetween(rng, 0, few - 1)),
  );
}
