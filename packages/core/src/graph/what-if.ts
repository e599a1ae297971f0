import type { ComputeOptions } from "../compute/routines.js";
import type { RowCount } from "../pair/pair.js";
import { marginOfHalves } from "../pair/resample.js";
import { MINIMUM_ROWS } from "../pair/standardize.js";
import {
  InputError,
  type OptionName,
  option,
  requireEach,
  requireOptions,
  requireParts,
  text,
  wrongOption,
} from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { shortCell } from "../primitives/output-text.js";
import { columnFinder, type Table } from "../table/table.js";
import { type FittedGraph, fitGraph, inUnitsOf, rangeOf } from "./fitted-graph.js";
import {
  findPart,
  type Graph,
  type GraphPart,
  HALVES,
  type PreparedGraph,
  parentsOf,
  partRows,
  prepareGraph,
} from "./graph.js";
import { type Arrow, searchRules } from "./knowledge.js";
import { isAncestor, type Parents } from "./search.js";

/** A column that is set to a value, in the user's units. */
export interface Setting {
  /** By name, or by number from 1. */
  readonly column: string | number;
  readonly value: number;
}

/** What is set, and which columns are asked for. */
export interface WhatIf {
  readonly set: Setting | readonly Setting[];
  /** By name, or by number from 1; by default every column that follows from those set. */
  readonly of?: string | number | readonly (string | number)[] | undefined;
}

/** A graph that is known: its arrows are taken as they are. */
export interface KnownGraph {
  readonly columns: readonly string[];
  readonly edges: readonly Arrow[];
}

/** Options of `intervene` and `counterfactualOn`. */
export interface WhatIfOptions extends ComputeOptions {
  /** For a known graph; one that was found has its own. */
  readonly seed?: number | undefined;
  /** From a table with more rows, this many are drawn; 5,000 by default. For a known graph. */
  readonly maxRows?: number | undefined;
  /** What the searches behind a found graph found, in the order of `joinParts`, so that they are not repeated. */
  readonly parts?: readonly GraphPart[] | undefined;
}

/** A number and a band, of which nine in ten hold the truth; the ends are NaN where there are too few refits. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A number of the fit on all rows, with a band from the same number of the refits. */
export function withBand(value: number, refits: readonly number[]): Estimate {
  const margin = marginOfHalves(refits.map((refit) => refit - value));
  return { value, low: value - margin, high: value + margin };
}

/** A question about a graph, checked, with the graph fitted to all rows. */
export interface PreparedWhatIf {
  readonly prepared: PreparedGraph;
  readonly whole: FittedGraph;
  /** Arrows whose direction cannot be told, by position. */
  readonly unsure: readonly (readonly [from: number, to: number])[];
  /** Position and value in the user's units. */
  readonly set: ReadonlyMap<number, number>;
  /** Positions. */
  readonly of: readonly number[];
  /** What the table and the search found doubtful. */
  readonly findings: readonly Finding[];
  /** The graph fitted to one random half after the other, with the arrows found there; halves that cannot be are left out. */
  refits<T>(measure: (fit: FittedGraph) => T): T[];
}

/**
 * @cost the smooth functions of every column; of `refits`: a search for each half unless `parts` or a known graph is
 *   given, and the flows that `measure` needs
 * @throws InputError for a table, graph, question or options that cannot be used
 */
