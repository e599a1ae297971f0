import { exp, power } from "@causal-velocity/core/primitives/elementary.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "../random/random-shape.js";
import type { DirectedKind, DirectedModel } from "./held-out.js";
import { type Columns, clamp, positiveCause, randomNoise, wholeBetween } from "./held-out-laws.js";
import {
  bothRecorded,
  clippedAtBothEnds,
  clippedAtEnd,
  coded,
  levelled,
  lowestRows,
  measured,
  type Recording,
  rounded,
  rowsAt,
  skewed,
  someRecorded,
  sortedBy,
  standardColumn,
  withOutliers,
} from "./held-out-records.js";

import { kind, linear, linearGaussian, ordinary, rareKind } from "./ordinary-models.js";

const onCause =
  (recording: Recording) =>
  ([cause, effect]: Columns, rng: Rng): Columns => [recording(cause, rng), effect];
const onEffect =
  (recording: Recording) =>
  ([cause, effect]: Columns, rng: Rng): Columns => [cause, recording(effect, rng)];
const onBoth = (recording: Recording) => (columns: Columns, rng: Rng) => bothRecorded(columns, rng, recording);

/** The mechanism of a model that keeps only the rows with a low or high value of one column. */
function truncated(model: DirectedModel, rng: Rng, column: 0 | 1): DirectedModel {
  const [share, sign] = [uniformBetween(rng, 0.15, 0.6), fairSign(rng)];
  return {
    ...model,
    drawn: (n) => Math.ceil(n / (1 - share)),
    record: (columns, _, n) =>
      lowestRows(
        columns,
        n,
        columns[column].map((value) => sign * value),
      ),
  };
}

