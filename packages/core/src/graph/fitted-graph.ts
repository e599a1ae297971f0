import type { ComputeOptions } from "../compute/routines.js";
import { type DataSupport, dataSupport } from "../pair/data-support.js";
import type { Scale } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { exp } from "../primitives/elementary.js";
import { firstPlace } from "../primitives/quantiles.js";
import type { Rng } from "../primitives/random.js";
import { type Combination, type ConditionalFlow, describeGiven, REACH } from "./conditional-flow.js";
import { fineDegrees, fineSize } from "./flow-size.js";
import { formsOf } from "./local-scores.js";
import { causalOrder, type Parents } from "./search.js";
import { type SmoothFunctions, smoothFunctions } from "./smooth-functions.js";

/** A graph whose flows are fitted to some rows. Columns are standardized over these rows. */
export interface FittedGraph {
  readonly parents: Parents;
  readonly columns: readonly Column[];
  /** Mean and standard deviation of each column in the user's units. */
  readonly scales: readonly Scale[];
  /**
   * What rows would be if columns were set to values: in causal order, every column with a changed parent follows by
   * its flow, with the noise that the row has. A value whose parents stay the same stays the same to the last bit, and
   * a column without a changed parent is the same object.
   *
   * @param rows any rows, in units of `columns`     @cost of a column: O(rows·terms), and its flow the first time
   */
  follow(rows: readonly Column[], set: ReadonlyMap<number, number>): readonly Column[];
}

/** Fits a graph to standardized columns; each flow when it is needed first. */
export function fitGraph(
  { columns, scales }: Pick<FittedGraph, "columns" | "scales">,
  parents: Parents,
  compute: ComputeOptions = {},
): FittedGraph {
  const order = causalOrder(parents);
  const functionsOf = once((column) => smoothFunctions(columns[column], fineDegrees(columns[column].length), compute));
  const moveOf = once((column) => {
    const functions = parents[column].map(functionsOf);
    const forms = formsOf(columns[column], compute);
    const flow = describeGiven(forms, functions, fineSize(functions.length, columns[column].length), compute);
    const form = forms.find(({ name }) => name === flow.form);
    const increasing = flow.form === "plain" || !form ? SAME : interpolated(columns[column], form.values);
    return moveAlong(flow, functions, increasing);
  });
  return {
    parents,
    columns,
    scales,
    follow(rows, set) {
      const moved = [...rows];
      for (const column of order) {
        const value = set.get(column);
        const [before, after] = [rows, moved].map((state) => parents[column].map((parent) => state[parent]));
        if (value !== undefined) moved[column] = new Float64Array(rows[column].length).fill(value);
        else if (after.some((parent, k) => parent !== before[k])) {
          moved[column] = moveOf(column)(rows[column], before, after);
        }
      }
      return moved;
    },
  };
}

/** A function of a column that is computed once for each. */
function once<T>(make: (column: number) => T): (column: number) => T {
  const known = new Map<number, T>();
  return (column) => {
    const before = known.get(column);
    if (before !== undefined) return before;
    const made = make(column);
    known.set(column, made);
    return made;
  };
}

/** Beyond the range of a column by less, in standard deviations, is rounding. */
const ROUNDING = 1e-9;

/** A value in units of a fit; values at the end of the range do not leave it by rounding. */
export function inUnitsOf(
  { columns, scales }: Pick<FittedGraph, "columns" | "scales">,
  column: number,
  value: number,
): number {
  const { mean, sd } = scales[column];
  const [low, high] = rangeOf(columns[column]);
  const inUnits = (value - mean) / sd;
  if (inUnits < low && inUnits > low - ROUNDING) return low;
  return inUnits > high && inUnits < high + ROUNDING ? high : inUnits;
}

/** Smallest and largest value. */
export function rangeOf(column: Column): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < column.length; i++) {
    low = Math.min(low, column[i]);
    high = Math.max(high, column[i]);
  }
  return [low, high];
}

/** Values of a column if its parents were others, noise kept. */
type Move = (values: Column, before: readonly Column[], after: readonly Column[]) => Column;

/** An increasing function and its inverse: between a column and the form in which its flow is fitted. */
interface Increasing {
  to(value: number): number;
  back(value: number): number;
}

