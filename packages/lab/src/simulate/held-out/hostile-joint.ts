import { cos, exp, power, sin, tanh } from "@causal-velocity/core/primitives/elementary.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { drawGamma } from "../distributions.js";
import { fairSign, logUniform, oneOf, uniformBetween } from "../random/random-shape.js";
import { gaussian, kind, rareKind, rowsOf, TURN, twins, unrelated } from "./directionless-models.js";
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
import { bothRecorded, lowestRows, standardColumn } from "./held-out-records.js";

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

/** Hostile kinds without a direction: clusters, mixtures, selection, hidden causes, feedback and figures in the plane. */
export const hostileJoint: readonly DirectionlessKind[] = [
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
      const [frailty, bend] = [logUniform(rng.split("frailty"), 0.4, 3), logUniform(rng.split("bend"), 0.15, 0.6)];
      return rowsOf(n, rng.split("rows"), (e) => {
        const hidden = drawGamma(e, frailty, 1) + 1e-9;
        return [power(drawGamma(e, 1, 1) / hidden, bend), power(drawGamma(e, 1, 1) / hidden, bend)];
      });
    },
  ),
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
