import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { cos, exp, power, sin, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { drawGamma, studentDistribution } from "../distributions.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "../random/random-shape.js";
import type { DirectionlessKind } from "./held-out.js";
import {
  type Columns,
  columnOf,
  randomCause,
  randomCurve,
  randomMargin,
  randomNoise,
  unitCurve,
  wholeBetween,
} from "./held-out-laws.js";
import {
  bothRecorded,
  clippedAtBothEnds,
  clippedAtEnd,
  coded,
  drawnAgain,
  levelled,
  lowestRows,
  rounded,
  skewed,
  standardColumn,
  withOutliers,
} from "./held-out-records.js";

/** n rows, each with both of its values from one stream. */
function rowsOf(n: number, rng: Rng, row: (e: Rng) => readonly [number, number]): Columns {
  const [first, second] = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) [first[i], second[i]] = row(rng);
  return [first, second];
}

/** Both columns by the same law, each from a stream of its own. */
function twins(rng: Rng, make: (rng: Rng) => Column): Columns {
  return [make(rng.split("first")), make(rng.split("second"))];
}

/** Standard normal columns with a correlation of 0.2 to 0.95 of either sign. */
function gaussian(rng: Rng, n: number): Columns {
  const rho = fairSign(rng.split("sign")) * uniformBetween(rng.split("correlation"), 0.2, 0.95);
  const rest = Math.sqrt(1 - rho * rho);
  return rowsOf(n, rng.split("rows"), (e) => {
    const z = e.normal();
    return [z, rho * z + rest * e.normal()];
  });
}

/** A Gaussian copula; each margin is a random increasing map. */
function warped(rng: Rng, n: number): Columns {
  return bothRecorded(gaussian(rng, n), rng.split("margins"), (column, e) => column.map(randomMargin(e)));
}

/** Two unrelated columns by one kind of law. */
function unrelated(rng: Rng, n: number): Columns {
  return twins(rng, (stream) => columnOf(n, stream.split("rows"), randomCause(stream.split("law"))));
}

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

/** The n rows of three times as many that are lowest by a key of both columns. */
function selected(columns: Columns, n: number, key: (x: number, y: number) => number): Columns {
  const [first, second] = [standardColumn(columns[0]), standardColumn(columns[1])];
  return lowestRows(
    columns,
    n,
    first.map((x, i) => key(x, second[i])),
  );
}

/** A directed sample, [cause, effect], standardized: a curve of the cause and noise. */
function curved(rng: Rng, n: number): Columns {
  const law = randomCause(rng.split("cause"));
  const curve = unitCurve(rng.split("pilot"), randomCurve(rng.split("curve")), law);
  const size = logUniform(rng.split("size"), 0.1, 0.7);
  const [cause, noise] = [columnOf(n, rng.split("causes"), law), rng.split("noise")];
  return [standardColumn(cause), standardColumn(cause.map((x) => curve(x) + size * noise.normal()))];
}

/** Rounds until the equilibrium: what is left of the start is below gain⁴⁰⁰, 10⁻⁸. */
const EQUILIBRIUM_STEPS = 200;
const TURN = 2 * Math.PI;

type Undirected = (rng: Rng, n: number) => Columns;

const kind = (name: string, summary: string, draw: Undirected, covered = true): DirectionlessKind => ({
  name,
  summary,
  direction: "none",
  covered,
  draw,
});
const rareKind = (name: string, summary: string, draw: Undirected): DirectionlessKind =>
  kind(name, summary, draw, false);

