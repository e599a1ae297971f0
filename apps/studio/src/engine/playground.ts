import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { rolesOf, type SimulatedPair } from "@causal-velocity/lab/simulate/simulator.js";
import { exampleNamed } from "./example-tables.js";
import { EXAMPLE_NAMES, type Example, type Play } from "./examples.js";

/** Of a kind without a mechanism: standard deviation of the noise that each further factor adds, in that of the effect. */
const ADDED_NOISE = 0.03;
/** The curve that a straight line is bent by, in standard deviations of the line. */
const ADDED_CURVE = 0.7;

/** What the effect of a row would have been, by the true mechanism. */
export interface TrueCurve {
  readonly cause: Column;
  readonly effect: Column;
}

/** Shares of the noise below that of each curve, and causes of a curve. */
const CURVE_SHARES = [0.05, 0.25, 0.5, 0.75, 0.95];
const CURVE_POINTS = 61;

/**
 * Pairs of an example with more or less noise and curvature. The rows are those of the simulator, and the effect is
 * computed again, from its own mechanism where it has one:
 *
 *     effect = line(cause) + bend · (curve(cause) − line(cause)) + deviation by the scaled noise
 *
 * where the curve is the effect of the mean noise and the line its least-squares fit. The same choice gives the same
 * bytes, and the usual one the example itself.
 */
export class Playground {
  /** The last simulation: it takes longer than everything that follows from it. */
  #last: { readonly key: string; readonly simulated: SimulatedPair } | undefined;

  /** The pair, its truth and, where there is a mechanism, its causal curves. @throws InputError `wrong-option` */
  draw(id: string, play: Play): Pick<SimulatedPair, "pair" | "truth"> & { readonly curves: readonly TrueCurve[] } {
    const example = exampleNamed(id);
    const simulated = this.#simulated(example, play);
    const { truth } = simulated;
    const { x, y } = simulated.pair;
    const curves = curvesOf(example, simulated, play);
    const { noise, bend } = example.knobs ?? {};
    const isUsual = play.noise === (noise?.usual ?? play.noise) && play.bend === (bend?.usual ?? play.bend);
    if (!example.knobs || isUsual) return { pair: pairFromColumns(x, y, EXAMPLE_NAMES), truth, curves };
    const { cause } = rolesOf(simulated);
    const effect = changedEffect(example, simulated, play);
    const columns: [Column, Column] = truth === "y->x" ? [effect, cause] : [cause, effect];
    return { pair: pairFromColumns(...columns, EXAMPLE_NAMES), truth, curves };
  }

  #simulated({ id, kind, options }: Example, { rows, draw }: Play): SimulatedPair {
    const key = `${id} ${rows} ${draw}`;
    if (this.#last?.key !== key) {
      this.#last = { key, simulated: simulate(kind, { ...options, n: rows, seed: draw }) };
    }
    return this.#last.simulated;
  }
}

function changedEffect(example: Example, simulated: SimulatedPair, play: Play): Column {
  const { cause, effect } = rolesOf(simulated);
  const { mechanism, noise = new Float64Array(cause.length) } = simulated;
  const { mean, sd } = momentsOf(noise);
  const { curve, bentAt, size } = changedCurve(example, simulated, play);
  return cause.map((value, i) => {
    const deviation = mechanism
      ? mechanism.effect(value, mean + play.noise * (noise[i] - mean)) - curve[i]
      : ((play.noise - 1) * ADDED_NOISE * size * (noise[i] - mean)) / sd;
    return bentAt(value, mechanism ? curve[i] : effect[i]) + deviation;
  });
}

/** The effect of the mean noise at every row, and what becomes of it. */
function changedCurve(example: Example, simulated: SimulatedPair, { bend }: Play) {
  const { cause, effect } = rolesOf(simulated);
  const { mechanism, noise = new Float64Array(cause.length) } = simulated;
  const { mean } = momentsOf(noise);
  const isLine = example.knobs?.bend?.usual === 0;
  const curve = mechanism ? cause.map((value) => mechanism.effect(value, mean)) : effect;
  const line = lineThrough(cause, curve);
  const size = momentsOf(effect).sd;
  const causes = momentsOf(cause);
  /** @param onCurve the effect of the mean noise at this cause */
  const bentAt = (value: number, onCurve: number): number => {
    const straight = line(value);
    const z = (value - causes.mean) / causes.sd;
    return straight + bend * (isLine ? ADDED_CURVE * size * (z * z - 1) : onCurve - straight);
  };
  return { curve, bentAt, size };
}

/** Causal curves of the changed mechanism, from small noise to large; none without a mechanism. */
function curvesOf(example: Example, simulated: SimulatedPair, play: Play): TrueCurve[] {
  const { mechanism, noise, truth } = simulated;
  if (!mechanism || !noise || (truth !== "x->y" && truth !== "y->x")) return [];
  const { cause } = rolesOf(simulated);
  const { mean } = momentsOf(noise);
  const { bentAt } = changedCurve(example, simulated, play);
  const ascending = Float64Array.from(noise).sort();
  const [low, high] = [cause.reduce((a, b) => Math.min(a, b)), cause.reduce((a, b) => Math.max(a, b))];
  const grid = Float64Array.from({ length: CURVE_POINTS }, (_, k) => low + (k / (CURVE_POINTS - 1)) * (high - low));
  return CURVE_SHARES.map((share) => {
    const own = mean + play.noise * ((ascending[Math.floor(share * ascending.length)] ?? mean) - mean);
    const effect = grid.map((value) => {
      const onCurve = mechanism.effect(value, mean);
      return bentAt(value, onCurve) + mechanism.effect(value, own) - onCurve;
    });
    return { cause: grid, effect };
  });
}

function momentsOf(column: Column): { readonly mean: number; readonly sd: number } {
  let [sum, squares] = [0, 0];
  for (const value of column) sum += value;
  const mean = sum / column.length;
  for (const value of column) squares += (value - mean) * (value - mean);
  return { mean, sd: Math.sqrt(squares / column.length) };
}

/** The least-squares line. */
function lineThrough(x: Column, y: Column): (value: number) => number {
  const [ofX, ofY] = [momentsOf(x), momentsOf(y)];
  let products = 0;
  for (let i = 0; i < x.length; i++) products += (x[i] - ofX.mean) * (y[i] - ofY.mean);
  const slope = products / (x.length * ofX.sd * ofX.sd);
  return (value) => ofY.mean + slope * (value - ofX.mean);
}
