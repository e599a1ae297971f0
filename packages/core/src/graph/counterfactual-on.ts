import type { Column } from "../primitives/columns.js";
import { InputError, option, requireParts, text, wrongOption } from "../primitives/errors.js";
import { shortCell } from "../primitives/output-text.js";
import { seededRng } from "../primitives/random.js";
import { CELL } from "../table/cell.js";
import type { Table } from "../table/table.js";
import { type FittedGraph, inUnitsOf, supportOnWay } from "./fitted-graph.js";
import type { Graph } from "./graph.js";
import { type Estimate, withBand } from "./summary.js";
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

/** The answer of `counterfactualOn`. */
export interface GraphCounterfactual extends WhatIfBasis {
  /** The row as it is: every column of the graph. */
  readonly from: readonly { readonly column: string; readonly value: number }[];
  /** In the order asked for. */
  readonly changes: readonly (Followed & {
    readonly before: number;
    readonly after: Estimate;
    /** Whether there are data around the values of the causes, before and after, all the way. */
    readonly supported: boolean;
  })[];
}

/** A row of a table, counted from 1, or values of every column of the graph. */
export type RowRequest = WhatIf & {
  readonly row?: number | undefined;
  /** By the names of the columns. */
  readonly values?: Readonly<Record<string, number>> | undefined;
};

/**
 * What one row would have been if some of its columns had had other values: its noise is kept, and columns follow as in
 * `intervene`. Set to the values that it has, the row is returned to the last bit.
 *
 * @cost and bands as of `intervene`     @throws InputError as `intervene`; `wrong-option` for a row without all numbers
 */
export function counterfactualOn(
  table: Table,
  graph: Graph | KnownGraph,
  request: RowRequest,
  options: WhatIfOptions = {},
): GraphCounterfactual {
  const asked = prepareWhatIf(table, graph, request, options);
  const { whole, of, prepared } = asked;
  const { names } = prepared.rows;
  const values = rowValues(table, asked, request);
  const rowIn = (fit: FittedGraph): Column[] =>
    values.map((value, column) => Float64Array.of(inUnitsOf(fit, column, value)));
  const answersOn = (fit: FittedGraph): number[] => {
    const before = rowIn(fit);
    const after = fit.follow(before, setIn(fit, asked));
    return of.map((column) => {
      const { mean, sd } = fit.scales[column];
      return after[column][0] === before[column][0] ? values[column] : mean + sd * after[column][0];
    });
  };
  const answers = answersOn(whole);
  const refits = asked.refits((fit) => ({ parents: fit.parents, answers: answersOn(fit) }));
  const before = rowIn(whole);
  const states = [before, whole.follow(before, setIn(whole, asked))];
  const supported = supportOnWay(whole, states, isOnWay(asked), seededRng(prepared.options.seed));
  const changes = of.map((column, k) => ({
    ...followed(asked, column, refits),
    before: values[column],
    after: withBand(
      answers[k],
      refits.map((refit) => refit.answers[k]),
      WIDENING,
    ),
    supported: supported[column]?.[0] !== 0,
  }));
  return {
    ...basisOf(asked, refits.length),
    from: names.map((column, k) => ({ column, value: values[k] })),
    changes,
    findings: [
      ...asked.findings,
      ...changes.flatMap((change, k) => [
        ...wayFindings(asked, change, refits.length),
        ...(change.supported ? [] : [outside(asked, of[k])]),
      ]),
      ...unsureArrows(asked, { answers, on: answersOn }, ""),
      ...fewHalves(refits.length),
    ],
  };
}

function rowValues(table: Table, { prepared, places }: PreparedWhatIf, { row, values }: RowRequest): number[] {
  const { names } = prepared.rows;
  if ((row === undefined) === (values === undefined)) {
    throw wrongOption("row", row === undefined ? "neither row nor values" : "both row and values", "one of them");
  }
  if (values !== undefined) {
    requireParts(
      "values",
      values,
      names,
      `a number for each of ${names.map((name) => `"${shortCell(name)}"`).join(", ")}`,
    );
    return names.map((name) => {
      if (typeof values[name] !== "number" || !Number.isFinite(values[name])) {
        throw wrongOption("values", values[name], `a finite number for "${shortCell(name)}"`);
      }
      return values[name];
    });
  }
  if (!(Number.isSafeInteger(row) && (row as number) >= 1 && (row as number) <= table.rowCount)) {
    throw wrongOption("row", row, `a whole number from 1 to ${table.rowCount}`);
  }
  const at = (row as number) - 1;
  return names.map((name, k) => {
    const column = table.columns[places[k]];
    if (column.kinds[at] === CELL.number) return column.values[at];
    throw new InputError({
      code: "wrong-option",
      place: text`${option("row")} ${at + 1}`,
      value: `no number in column "${shortCell(name)}"`,
      expected: "a row with a number in every column of the graph",
      remedy: "Choose another row.",
    });
  });
}