/** Hostile kinds of pairs without a direction. Both columns follow one law, and change places at random afterwards. */
export const hostileUndirected: readonly DirectionlessKind[] = [
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
  kind("clusters", "two to five blobs at random places of the plane", (rng, n) => {
    const places = rng.split("places");
    const blobs = Array.from({ length: wholeBetween(places, 2, 5) }, () => ({
      at: [2 * places.normal(), 2 * places.normal()] as const,
      width: logUniform(places, 0.2, 0.8),
    }));
    return rowsOf(n, rng.split("rows"), (e) => {
      const { at, width } = oneOf(e, blobs);
      return [at[0] + width * e.normal(), at[1] + width * e.normal()];
    });
  }),
  kind(
    "both-directions",
    "half of the rows from one column to the other, half the reverse, each by its own curve",
    (rng, n) => {
      const [forward, backward] = [curved(rng.split("forward"), n), curved(rng.split("backward"), n)];
      const coin = rng.split("coin");
      const isForward = Array.from({ length: n }, () => coin.uniform() < 0.5);
      return [
        Float64Array.from(isForward, (yes, i) => (yes ? forward[0][i] : backward[1][i])),
        Float64Array.from(isForward, (yes, i) => (yes ? forward[1][i] : backward[0][i])),
      ];
    },
  ),
  rareKind(
    "swapped-rows",
    "a curve with noise, every row turned over with probability one half: p(x, y) = p(y, x)",
    (rng, n) => {
      const [cause, effect] = curved(rng, n);
      const coin = rng.split("coin");
      const isTurned = Array.from({ length: n }, () => coin.uniform() < 0.5);
      return [
        Float64Array.from(isTurned, (yes, i) => (yes ? effect[i] : cause[i])),
        Float64Array.from(isTurned, (yes, i) => (yes ? cause[i] : effect[i])),
      ];
    },
  ),
  rareKind(
    "exchangeable-frailty",
    "two lifetimes with one hidden gamma frailty, a Clayton copula: p(x, y) = p(y, x)",
    (rng, n) => {
      const [frailty, bend] = [logUniform(rng.split("frailty"), 0.4, 3), logUniform(rng.split("bend"), 0.3, 1.5)];
      return rowsOf(n, rng.split("rows"), (e) => {
        const hidden = drawGamma(e, frailty, 1) + 1e-9;
        return [power(drawGamma(e, 1, 1) / hidden, bend), power(drawGamma(e, 1, 1) / hidden, bend)];
      });
    },
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
  kind("selection-threshold", "unrelated columns; only rows with a large sum are in the table", (rng, n) =>
    selected(unrelated(rng, 3 * n), n, (x, y) => -(x + y)),
  ),
  kind("selection-band", "unrelated columns; only rows whose sum lies in a band are in the table", (rng, n) =>
    selected(unrelated(rng, 3 * n), n, (x, y) => Math.abs(x + y)),
  ),
  rareKind("selection-corner", "unrelated columns; only rows where either is large are in the table", (rng, n) =>
    selected(unrelated(rng, 3 * n), n, (x, y) => -Math.max(x, y)),
  ),
  kind("hidden-linear", "two linear effects of a hidden cause, all parts from laws other than the normal", (rng, n) => {
    const hidden = columnOf(n, rng.split("hidden"), randomNoise(rng.split("law"), true));
    return bothRecorded([hidden, hidden], rng.split("effects"), (column, e) => {
      const [noise, size] = [randomNoise(e.split("noise law"), true), fairSign(e) * logUniform(e, 0.3, 1.5)];
      return column.map((h) => h + size * noise(e));
    });
  }),
  kind("hidden-curves", "two curves of a hidden cause, each with noise", (rng, n) => {
    const law = randomCause(rng.split("law"));
    const hidden = columnOf(n, rng.split("hidden"), law);
    return bothRecorded([hidden, hidden], rng.split("effects"), (column, e) => {
      const curve = unitCurve(e.split("pilot"), randomCurve(e.split("curve")), law);
      const [noise, size] = [randomNoise(e.split("noise law")), logUniform(e, 0.2, 0.8)];
      return column.map((h) => curve(h) + size * noise(e));
    });
  }),
  kind("hidden-groups", "a hidden group moves both columns; within a group they are unrelated and skewed", (rng, n) => {
    const [shift, shape] = [logUniform(rng.split("shift"), 1, 5), logUniform(rng.split("shape"), 1, 5)];
    const share = uniformBetween(rng.split("share"), 0.2, 0.8);
    return rowsOf(n, rng.split("rows"), (e) => {
      const move = e.uniform() < share ? shift : 0;
      return [move + drawGamma(e, shape, 1), move + drawGamma(e, shape, 1)];
    });
  }),
  rareKind("hidden-volatility", "a hidden scale common to both columns, which are otherwise unrelated", (rng, n) => {
    const rate = logUniform(rng.split("rate"), 0.3, 1);
    return rowsOf(n, rng.split("rows"), (e) => {
      const scale = exp(rate * e.normal());
      return [scale * e.normal(), scale * e.normal()];
    });
  }),
  rareKind("shared-denominator", "two ratios a/c and b/c of unrelated positive quantities", (rng, n) => {
    const [shape, below] = [logUniform(rng.split("shape"), 2, 20), logUniform(rng.split("below"), 2, 20)];
    return rowsOf(n, rng.split("rows"), (e) => {
      const denominator = drawGamma(e, below, 1 / below) + 0.02;
      return [drawGamma(e, shape, 1) / denominator, drawGamma(e, shape, 1) / denominator];
    });
  }),
  rareKind("elliptical", "a bivariate Student law of 3 to 6 degrees", (rng, n) => {
    const degrees = wholeBetween(rng.split("degrees"), 3, 6);
    const [first, second] = gaussian(rng, n);
    const scale = columnOf(n, rng.split("scale"), (e) => 1 / Math.sqrt(drawGamma(e, 0.5 * degrees, 2 / degrees)));
    return [first.map((z, i) => z * scale[i]), second.map((z, i) => z * scale[i])];
  }),
  rareKind("two-correlations", "a mixture of two centered normals with correlations of opposite sign", (rng, n) => {
    const [rho, share] = [uniformBetween(rng.split("rho"), 0.5, 0.95), uniformBetween(rng.split("share"), 0.25, 0.75)];
    const rest = Math.sqrt(1 - rho * rho);
    return rowsOf(n, rng.split("rows"), (e) => {
      const z = e.normal();
      return [z, (e.uniform() < share ? rho : -rho) * z + rest * e.normal()];
    });
  }),
  kind(
    "feedback-linear",
    "the equilibrium of x = a y + e and y = b x + f, noises from laws other than the normal",
    (rng, n) => {
      const [a, b] = twins(rng.split("gains"), (e) => columnOf(1, e, (u) => fairSign(u) * uniformBetween(u, 0.4, 0.9)));
      const [first, second] = twins(rng.split("noises"), (e) =>
        columnOf(n, e.split("rows"), randomNoise(e.split("law"), true)),
      );
      const loop = 1 - a[0] * b[0];
      return [first.map((e, i) => (e + a[0] * second[i]) / loop), second.map((f, i) => (f + b[0] * first[i]) / loop)];
    },
  ),
  rareKind("feedback-curved", "the equilibrium of x = a tanh(k y) + e and y = b tanh(k x) + f", (rng, n) => {
    const [steep, gain] = [logUniform(rng.split("steep"), 0.5, 1.5), uniformBetween(rng.split("gain"), 0.5, 0.95)];
    const [noise, size] = [randomNoise(rng.split("law")), logUniform(rng.split("size"), 0.3, 1.5)];
    return rowsOf(n, rng.split("rows"), (r) => {
      const [e, f] = [size * noise(r), size * noise(r)];
      let [x, y] = [e, f];
      for (let k = 0; k < EQUILIBRIUM_STEPS; k++) {
        x = (gain / steep) * tanh(steep * y) + e;
        y = (gain / steep) * tanh(steep * x) + f;
      }
      return [x, y];
    });
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
  rareKind("disc", "uniform in a disc or an ellipse", (rng, n) => {
    const tilt = uniformBetween(rng.split("tilt"), -0.8, 0.8);
    return rowsOf(n, rng.split("rows"), (e) => {
      const [radius, angle] = [Math.sqrt(e.uniform()), TURN * e.uniform()];
      const [a, b] = [radius * cos(angle), radius * sin(angle)];
      return [a + tilt * b, b + tilt * a];
    });
  }),
  rareKind("ring", "a noisy circle", (rng, n) => {
    const width = logUniform(rng.split("width"), 0.03, 0.3);
    return rowsOf(n, rng.split("rows"), (e) => {
      const [radius, angle] = [1 + width * e.normal(), TURN * e.uniform()];
      return [radius * cos(angle), radius * sin(angle)];
    });
  }),
  rareKind("diamond", "sum and difference of two uniform columns", (rng, n) =>
    rowsOf(n, rng.split("rows"), (e) => {
      const [a, b] = [2 * e.uniform() - 1, 2 * e.uniform() - 1];
      return [a + b, a - b];
    }),
  ),
  rareKind("cross", "either column varies while the other one stays near zero", (rng, n) => {
    const [width, law] = [logUniform(rng.split("width"), 0.03, 0.3), randomNoise(rng.split("law"))];
    return rowsOf(n, rng.split("rows"), (e) => {
      const [far, near] = [law(e), width * e.normal()];
      return e.uniform() < 0.5 ? [far, near] : [near, far];
    });
  }),
  kind("exact-functions", "two increasing functions of one hidden column, without noise", (rng, n) => {
    const hidden = columnOf(n, rng.split("hidden"), (e) => e.normal());
    return bothRecorded([hidden, hidden], rng.split("margins"), (column, e) => column.map(randomMargin(e)));
  }),
];
