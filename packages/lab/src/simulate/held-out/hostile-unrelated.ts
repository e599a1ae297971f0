import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exp, power, sin } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { drawGamma, studentDistribution } from "../distributions.js";
import { logUniform, oneOf, uniformBetween } from "../random/random-shape.js";
import { gaussian, kind, rareKind, TURN, twins, unrelated, warped } from "./directionless-models.js";
import type { DirectionlessKind } from "./held-out.js";
import { columnOf, wholeBetween } from "./held-out-laws.js";
import {
  bothRecorded,
  clippedAtBothEnds,
  clippedAtEnd,
  coded,
  drawnAgain,
  levelled,
  rounded,
  skewed,
  withOutliers,
} from "./held-out-records.js";

/** x_i = memory·x_{i−1} + e_i. */
function series(n: number, rng: Rng, memory: number, drift = 0): Column {
  let value = 0;
  return columnOf(n, rng, (e) => {
    value = memory * value + drift + e.normal();
    return value;
  });
}

/** Columns as functions of the row number, with noise. */
function overTime(n: number, rng: Rng, size: number, at: (i: number) => number): Column {
  return Float64Array.from({ length: n }, (_, i) => at(i) + size * rng.normal());
}

/** Hostile kinds without a direction: unrelated columns, Gaussian copulas, rows that follow or repeat each other. */
export const hostileUnrelated: readonly DirectionlessKind[] = [
  kind("copula-exponentiated", "linear-Gaussian, both columns exponentiated at different rates", (rng, n) =>
    bothRecorded(gaussian(rng, n), rng.split("rates"), skewed),
  ),
  kind("copula-any-margins", "a Gaussian copula with any margins", warped),
  kind("copula-rounded", "a Gaussian copula with any margins, both columns rounded", (rng, n) =>
    bothRecorded(warped(rng, n), rng.split("grids"), rounded),
  ),
  kind("copula-clipped", "a Gaussian copula with any margins, both columns clipped at an end", (rng, n) =>
    bothRecorded(warped(rng, n), rng.split("limits"), clippedAtEnd),
  ),
  kind("copula-levels", "a Gaussian copula in three to eight levels of each column", (rng, n) =>
    bothRecorded(gaussian(rng, n), rng.split("levels"), levelled),
  ),
  kind("linear-gaussian", "jointly normal columns", gaussian),
  kind("linear-gaussian-rounded", "jointly normal columns, both rounded", (rng, n) =>
    bothRecorded(gaussian(rng, n), rng.split("grids"), rounded),
  ),
  kind("linear-gaussian-outliers", "jointly normal columns, 1% to 5% outliers in each", (rng, n) =>
    bothRecorded(gaussian(rng, n), rng.split("outliers"), withOutliers),
  ),
  kind("linear-gaussian-clipped", "jointly normal columns, both clipped at both ends", (rng, n) =>
    bothRecorded(gaussian(rng, n), rng.split("limits"), clippedAtBothEnds),
  ),
  kind("linear-gaussian-codes", "jointly normal columns with codes for missing values in both", (rng, n) =>
    bothRecorded(gaussian(rng, n), rng.split("codes"), coded),
  ),
  kind("unrelated-skewed", "unrelated gamma or log-normal columns", (rng, n) =>
    twins(rng, (stream) => {
      const [isGamma, shape] = [stream.split("law").uniform() < 0.5, logUniform(stream.split("shape"), 0.5, 4)];
      return columnOf(n, stream.split("rows"), (e) => (isGamma ? drawGamma(e, shape, 1) : exp(e.normal() / shape)));
    }),
  ),
  kind("unrelated-heavy-tails", "unrelated Student columns of 2.1 to 3 degrees", (rng, n) =>
    twins(rng, (stream) =>
      columnOf(n, stream.split("rows"), studentDistribution(uniformBetween(stream.split("degrees"), 2.1, 3)).draw),
    ),
  ),
  kind("unrelated-rounded", "unrelated columns, both rounded", (rng, n) =>
    bothRecorded(unrelated(rng, n), rng.split("grids"), rounded),
  ),
  kind("unrelated-clusters", "unrelated columns of two to five narrow humps each", (rng, n) =>
    twins(rng, (stream) => {
      const places = stream.split("places");
      const centers = Array.from({ length: wholeBetween(places, 2, 5) }, () => 2 * places.normal());
      const width = logUniform(places, 0.05, 0.4);
      return columnOf(n, stream.split("rows"), (e) => oneOf(e, centers) + width * e.normal());
    }),
  ),
  kind("unrelated-levels", "unrelated columns of three to eight levels each", (rng, n) =>
    bothRecorded(unrelated(rng, n), rng.split("levels"), levelled),
  ),
  kind("unrelated-codes", "unrelated columns with codes for missing values in both", (rng, n) =>
    bothRecorded(unrelated(rng, n), rng.split("codes"), coded),
  ),
  kind("random-walks", "two unrelated random walks", (rng, n) => twins(rng, (stream) => series(n, stream, 1))),
  kind("autoregression", "two unrelated autoregressive series of memory 0.9 to 0.99", (rng, n) =>
    twins(rng, (stream) => series(n, stream.split("rows"), uniformBetween(stream.split("memory"), 0.9, 0.99))),
  ),
  rareKind("two-counters", "two unrelated counters that only grow, in file order", (rng, n) =>
    twins(rng, (stream) => {
      const shape = logUniform(stream.split("shape"), 0.2, 3);
      let total = 0;
      return columnOf(n, stream.split("rows"), (e) => {
        total += drawGamma(e, shape, 1);
        return total;
      });
    }),
  ),
  kind("seasons", "two seasonal columns of one period and different phases, with noise", (rng, n) => {
    const period = uniformBetween(rng.split("period"), 7, 60);
    return twins(rng, (stream) => {
      const [phase, size] = [TURN * stream.split("phase").uniform(), logUniform(stream.split("size"), 0.1, 0.7)];
      return overTime(n, stream.split("rows"), size, (i) => sin((TURN * i) / period + phase));
    });
  }),
  rareKind("two-frequencies", "two waves of unrelated periods, with noise", (rng, n) =>
    twins(rng, (stream) => {
      const [period, size] = [logUniform(stream.split("period"), 8, 300), logUniform(stream.split("size"), 0.05, 0.5)];
      return overTime(n, stream.split("rows"), size, (i) => sin((TURN * i) / period));
    }),
  ),
  kind("shared-trend", "two columns that drift with the row number, each with its own bend and noise", (rng, n) =>
    twins(rng, (stream) => {
      const [bend, size] = [logUniform(stream.split("bend"), 0.5, 2), logUniform(stream.split("size"), 0.05, 0.4)];
      return overTime(n, stream.split("rows"), size, (i) => power((i + 1) / n, bend));
    }),
  ),
  kind("subjects", "many measurements of 4 to 15 subjects whose two means are unrelated", (rng, n) => {
    const count = wholeBetween(rng.split("count"), 4, 15);
    const within = logUniform(rng.split("within"), 0.05, 0.4);
    const isGrouped = rng.split("order").uniform() < 0.5;
    const means = twins(rng.split("means"), (stream) => columnOf(count, stream, (e) => e.normal()));
    const who = rng.split("who");
    const subject = Array.from({ length: n }, (_, i) =>
      isGrouped ? Math.floor((i * count) / n) : wholeBetween(who, 0, count - 1),
    );
    return bothRecorded(means, rng.split("errors"), (mean, e) =>
      Float64Array.from(subject, (k) => mean[k] + within * e.normal()),
    );
  }),
  kind("twenty-rows", "20 rows of a Gaussian copula with any margins, drawn again and again", (rng, n) =>
    drawnAgain(warped(rng, 20), 20, n, rng.split("draws")),
  ),
  kind("near-duplicates-unrelated", "15 to 40 unrelated rows, drawn again and again with tiny errors", (rng, n) => {
    const few = wholeBetween(rng.split("few"), 15, 40);
    return bothRecorded(drawnAgain(unrelated(rng, few), few, n, rng.split("draws")), rng.split("errors"), (column, e) =>
      column.map((value) => value + 0.002 * e.normal()),
    );
  }),
];