const SAME: Increasing = { to: (value) => value, back: (value) => value };

function moveAlong(flow: ConditionalFlow, parents: readonly SmoothFunctions[], form: Increasing): Move {
  const locationAt = evaluator(flow.location, parents);
  const scaleAt = evaluator(flow.logScale, parents);
  const { constant } = flow.logScale;
  const logScaleAt = (values: readonly Column[], row: number): number =>
    Math.min(Math.max(scaleAt(values, row), constant - REACH), constant + REACH);
  return (values, before, after) =>
    values.map((value, i) => {
      if (before.every((parent, k) => parent[i] === after[k][i])) return value;
      const residual = form.to(value) - locationAt(before, i);
      const growth = exp(logScaleAt(after, i) - logScaleAt(before, i));
      return form.back(locationAt(after, i) + growth * residual);
    });
}

/** A combination of smooth functions at one row of values of the parents. */
function evaluator(
  { terms, coefficients, means, constant }: Combination,
  parents: readonly SmoothFunctions[],
): (values: readonly Column[], row: number) => number {
  const functions = parents.map(({ atRows }) => new Float64Array(atRows.length));
  return (values, row) => {
    if (terms.length === 0) return constant;
    parents.forEach((parent, p) => {
      parent.atInto(values[p][row], functions[p]);
    });
    let sum = constant;
    for (let t = 0; t < terms.length; t++) {
      let product = 1;
      for (let p = 0; p < functions.length; p++) if (terms[t][p] > 0) product *= functions[p][terms[t][p] - 1];
      sum += coefficients[t] * (product - means[t]);
    }
    return sum;
  };
}

/** Beyond its ends a form goes on with the mean slope over this many standard deviations: the last steps are chance. */
const END_WIDTH = 0.5;

/** The function through the values of a column and their forms, linear between them. */
function interpolated(column: Column, form: Column): Increasing {
  const order = Array.from(column.keys()).sort((a, b) => column[a] - column[b]);
  const places = order.filter((row, k) => k === 0 || column[row] > column[order[k - 1]]);
  const from = Float64Array.from(places, (row) => column[row]);
  const to = Float64Array.from(places, (row) => form[row]);
  const last = to.length - 1;
  const low = Math.min(
    Math.max(
      firstPlace(to, (value) => value >= to[0] + END_WIDTH),
      1,
    ),
    last,
  );
  const high = Math.max(Math.min(firstPlace(to, (value) => value > to[last] - END_WIDTH) - 1, last - 1), 0);
  /** y at x for increasing knots. */
  const along = (xs: Column, ys: Column, x: number): number => {
    const line = (i: number, j: number): number => ys[i] + ((x - xs[i]) / (xs[j] - xs[i])) * (ys[j] - ys[i]);
    if (x < xs[0]) return line(0, low);
    if (x > xs[last]) return line(last, high);
    const at = firstPlace(xs, (knot) => knot >= x);
    return xs[at] === x ? ys[at] : line(at - 1, at);
  };
  return { to: (value) => along(from, to, value), back: (value) => along(to, from, value) };
}

/**
 * For each row whether there are data around the values that the parents of a column have, and those of every column on
 * the way to it; undefined for columns that do not follow.
 *
 * @param states rows before and after, or only after     @cost 2,000² distances a column, then 2,000 a row
 */
export function supportOnWay(
  { parents, columns }: FittedGraph,
  states: readonly (readonly Column[])[],
  follows: (column: number) => boolean,
  rng: Rng,
): readonly (Uint8Array | undefined)[] {
  const supported = new Array<Uint8Array | undefined>(columns.length).fill(undefined);
  for (const column of causalOrder(parents)) {
    if (!follows(column)) continue;
    const support: DataSupport = dataSupport(
      parents[column].map((parent) => columns[parent]),
      rng.split(`support of column ${column + 1}`),
    );
    supported[column] = Uint8Array.from(states[0][column], (_, i) => {
      const isReached = parents[column].every((parent) => supported[parent]?.[i] !== 0);
      const hasData = isReached && states.every((rows) => support(...parents[column].map((parent) => rows[parent][i])));
      return hasData ? 1 : 0;
    });
  }
  return supported;
}