export function prepareWhatIf(
  table: Table,
  graph: Graph | KnownGraph,
  request: WhatIf,
  options: WhatIfOptions,
): PreparedWhatIf {
  requireOptions(options);
  const { parts, routines, memoryLimit } = options;
  const compute = { routines, memoryLimit };
  const { prepared, parents, found } = preparedGraph(table, graph, options);
  const { names } = prepared.rows;
  if (prepared.rows.columns[0].length < 2 * MINIMUM_ROWS) throw tooFewRows(prepared.rows.columns[0].length);
  if (parts !== undefined && (!found || parts.length !== 1 + HALVES)) {
    throw wrongOption("parts", parts, `${1 + HALVES} parts of a graph that was found`);
  }
  const whole = fitGraph(prepared.rows, parents, compute);
  const place = columnPlace(table, names);
  const set = checkedSet(request, whole, place, names);
  const of = checkedOf(request, parents, set, place);
  const parentsIn = (part: number): Parents => (found ? (parts?.[part] ?? findPart(prepared, part)).parents : parents);
  return {
    prepared,
    whole,
    unsure: (found?.edges ?? [])
      .filter(({ directed }) => !directed)
      .map(({ from, to }) => [names.indexOf(from), names.indexOf(to)]),
    set,
    of,
    findings: found?.findings ?? prepared.rows.findings,
    refits: (measure) =>
      Array.from({ length: HALVES }, (_, k) => k + 1).flatMap((part) => {
        const rows = partRows(prepared, part);
        return rows ? [measure(fitGraph(rows, parentsIn(part), compute))] : [];
      }),
  };
}

/** The rows and arrows of a graph; `found` unless it is known. */
function preparedGraph(
  table: Table,
  graph: Graph | KnownGraph,
  { seed, maxRows, routines, memoryLimit }: WhatIfOptions,
): { readonly prepared: PreparedGraph; readonly parents: Parents; readonly found: Graph | undefined } {
  requireParts("graph", graph, ["columns", "edges"], "a graph: { columns, edges }");
  requireEach("graph", graph.edges, ["from", "to"], "a graph with edges { from, to }");
  const { columns } = graph;
  const found = "halves" in graph ? graph : undefined;
  if (!found) {
    const prepared = prepareGraph(table, { columns, seed, maxRows, routines, memoryLimit });
    const { names } = prepared.rows;
    const { required } = searchRules(names, { require: graph.edges }, names.length);
    const parents = names.map((_, to) => required.flatMap((arrow) => (arrow[1] === to ? [arrow[0]] : [])));
    return { prepared, parents: parents.map((each) => each.sort((a, b) => a - b)), found };
  }
  for (const [name, value] of Object.entries({ seed, maxRows })) {
    if (value !== undefined) throw wrongOption(name, value, "nothing: a graph that was found has its own");
  }
  const { knowledge, maxParents, rows } = found;
  requireParts("graph", found, ["knowledge", "maxParents", "rows", "seed"], "what graph() returns");
  const settings = { columns, knowledge, maxParents, seed: found.seed, maxRows: rows.used };
  const prepared = prepareGraph(table, { ...settings, routines, memoryLimit });
  if (prepared.rows.rows.read !== rows.read || prepared.rows.rows.used !== rows.used) {
    throw new InputError({
      code: "wrong-option",
      place: "the table",
      value: `${prepared.rows.rows.read} rows, of which ${prepared.rows.rows.used} can be used`,
      expected: `the table in which the graph was found, with ${rows.read} rows, of which ${rows.used} were used`,
      remedy: "Find the graph of this table.",
    });
  }
  return { prepared, parents: parentsOf(found), found };
}

function tooFewRows(rows: number): InputError {
  return new InputError({
    code: "too-few-rows",
    place: "the columns of the graph",
    value: `${rows} rows with a number in every column`,
    expected: `at least ${2 * MINIMUM_ROWS}, for bands come from halves`,
    remedy: "Collect more rows.",
  });
}

/** What finds a column of the graph by its name, or its number in the table. */
type ColumnPlace = (key: string | number, where: OptionName) => number;

function columnPlace(table: Table, names: readonly string[]): ColumnPlace {
  const find = columnFinder(table);
  return (key, where) => {
    const { name } = table.columns[find(key, [option(where)])];
    const position = names.indexOf(name);
    if (position >= 0) return position;
    throw new InputError({
      code: "unknown-column",
      place: text`${option(where)} "${shortCell(name)}"`,
      value: "not a column of the graph",
      expected: `one of ${names.map((each) => `"${shortCell(each)}"`).join(", ")}`,
      remedy: text`Name columns of the graph, or find one with this column (${option("columns")}).`,
    });
  };
}

