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

  /** @throws InputError `wrong-option` */
  draw(id: string, play: Play): Pick<SimulatedPair, "pair" | "truth"> {
    const example = exampleNamed(id);
    const simulated = this.#simulated(example, play);
    const { truth } = simulated;
    const { x, y } = simulated.pair;
    const { noise, bend } = example.knobs ?? {};
    const isUsual = play.noise === (noise?.usual ?? play.noise) && play.bend === (bend?.usual ?? play.bend);
    if (!example.knobs || isUsual) return { pair: pairFromColumns(x, y, EXAMPLE_NAMES), truth };
    const { cause } = rolesOf(simulated);
    const effect = changedEffect(example, simulated, play);
    const columns: [Column, Column] = truth === "y->x" ? [effect, cause] : [cause, effect];
    return { pair: pairFromColumns(...columns, EXAMPLE_NAMES), truth };
  }

  #simulated({ id, kind, options }: Example, { rows, draw }: Play): SimulatedPair {
    const key = `${id} ${rows} ${draw}`;
    if (this.#last?.key !== key) {
      this.#last = { key, simulated: simulate(kind, { ...options, n: rows, seed: draw }) };
    }
    return this.#last.simulated;
  }
}

function changedEffect(example: Example, simulated: SimulatedPair, { noise: factor, bend }: Play): Column {
  const { cause, effect } = rolesOf(simulated);
  const { mechanism, noise = new Float64Array(cause.length) } = simulated;
  const { mean, sd } = momentsOf(noise);
  const isLine = example.knobs?.bend?.usual === 0;
  const curve = mechanism ? cause.map((value) => mechanism.effect(value, mean)) : effect;
  const line = lineThrough(cause, curve);
  const size = momentsOf(effect).sd;
  const causes = momentsOf(cause);
  return cause.map((value, i) => {
    const straight = line(value);
    const z = (value - causes.mean) / causes.sd;
    const bent = isLine ? ADDED_CURVE * size * (z * z - 1) : curve[i] - straight;
    const deviation = mechanism
      ? mechanism.effect(value, mean + factor * (noise[i] - mean)) - curve[i]
      : ((factor - 1) * ADDED_NOISE * size * (noise[i] - mean)) / sd;
    return straight + bend * bent + deviation;
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
