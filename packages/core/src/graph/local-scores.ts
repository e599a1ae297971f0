import { type ComputeOptions, computeOptions } from "../compute/routines.js";
import { standardizeColumn } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { firstPlace } from "../primitives/quantiles.js";
import { seededRng } from "../primitives/random.js";
import { normalScores, tieStep } from "../statistics/ranks.js";
import { type ColumnForm, type ConditionalFlow, describeGiven, entropyOf } from "./conditional-flow.js";
import { type FlowSize, fineDegrees, fineSize, MANY_ROWS, SEARCH_SIZE } from "./flow-size.js";
import { smoothFunctions } from "./smooth-functions.js";

/** Positions of columns, ascending. */
export type Positions = readonly number[];

/** How long the descriptions of columns given parents are, in nats. The score of a graph is their sum; lower is better. */
export interface LocalScores {
  /** Number of columns. */
  readonly size: number;
  /** Description length of a column given parents in any order, the cost of naming them included. */
  nats(column: number, parents: Positions): number;
  /** The same scores from fewer terms, where many rows ask for more of them than a search has time for. */
  readonly coarse?: LocalScores | undefined;
}

/** Nats for every arrow beyond the naming of its two ends: what sampling makes of low-order terms by chance. */
const NATS_PER_ARROW = 3;

/** Nats that a parent costs: naming one of all arrows between `size` columns, and a constant. */
export function natsOfParent(size: number): number {
  return log(size * Math.max(size - 1, 1)) + NATS_PER_ARROW;
}

/** The flow of each column given parents. */
export interface GraphFlows extends LocalScores {
  /** Standardized; of rounded columns, tied values are spread over their steps (`withoutTies`). */
  readonly columns: readonly Column[];
  flow(column: number, parents: Positions): ConditionalFlow;
  /** The flow of another column of these rows, in one of its forms, given parents. */
  flowOf(forms: readonly ColumnForm[], parents: Positions): ConditionalFlow;
}

/** How fine flows are: functions of a column, and the size for so many parents. */
interface Fineness {
  readonly degrees: number;
  size(parents: number): FlowSize;
}

const SEARCHED: Fineness = { degrees: SEARCH_SIZE.degrees, size: () => SEARCH_SIZE };

/**
 * Scores of columns of equal length, standardized. Each score is computed once. With many rows they are finer, and have
 * coarse ones for a search.
 *
 * @param searched how many of the columns arrows may join, which is what naming one of them costs
 * @cost of a score at 1,000 rows: 1 ms with one parent, 4 ms with three
 */
export function graphFlows(
  given: readonly Column[],
  compute: ComputeOptions = {},
  searched: number = given.length,
): GraphFlows {
  const columns = given.map((column) => withoutTies(column, compute));
  const forms = columns.map((column) => formsOf(column, compute));
  const described = { given, columns, forms, perParent: natsOfParent(searched) };
  const rows = given[0].length;
  const coarse = flowsOf(described, SEARCHED, compute);
  if (rows <= MANY_ROWS) return coarse;
  const fine = { degrees: fineDegrees(rows), size: (parents: number) => fineSize(parents, rows) };
  return { ...flowsOf(described, fine, compute), coarse };
}

function flowsOf(
  {
    given,
    columns,
    forms,
    perParent,
  }: {
    readonly given: readonly Column[];
    readonly columns: readonly Column[];
    readonly forms: readonly (readonly ColumnForm[])[];
    readonly perParent: number;
  },
  { degrees, size }: Fineness,
  compute: ComputeOptions,
): GraphFlows {
  const functions = given.map((column) => smoothFunctions(column, degrees, compute));
  const known = new Map<string, number>();
  const flowOf: GraphFlows["flowOf"] = (of, parents) =>
    describeGiven(
      of,
      ascending(parents).map((parent) => functions[parent]),
      size(parents.length),
      compute,
    );
  const flow: GraphFlows["flow"] = (column, parents) =>
    parents.length === 0 ? alone(columns[column], compute) : flowOf(forms[column], parents);
  return {
    size: columns.length,
    columns,
    flow,
    flowOf,
    nats(column, parents) {
      const key = `${column}:${ascending(parents)}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const nats = flow(column, parents).nats + perParent * parents.length;
      known.set(key, nats);
      return nats;
    },
  };
}

/**
 * A rounded column with each tied value moved at random by up to half the distance to the nearest other one; the same
 * column if less than half of its rows are tied.
 *
 * Its description is then that of its levels, and a constant. Otherwise the entropy of what a parent leaves of it would
 * be too low: even a parent that says nothing breaks ties, and what is left looks like a few narrow peaks. Parents keep
 * their levels. Moves are drawn by the order of the column's rows, so that those of two columns are independent.
 */
function withoutTies(column: Column, compute: ComputeOptions): Column {
  const { routines } = computeOptions(compute);
  const ascending = routines.sorted(column);
  if (tieStep(ascending) === 0) return column;
  const places = Uint32Array.from(column, (value) => firstPlace(ascending, (other) => other >= value));
  const rng = seededRng(0).split(`ties ${places.join()}`);
  const moved = column.map((value, i) => {
    const after = firstPlace(ascending, (other) => other > value);
    const gaps = [value - ascending[places[i] - 1], ascending[after] - value].filter((gap) => gap > 0);
    return after - places[i] > 1 ? value + (rng.uniform() - 0.5) * Math.min(...gaps) : value;
  });
  return standardizeColumn(moved, "rounded").values;
}

/** The column itself, and its normal scores. */
export function formsOf(column: Column, compute: ComputeOptions): ColumnForm[] {
  const scores = standardizeColumn(normalScores(column, compute), "normal scores").values;
  const natsToColumn = column.length * (entropyOf(column, compute) - entropyOf(scores, compute));
  return [
    { name: "plain", values: column, natsToColumn: 0 },
    { name: "normal-scores", values: scores, natsToColumn },
  ];
}

/** A column without parents is all noise. */
function alone(column: Column, compute: ComputeOptions): ConditionalFlow {
  const none = { terms: [], coefficients: new Float64Array(0), means: new Float64Array(0), constant: 0 };
  return {
    form: "plain",
    nats: column.length * entropyOf(column, compute),
    noise: column,
    residualVariance: 1,
    location: none,
    logScale: none,
  };
}

export function ascending(positions: Positions): number[] {
  return [...positions].sort((a, b) => a - b);
}
