import type { Scale } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { meanAndSd, quantileOfSorted, sorted } from "../primitives/quantiles.js";
import { seededRng } from "../primitives/random.js";
import type { Table } from "../table/table.js";
import { type FittedGraph, supportOnWay } from "./fitted-graph.js";
import type { Graph } from "./graph.js";
import { banded, bandedColumn, type Estimate, type Summary } from "./summary.js";
import {
  basisOf,
  type Followed,
  followed,
  isOnWay,
  type PreparedWhatIf,
  prepareWhatIf,
  setIn,
  type WhatIfBasis,
  WIDENING,
} from "./what-if.js";
import { fewHalves, outside, unsureArrows, wayFindings } from "./what-if-findings.js";
import type { KnownGraph, WhatIf, WhatIfOptions } from "./what-if-question.js";

/** Shares of the rows below the quantiles of a summary. */
export const QUANTILE_SHARES: readonly number[] = [0.05, 0.25, 0.5, 0.75, 0.95];

/** One column before and after an intervention, in the user's units. */
export interface ColumnChange extends Followed {
  readonly before: Summary<number>;
  readonly after: Summary<Estimate>;
  /** `after` less `before`, with bands of its own: both ends vary with the rows together. */
  readonly change: Summary<Estimate>;
  /** Share of rows for which there are data around the values of the causes, all the way. */
  readonly supported: number;
}

/** The answer of `intervene`. */
export interface Intervention extends WhatIfBasis {
  /** In the order asked for. */
  readonly changes: readonly ColumnChange[];
}

/** Rows for which support is asked for; a share of more would hardly differ. */
const MOST_ASKED = 1000;
/** Of the rows of a table itself one or two in a hundred have no data around them. */
const TOLERATED_OUTSIDE = 0.05;
/**
 * What columns would be if others were set to values in every row: every row keeps its noise, and in causal order each
 * column that follows from those set does so by its own fitted flow. Columns that do not follow stay as they are.
 *
 * Bands come from refits on the graph's 20 random halves, flows and, if the graph was found, arrows: they hold what the
 * rows leave open, also about the arrows, but neither hidden common causes nor noise that is not of location and scale.
 * In a known graph the arrows stay.
 * @cost about 21 flows for each column that follows; 20 searches for a graph that was found and has no `parts`
 * @throws InputError `wrong-option` for a value outside the range of its column; for a table, graph, request or options
 *   that cannot be used
 */
export function intervene(
  table: Table,
  graph: Graph | KnownGraph,
  request: WhatIf,
  options: WhatIfOptions = {},
): Intervention {
  const asked = prepareWhatIf(table, graph, request, options);
  const { whole, of } = asked;
  const measure = (fit: FittedGraph) => {
    const moved = fit.follow(fit.columns, setIn(fit, asked));
    return {
      parents: fit.parents,
      before: of.map((column) => summaryOf(fit.columns[column], fit.scales[column])),
      after: of.map((column) => summaryOf(moved[column], fit.scales[column])),
    };
  };
  const { before, after } = measure(whole);
  const refits = asked.refits(measure);
  const supported = sharesSupported(asked);
  const changes = of.map((column, k): ColumnChange => {
    const change = joined(after[k], before[k], minus);
    return {
      ...followed(asked, column, refits),
      before: before[k],
      after: bandedColumn(
        after[k],
        refits.map((refit) => refit.after[k]),
        WIDENING,
      ),
      change: banded(
        change,
        refits.map((refit) => joined(refit.after[k], refit.before[k], minus)),
        WIDENING,
      ),
      supported: supported[k],
    };
  });
  const means = {
    answers: after.map(({ mean }) => mean),
    on: (fit: FittedGraph) => measure(fit).after.map(({ mean }) => mean),
  };
  return {
    ...basisOf(asked, refits.length),
    changes,
    findings: [
      ...asked.findings,
      ...changes.flatMap((change, k) => [
        ...wayFindings(asked, change, refits.length),
        ...(1 - change.supported > TOLERATED_OUTSIDE ? [outside(asked, of[k], change.supported)] : []),
      ]),
      ...unsureArrows(asked, means, "the mean of "),
      ...fewHalves(refits.length),
    ],
  };
}

function summaryOf(column: Column, { mean, sd }: Scale): Summary<number> {
  const inUnits = meanAndSd(column);
  const ascending = sorted(column);
  return {
    mean: mean + sd * inUnits.mean,
    sd: sd * inUnits.sd,
    quantiles: QUANTILE_SHARES.map((share) => mean + sd * quantileOfSorted(ascending, share)),
  };
}

const minus = (a: number, b: number): number => a - b;

function joined(a: Summary<number>, b: Summary<number>, join: typeof minus): Summary<number> {
  return {
    mean: join(a.mean, b.mean),
    sd: join(a.sd, b.sd),
    quantiles: a.quantiles.map((value, k) => join(value, b.quantiles[k])),
  };
}

/** For each column asked for, the share of rows that are supported all the way. */
function sharesSupported(asked: PreparedWhatIf): number[] {
  const { whole, of, prepared } = asked;
  const n = whole.columns[0].length;
  const step = Math.ceil(n / MOST_ASKED);
  const rows = whole.columns.map((column) => column.filter((_, i) => i % step === 0));
  const moved = whole.follow(rows, setIn(whole, asked));
  const supported = supportOnWay(whole, [moved], isOnWay(asked), seededRng(prepared.options.seed));
  return of.map((column) => {
    const flags = supported[column];
    return flags ? flags.reduce((sum, flag) => sum + flag, 0) / flags.length : 1;
  });
}