/** Hostile kinds with an ordinary mechanism: what is hostile is how the table was made. */
export const hostileTables: readonly DirectedKind[] = [
  kind("censored-effect", "the effect piled up at both of its ends, 5% to 30% at each", (rng) => ({
    ...ordinary(rng),
    record: onEffect(clippedAtBothEnds),
  })),
  kind("clipped-effect", "2% to 30% of the effect at a detection limit at one end", (rng) => ({
    ...ordinary(rng),
    record: onEffect(clippedAtEnd),
  })),
  kind("clipped-cause", "2% to 30% of the cause at a detection limit at one end", (rng) => ({
    ...ordinary(rng),
    record: onCause(clippedAtEnd),
  })),
  kind("clipped-both", "a detection limit at one end of each column, by one law", (rng) => ({
    ...ordinary(rng),
    record: onBoth(clippedAtEnd),
  })),
  kind(
    "noisy-cause",
    "the cause is recorded with an error of 0.3 to 0.8 standard deviations, the effect is not",
    (rng) => {
      const error = uniformBetween(rng.split("error"), 0.3, 0.8);
      return { ...ordinary(rng), record: onCause((column, e) => column.map((value) => value + error * e.normal())) };
    },
  ),
  kind("noisy-both", "measurement errors on both columns, by one law", (rng) => ({
    ...ordinary(rng),
    record: onBoth(measured),
  })),
  kind(
    "outliers",
    "a linear pair without normal parts, 1% to 5% outliers in either column or both, by one law",
    (rng) => ({
      ...linear(rng),
      record: (columns, e) => someRecorded(columns, e, withOutliers),
    }),
  ),
  kind("rounded", "both columns on grids of 8 to 60 steps", (rng) => ({ ...ordinary(rng), record: onBoth(rounded) })),
  kind("few-causes", "a cause of three to eight unevenly spaced levels", (rng) => {
    const levels = rng.split("levels");
    const values = Array.from({ length: wholeBetween(levels, 3, 8) }, (_, k) => k + 0.3 * levels.normal());
    const { mean, sd } = meanAndSd(values);
    return ordinary(rng, (e) => (oneOf(e, values) - mean) / sd);
  }),
  kind("grouped-cause", "a fine cause that is recorded in three to eight groups", (rng) => ({
    ...ordinary(rng),
    record: onCause(levelled),
  })),
  kind("few-effects", "three to eight levels of the effect", (rng) => ({
    ...ordinary(rng),
    record: onEffect(levelled),
  })),
  kind("cross-table", "three to eight levels of both columns", (rng) => ({
    ...ordinary(rng),
    record: onBoth(levelled),
  })),
  kind("near-duplicates", "every row two to eight times, up to tiny errors in both columns", (rng) => {
    const copies = wholeBetween(rng.split("copies"), 2, 8);
    return {
      ...ordinary(rng),
      drawn: (n) => Math.max(10, Math.ceil(n / copies)),
      record: (columns, e, n) => {
        const rows = Array.from({ length: n }, (_, i) => i % columns[0].length);
        return bothRecorded(rowsAt(columns, rows), e, (column, stream) =>
          column.map((value) => value + 0.002 * stream.normal()),
        );
      },
    };
  }),
  kind("truncated-on-cause", "only the rows of low or of high causes", (rng) =>
    truncated(ordinary(rng), rng.split("cut"), 0),
  ),
  kind("truncated-on-effect", "only the rows of low or of high effects", (rng) =>
    truncated(ordinary(rng), rng.split("cut"), 1),
  ),
  kind("gaussian-truncated-on-cause", "linear-Gaussian, only the rows of low or of high causes", (rng) =>
    truncated(linearGaussian(rng), rng.split("cut"), 0),
  ),
  kind(
    "gaussian-truncated-on-effect",
    "linear-Gaussian, only the rows of low or of high effects",
    (rng) => truncated(linearGaussian(rng), rng.split("cut"), 1),
    true,
    "given the effect, the cause is linear with normal noise whatever effects are kept: an additive model the other way",
  ),
  kind("codes-in-cause", "a code such as -999 or 9999 in 0.5% to 8% of the cause", (rng) => ({
    ...ordinary(rng),
    record: onCause(coded),
  })),
  kind("codes-in-effect", "a code such as -999 or 9999 in 0.5% to 8% of the effect", (rng) => ({
    ...ordinary(rng),
    record: onEffect(coded),
  })),
  kind(
    "linear-codes-in-cause",
    "a linear pair without normal parts, with a code in 0.5% to 8% of the cause",
    (rng) => ({
      ...linear(rng),
      record: onCause(coded),
    }),
  ),
  kind("wide-range", "both columns exponentiated over three to eight orders of magnitude, by one law", (rng) => ({
    ...ordinary(rng),
    record: onBoth((column, e) => {
      const rate = uniformBetween(e, 1.2, 2.5);
      return standardColumn(column).map((z) => exp(rate * clamp(z, -4, 4)));
    }),
  })),
  kind("skewed-both", "both columns bent by exponentials of either side, by one law", (rng) => ({
    ...ordinary(rng),
    record: onBoth(skewed),
  })),
  kind("sorted-file", "rows sorted by the cause, the effect or their sum", (rng) => {
    const key = wholeBetween(rng.split("key"), 0, 2);
    return {
      ...ordinary(rng),
      record: ([cause, effect]) =>
        sortedBy([cause, effect], key === 0 ? cause : key === 1 ? effect : cause.map((value, i) => value + effect[i])),
    };
  }),
  rareKind("two-units", "5% to 40% of the rows of either column are recorded in another unit, by one law", (rng) => ({
    ...ordinary(rng),
    record: (columns, e) =>
      someRecorded(columns, e, (column, stream) => {
        const [share, factor] = [uniformBetween(stream, 0.05, 0.4), oneOf(stream, [2.54, 0.4536, 1.8, 10])];
        return standardColumn(column).map((z) => (6 + z) * (stream.uniform() < share ? factor : 1));
      }),
  })),
  kind("body-size", "a positive cause, an effect of its power times e^noise, both rounded by one law", (rng) => {
    const [exponent, size] = [uniformBetween(rng.split("exponent"), 0.3, 3), logUniform(rng.split("size"), 0.05, 0.4)];
    const noise = randomNoise(rng.split("noise law"), true);
    return {
      cause: positiveCause(rng.split("cause")),
      effect: (x, e) => 0.5 + power(x, exponent) * exp(size * noise(e)),
      record: onBoth(rounded),
    };
  }),
];