function checkedSet(
  request: WhatIf,
  whole: FittedGraph,
  place: ColumnPlace,
  names: readonly string[],
): ReadonlyMap<number, number> {
  requireParts("request", request, ["set"], "an object such as { set: { column, value } }");
  const settings = Array.isArray(request.set) ? request.set : [request.set];
  requireEach("set", settings, ["column", "value"], "columns with values, such as { column, value }");
  if (settings.length === 0) throw wrongOption("set", "nothing", "a column and its value, or several");
  const set = new Map<number, number>();
  for (const { column, value } of settings as readonly Setting[]) {
    const position = place(column, "set");
    const name = shortCell(names[position]);
    if (set.has(position)) throw wrongOption("set", `"${name}" twice`, "each column once");
    if (typeof value !== "number" || !Number.isFinite(value)) throw wrongOption("set", value, "a finite number");
    requireInside(whole, position, value, name);
    set.set(position, value);
  }
  return set;
}

/** Digits of a range: what was read, without what arithmetic adds at the end. */
const RANGE_DIGITS = 12;

function requireInside(whole: FittedGraph, column: number, value: number, name: string): void {
  const [low, high] = rangeOf(whole.columns[column]);
  const inUnits = inUnitsOf(whole, column, value);
  if (inUnits >= low && inUnits <= high) return;
  const { mean, sd } = whole.scales[column];
  const [from, to] = [low, high].map((end) => Number((mean + sd * end).toPrecision(RANGE_DIGITS)));
  throw new InputError({
    code: "wrong-option",
    place: text`${option("set")} "${name}"`,
    value: `${value}, outside the data`,
    expected: `a value from ${from} to ${to}, the range of the rows used`,
    remedy: "Choose a value within the range: beyond it nothing was observed, and the answer would be a guess.",
  });
}

function checkedOf(
  { of }: WhatIf,
  parents: Parents,
  set: ReadonlyMap<number, number>,
  place: ColumnPlace,
): readonly number[] {
  if (of === undefined) return parents.flatMap((_, column) => (followsFrom(parents, set, column) ? [column] : []));
  const keys: readonly (string | number)[] = Array.isArray(of) ? of : [of];
  const positions = keys.map((key) => place(key, "of"));
  positions.forEach((position, k) => {
    if (set.has(position)) throw wrongOption("of", String(keys[k]), "columns that are not set");
    if (positions.indexOf(position) < k) throw wrongOption("of", `${keys[k]} twice`, "each column once");
  });
  return positions;
}

/** Whether arrows lead to a column from one that is set, not through another that is set. */
export function followsFrom(parents: Parents, set: ReadonlyMap<number, number>, column: number): boolean {
  if (set.has(column)) return false;
  const cut = parents.map((each, to) => (set.has(to) ? [] : each));
  return [...set.keys()].some((from) => isAncestor(cut, from, column));
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
  /** Refits on random halves behind the bands. */
  readonly halves: number;
  readonly rows: RowCount;
  readonly seed: number;
  readonly findings: readonly Finding[];
}

export function basisOf({ set, prepared }: PreparedWhatIf, halves: number): Omit<WhatIfBasis, "findings"> {
  const { names, rows } = prepared.rows;
  return {
    set: [...set].map(([column, value]) => ({ column: names[column], value })),
    halves,
    rows,
    seed: prepared.options.seed,
  };
}

/** Columns that follow from those set, and lead to one that is asked for. */
export function isOnWay({ whole: { parents }, set, of }: PreparedWhatIf): (column: number) => boolean {
  return (column) => followsFrom(parents, set, column) && of.some((end) => isAncestor(parents, column, end));
}
