import type { ComputeOptions } from "../compute/routines.js";
import type { RowCount } from "../pair/complete-rows.js";
import { MINIMUM_ROWS } from "../pair/standardize.js";
import {
  grouped,
  InputError,
  type OptionName,
  option,
  requireEach,
  requireParts,
  type Text,
  text,
  valueWords,
  wrongOption,
} from "../primitives/errors.js";
import { shortCell } from "../primitives/output-text.js";
import { columnFinder, requireTable, type Table } from "../table/table.js";
import { type FittedGraph, inUnitsOf, rangeOf } from "./fitted-graph.js";
import { type Graph, HALVES, type PreparedGraph, prepareGraph } from "./graph.js";
import { MOST_COLUMNS } from "./graph-rows.js";
import type { Arrow } from "./knowledge.js";
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
  /** By name, or by number from 1; by default every column that follows from those set, or may well do. */
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
}

/** The rows and arrows of a graph; `found` unless it is known. */
export function preparedGraph(
  table: Table,
  graph: Graph | KnownGraph,
  { seed, maxRows, routines, memoryLimit }: WhatIfOptions,
): {
  readonly prepared: PreparedGraph;
  readonly parents: Parents;
  readonly found: Graph | undefined;
  /** Positions of the columns in the table. */
  readonly places: readonly number[];
} {
  requireParts("graph", graph, ["columns", "edges"], "a graph: { columns, edges }");
  requireEach("graph", graph.edges, ["from", "to"], "a graph with edges { from, to }");
  const places = placesIn(table, graph.columns);
  const columns = places.map((place) => place + 1);
  const found = "halves" in graph ? graph : undefined;
  const parents = acyclicParents(graph, "the graph");
  if (!found) {
    return { prepared: prepareGraph(table, { columns, seed, maxRows, routines, memoryLimit }), parents, found, places };
  }
  for (const [name, value] of Object.entries({ seed, maxRows })) {
    if (value !== undefined) throw wrongOption(name, value, "nothing: a graph that was found has its own");
  }
  const { knowledge, maxParents, rows, parts } = found;
  requireParts("graph", found, ["knowledge", "maxParents", "rows", "seed", "findings"], "what graph() returns");
  requireParts("graph", rows, ["read", "used", "reasons"], "what graph() returns");
  requireEach("graph", found.findings, ["code"], "what graph() returns");
  if (parts !== undefined && parts?.length !== 1 + HALVES)
    throw wrongOption("graph", parts, `${1 + HALVES} parts, or none`);
  const settings = { columns, knowledge, maxParents, seed: found.seed, maxRows: rows.used };
  const prepared = prepareGraph(table, { ...settings, routines, memoryLimit });
  const [here, there] = [prepared.rows.rows, rows].map(rowsInWords);
  if (here !== there) {
    throw new InputError({
      code: "wrong-option",
      place: "the table",
      value: here,
      expected: `the table in which the graph was found: ${there}`,
      remedy: "Find the graph of this table.",
    });
  }
  return { prepared, parents, found, places };
}

/**
 * The parents of every column in a graph that somebody wrote; an arrow that it has twice counts once.
 *
 * @throws InputError `wrong-option` for arrows between other columns, or in a circle, and for too many columns
 */
export function acyclicParents(graph: KnownGraph, place: string): Parents {
  const wrong = (value: string, expected: string): InputError =>
    new InputError({ code: "wrong-option", place, value, expected, remedy: "Change the graph." });
  const { columns, edges } = graph;
  // Before anything is done with each of them: a file may hold any number.
  if (columns.length > MOST_COLUMNS) throw wrong(`${grouped(columns.length)} columns`, `at most ${MOST_COLUMNS}`);
  const parents = columns.map((): number[] => []);
  for (const { from, to } of edges) {
    const words = `the arrow from ${valueWords(from)} to ${valueWords(to)}`;
    const [cause, effect] = [columns.indexOf(from), columns.indexOf(to)];
    if (cause < 0 || effect < 0) throw wrong(words, "arrows between its columns");
    if (parents[effect].includes(cause)) continue;
    if (isAncestor(parents, effect, cause)) throw wrong(words, "arrows that make no circle");
    parents[effect].push(cause);
  }
  return parents.map((each) => each.sort((a, b) => a - b));
}

function rowsInWords({ read, used, reasons }: RowCount): string {
  return `${read} rows, of which ${used + (reasons.subsampled ?? 0)} have a number in every column`;
}

