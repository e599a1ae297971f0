import type { RowCount } from "../pair/complete-rows.js";
import { InputError, option, requireOptions, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { shortCell } from "../primitives/output-text.js";
import type { Table } from "../table/table.js";
import { type FittedGraph, fitGraph, inUnitsOf } from "./fitted-graph.js";
import { findPart, type Graph, HALVES, type PreparedGraph, partRows } from "./graph.js";
import { graphFindings } from "./graph-findings.js";
import type { Arrow } from "./knowledge.js";
import { graphFlows } from "./local-scores.js";
import { isAncestor, type Parents } from "./search.js";
import {
  checkedOf,
  checkedSet,
  columnPlace,
  cutAt,
  followsFrom,
  type KnownGraph,
  preparedGraph,
  requireHalves,
  type WhatIf,
  type WhatIfOptions,
} from "./what-if-question.js";

/**
 * How much wider bands are than the spread of the halves alone, which hold 82 to 85% of the truths of simulated graphs:
 * flows are shrunk, in halves and in the whole. With it 89 to 92% (docs/decisions/0053-interventions.md).
 */
export const WIDENING = 1.2;

/** A question about a graph, checked, with the graph fitted to all rows. */
export interface PreparedWhatIf {
  readonly prepared: PreparedGraph;
  /** Positions of the columns in the table. */
  readonly places: readonly number[];
  readonly whole: FittedGraph;
  /** Arrows whose direction cannot be told, by position. */
  readonly unsure: readonly (readonly [from: number, to: number])[];
  /** Position and value in the user's units. */
  readonly set: ReadonlyMap<number, number>;
  /** Positions. */
  readonly of: readonly number[];
  /** What is doubtful about the table and the graph. */
  readonly findings: readonly Finding[];
  /** The graph fitted to one random half after the other, with the arrows found there; halves that cannot be are left out. */
  refits<T>(measure: (fit: FittedGraph) => T): T[];
}

/**
 * @cost the smooth functions of every column; of `refits`: a search for each half of a graph that was found without its
 *   `parts`, and the flows that `measure` needs
 * @throws InputError for a table, graph, question or options that cannot be used
 */
export function prepareWhatIf(
  table: Table,
  graph: Graph | KnownGraph,
  request: WhatIf,
  options: WhatIfOptions,
): PreparedWhatIf {
  requireOptions(options);
  const { routines, memoryLimit } = options;
  const compute = { routines, memoryLimit };
  const { prepared, parents, found, places } = preparedGraph(table, graph, options);
  const { names } = prepared.rows;
  requireHalves(prepared);
  if (found) requireTold(found);
  const whole = fitGraph(prepared.rows, parents, compute);
  const place = columnPlace(table, places, names);
  const set = checkedSet(request, whole, place, names);
  const copied = (found?.edges ?? []).find(({ to, copy }) => copy && set.has(names.indexOf(to)));
  if (copied) throw setCopy(copied);
  const named = checkedOf(request, set, place);
  // The search says nothing about rows that follow each other: their graph has the arrows that were known, and no other.
  const isSearched = found?.findings.every(({ code, severity }) => code !== "ordered-rows" || severity !== "fail");
  const parentsIn = (part: number): Parents =>
    isSearched ? (found?.parts?.[part] ?? findPart(prepared, part)).parents : parents;
  const inHalves = Array.from({ length: HALVES }, (_, k) => parentsIn(k + 1));
  const unsure = (found?.edges ?? [])
    .filter(({ directed, copy }) => !directed && !copy)
    .map(({ from, to }) => [names.indexOf(from), names.indexOf(to)] as const);
  return {
    prepared,
    places,
    whole,
    unsure,
    set,
    of: named ?? mayFollow(parents, unsure, inHalves, set),
    findings: found?.findings ?? [
      ...prepared.rows.findings,
      // The order of the rows is a doubt about arrows, which are known here.
      ...graphFindings(prepared.rows, graphFlows(prepared.rows.columns, compute), parents, new Map(), {
        ...compute,
        unordered: true,
      }),
    ],
    refits: (measure) =>
      inHalves.flatMap((parentsThere, k) => {
        const rows = partRows(prepared, k + 1);
        return rows ? [measure(fitGraph(rows, parentsThere, compute))] : [];
      }),
  };
}

/** A way that fewer of the refits have is in doubt. */
export const SURE_WAY = 0.9;

/**
 * Columns to which arrows lead from those set, also if arrows without a direction may be taken either way, or in so
 * many halves that it is in doubt that none do.
 */
function mayFollow(
  parents: Parents,
  unsure: PreparedWhatIf["unsure"],
  inHalves: readonly Parents[],
  set: ReadonlyMap<number, number>,
): number[] {
  const eitherWay = parents.map((each, column) => [
    ...each,
    ...unsure.flatMap(([from, to]) => (from === column ? [to] : [])),
  ]);
  return Array.from(parents.keys()).filter(
    (column) =>
      followsFrom(eitherWay, set, column) ||
      inHalves.filter((there) => !followsFrom(there, set, column)).length < SURE_WAY * HALVES,
  );
}

/** Without arrows for a reason of the rows, "nothing would change" would be no answer. */
function requireTold({ edges, findings }: Graph): void {
  if (edges.length > 0 || findings.every(({ code, severity }) => code !== "ordered-rows" || severity !== "fail"))
    return;
  throw new InputError({
    code: "wrong-option",
    place: "the graph",
    value: "no arrows, because rows follow each other",
    expected: "a graph whose arrows can be told, or are known",
    remedy: text`Set ${option("unordered")} if the order of the rows means nothing, name arrows with ${option("require")}, or give a graph that you know.`,
  });
}

/** A copy drives nothing in the graph: the column that stands for both does. */
function setCopy({ from, to }: Arrow): InputError {
  const [name, original] = [to, from].map((column) => `"${shortCell(column)}"`);
  return new InputError({
    code: "wrong-option",
    place: text`${option("set")} ${name}`,
    value: `a near copy of ${original}`,
    expected: `a value of ${original}, which stands for both in the graph`,
    remedy: text`Set ${original}; or find a graph without it (${option("columns")}).`,
  });
}

/** What is set, in units of a fit. */
export function setIn(fit: FittedGraph, { set }: PreparedWhatIf): ReadonlyMap<number, number> {
  return new Map([...set].map(([column, value]) => [column, inUnitsOf(fit, column, value)]));
}

/** What an answer says about every column asked for. */
export interface Followed {
  readonly column: string;
  /** Whether arrows lead here from a column that is set. If not, nothing changes. */
  readonly follows: boolean;
  /** Share of the refits in which arrows lead here; 0 or 1 in a known graph. */
  readonly followsInRefits: number;
}

export function followed(
  { whole, set, prepared }: PreparedWhatIf,
  column: number,
  refits: readonly { readonly parents: Parents }[],
): Followed {
  const count = refits.filter(({ parents }) => followsFrom(parents, set, column)).length;
  return {
    column: prepared.rows.names[column],
    follows: followsFrom(whole.parents, set, column),
    followsInRefits: refits.length === 0 ? 0 : count / refits.length,
  };
}

/** What an answer rests on. */
export interface WhatIfBasis {
  readonly set: readonly { readonly column: string; readonly value: number }[];
  /** Arrows by which the change travels to the columns asked for. */
  readonly way: readonly Arrow[];
  /** Refits on random halves behind the bands. */
  readonly halves: number;
  readonly rows: RowCount;
  readonly seed: number;
  readonly findings: readonly Finding[];
  /** What was done to the table before. */
  readonly transformations?: PreparedGraph["rows"]["transformations"];
}

export function basisOf(asked: PreparedWhatIf, halves: number): Omit<WhatIfBasis, "findings"> {
  const { set, prepared, whole } = asked;
  const { names, rows, transformations } = prepared.rows;
  const isTraveled = isOnWay(asked);
  return {
    set: [...set].map(([column, value]) => ({ column: names[column], value })),
    way: whole.parents.flatMap((parents, to) =>
      isTraveled(to)
        ? parents
            .filter((from) => set.has(from) || isTraveled(from))
            .map((from) => ({ from: names[from], to: names[to] }))
        : [],
    ),
    halves,
    rows,
    seed: prepared.options.seed,
    ...(transformations && { transformations }),
  };
}

/** Columns that follow from those set, and lead to one that is asked for. */
export function isOnWay({ whole: { parents }, set, of }: PreparedWhatIf): (column: number) => boolean {
  const cut = cutAt(parents, set);
  return (column) => followsFrom(parents, set, column) && of.some((end) => isAncestor(cut, column, end));
}
