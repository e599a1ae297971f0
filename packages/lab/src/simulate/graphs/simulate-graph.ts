import { causalOrder, type Parents } from "@causal-velocity/core/graph/search.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { type ColumnMechanism, type GraphMechanism, graphMechanisms, randomMechanism } from "./column-mechanism.js";
import { randomParents, type Topology, topologies } from "./topology.js";

/** A column that is set to one value in every row, in standardized units: an intervention. */
export interface SetColumn {
  /** Position of the column. */
  readonly column: number;
  readonly value: number;
}

/** A simulated table with its graph. Columns are in random order, never in causal order, and standardized. */
export interface SimulatedGraph {
  readonly kind: string;
  /** Named "c1", "c2", … by position. */
  readonly columns: readonly { readonly name: string; readonly values: Column }[];
  /** parents[j]: positions of the direct causes of column j. */
  readonly parents: Parents;
  /** The same rows if one column had been set: noises kept. */
  counterfactual(set: SetColumn): readonly Column[];
  /** New rows of the graph, in the units of `columns`, with a column set or not. */
  sample(rows: number, rng: Rng, set?: SetColumn): readonly Column[];
}

/** Size, shape and mechanisms of a graph for `simulateGraph`. */
export interface GraphSettings {
  readonly topology: Topology;
  readonly mechanism: GraphMechanism;
  /** Number of columns, from 2. */
  readonly columns: number;
  /** Average number of neighbors of a column, causes and effects together. */
  readonly degree: number;
  /** At least 2. */
  readonly rows: number;
}

/**
 * A random graph with random mechanisms, and rows of it. A pure function of settings and seed.
 *
 * Every column is standardized over its rows before its effects are computed, so that variances say nothing about the
 * order.
 * @throws InputError `wrong-option`     @cost one or two sums of 100 cosines a row and column
 */
export function simulateGraph(settings: GraphSettings, seed: number): SimulatedGraph {
  const { topology, mechanism, columns, degree, rows } = settings;
  requireChoice("topology", topology, topologies);
  requireChoice("mechanism", mechanism, graphMechanisms);
  if (!(Number.isSafeInteger(columns) && columns >= 2)) throw wrongOption("columns", columns, "a whole number from 2");
  if (!(degree >= 0)) throw wrongOption("degree", degree, "a number from 0");
  const kind = `${topology} ${mechanism}`;
  const rng = seededRng(seed).split(`graph ${kind}`);
  const parents = randomParents(topology, columns, degree, rng.split("parents"));
  return graphOf({ kind, parents, mechanism, rows, places: shuffled(columns, rng.split("places")), rng });
}

function requireChoice(name: string, value: unknown, choices: readonly unknown[]): void {
  if (!choices.includes(value)) throw wrongOption(name, value, `one of ${choices.join(", ")}`);
}

/** The numbers below `count` in random order. */
export function shuffled(count: number, rng: Rng): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor((i + 1) * rng.uniform());
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** A graph whose columns are numbered in causal order, before they get their places in a table. */
export interface OrderedGraph {
  readonly kind: string;
  /** The parents of a column have smaller numbers. */
  readonly parents: Parents;
  readonly mechanism: GraphMechanism;
  readonly rows: number;
  /** places[k]: position in the table of column k in causal order. */
  readonly places: readonly number[];
  readonly rng: Rng;
}

/** Draws mechanisms and rows for a graph. @throws InputError `wrong-option` */
export function graphOf({ kind, parents: ordered, mechanism, rows, places, rng }: OrderedGraph): SimulatedGraph {
  if (!(Number.isSafeInteger(rows) && rows >= 2)) throw wrongOption("rows", rows, "a whole number from 2");
  const count = ordered.length;
  const parents: number[][] = Array.from({ length: count }, () => []);
  const mechanisms = new Array<ColumnMechanism>(count);
  const noises = new Array<Column>(count);
  const values = new Array<Column>(count);
  ordered.forEach((causes, k) => {
    const j = places[k];
    parents[j] = causes.map((i) => places[i]).sort((a, b) => a - b);
    const columns = parents[j].map((i) => values[i]);
    const drawn = randomMechanism(mechanism, columns, rows, rng.split(`column ${k + 1}`));
    mechanisms[j] = drawn.mechanism;
    noises[j] = drawn.noise;
    values[j] = drawn.mechanism.value(columns, drawn.noise);
  });
  const order = causalOrder(parents);
  const run = (noise: readonly Column[], known: readonly Column[], set: SetColumn | undefined): readonly Column[] => {
    const result = new Array<Column>(count);
    for (const j of order) {
      const columns = parents[j].map((i) => result[i]);
      const isKnown = known.length > 0 && parents[j].every((i) => result[i] === known[i]);
      if (set?.column === j) result[j] = new Float64Array(noise[j].length).fill(set.value);
      else result[j] = isKnown ? known[j] : mechanisms[j].value(columns, noise[j]);
    }
    return result;
  };
  const requireSet = (set: SetColumn | undefined): void => {
    if (set && !parents[set.column]) throw wrongOption("column", set.column, `a position from 0 to ${count - 1}`);
    if (set && !Number.isFinite(set.value)) throw wrongOption("value", set.value, "a finite number");
  };
  return {
    kind,
    columns: values.map((column, j) => ({ name: `c${j + 1}`, values: column })),
    parents,
    counterfactual: (set) => {
      requireSet(set);
      return run(noises, values, set);
    },
    sample: (newRows, newRng, set) => {
      requireSet(set);
      const drawn = mechanisms.map(({ noise }, j) => {
        const noiseRng = newRng.split(`noise of column ${j + 1}`);
        return Float64Array.from({ length: newRows }, () => noise.draw(noiseRng));
      });
      return run(drawn, [], set);
    },
  };
}