/** Where a table has the columns of a graph; names that several of its columns share have their numbers beside them. */
export function placesIn(table: Table, names: readonly string[]): number[] {
  requireTable(table);
  // Not by every, which passes over holes.
  const isNamed = Array.isArray(names) && names.findIndex((name) => typeof name !== "string") < 0;
  if (!isNamed) throw wrongOption("graph", names, "a graph with an array of columns, by name");
  const find = columnFinder(table);
  return names.map((name) => {
    const [, shared, number] = /^(.*) \[(\d+)\]$/s.exec(name) ?? [];
    const isNumbered = shared !== undefined && table.columns[Number(number) - 1]?.name === shared;
    return isNumbered && !table.columns.some((column) => column.name === name)
      ? Number(number) - 1
      : find(name, "column of the graph");
  });
}

export function requireHalves({ rows: { columns } }: PreparedGraph): void {
  const rows = columns[0].length;
  if (rows >= 2 * MINIMUM_ROWS) return;
  throw new InputError({
    code: "too-few-rows",
    place: "the columns of the graph",
    value: `${rows} rows with a number in every column`,
    expected: `at least ${2 * MINIMUM_ROWS}, for bands come from halves`,
    remedy: "Collect more rows.",
  });
}

/** What finds a column of the graph by its name there, or by its name or number in the table. */
type ColumnPlace = (key: string | number, where: OptionName) => number;

export function columnPlace(table: Table, places: readonly number[], names: readonly string[]): ColumnPlace {
  const find = columnFinder(table);
  return (key, where) => {
    const named = names.indexOf(key as string);
    const place = named >= 0 ? places[named] : find(key, [option(where)]);
    const isTransformed = typeof key === "string" && table.columns[place].source === key;
    if (where === "set" && isTransformed && named < 0) throw onAnotherScale(key, table.columns[place].name);
    const position = places.indexOf(place);
    if (position >= 0) return position;
    const { name } = table.columns[place];
    throw new InputError({
      code: "unknown-column",
      place: text`${option(where)} "${shortCell(name)}"`,
      value: "not a column of the graph",
      expected: `one of ${names.map((each) => `"${shortCell(each)}"`).join(", ")}`,
      remedy: text`Name columns of the graph, or find one with this column (${option("columns")}).`,
    });
  };
}

/** A value of "dose" is none of "log(dose)". */
function onAnotherScale(key: string, name: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: text`${option("set")} "${shortCell(key)}"`,
    value: `a value of "${shortCell(key)}"`,
    expected: `one of "${shortCell(name)}", which takes its place`,
    remedy: `Give the value on that scale, and name it "${shortCell(name)}".`,
  });
}

export function checkedSet(
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
    requireInside(whole, position, value, text`${option("set")} "${name}"`);
    set.set(position, value);
  }
  return set;
}

/** Digits of a range: what was read, without what arithmetic adds at the end. */
const RANGE_DIGITS = 12;

/**
 * Refuses a value outside the range of a column, in the user's units.
 *
 * @param fit columns in units of their scales     @param place of the value, for messages
 */
export function requireInside(
  fit: Pick<FittedGraph, "columns" | "scales">,
  column: number,
  value: number,
  place: Text,
): void {
  const [low, high] = rangeOf(fit.columns[column]);
  const inUnits = inUnitsOf(fit, column, value);
  if (inUnits >= low && inUnits <= high) return;
  const { mean, sd } = fit.scales[column];
  const [from, to] = [low, high].map((end) => Number((mean + sd * end).toPrecision(RANGE_DIGITS)));
  throw new InputError({
    code: "wrong-option",
    place,
    value: `${value}, outside the data`,
    expected: `a value from ${from} to ${to}, the range of the rows used`,
    remedy: "Choose a value within the range: beyond it nothing was observed, and the answer would be a guess.",
  });
}

/** Columns that are named; undefined if none are. */
export function checkedOf(
  { of }: WhatIf,
  set: ReadonlyMap<number, number>,
  place: ColumnPlace,
): readonly number[] | undefined {
  if (of === undefined) return undefined;
  const keys: readonly (string | number)[] = Array.isArray(of) ? of : [of];
  const positions = keys.map((key) => place(key, "of"));
  positions.forEach((position, k) => {
    if (set.has(position)) throw wrongOption("of", String(keys[k]), "columns that are not set");
    if (positions.indexOf(position) < k) throw wrongOption("of", `${keys[k]} twice`, "each column once");
  });
  return positions;
}

/** The graph in which nothing drives the columns that are set. */
export function cutAt(parents: Parents, set: ReadonlyMap<number, number>): Parents {
  return parents.map((each, column) => (set.has(column) ? [] : each));
}

/** Whether arrows lead to a column from one that is set, not through another that is set. */
export function followsFrom(parents: Parents, set: ReadonlyMap<number, number>, column: number): boolean {
  const cut = cutAt(parents, set);
  return !set.has(column) && [...set.keys()].some((from) => isAncestor(cut, from, column));
}
