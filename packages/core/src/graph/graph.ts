import { type ComputeOptions, requireCompute } from "../compute/routines.js";
import type { RowCount } from "../pair/complete-rows.js";
import { isDiscrete } from "../pair/inspect.js";
import { drawRows, takeRows } from "../pair/resample.js";
import { inUserUnits, standardizeColumn } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { requireOptions, whereUsable, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { seededRng } from "../primitives/random.js";
import { tieStep } from "../statistics/ranks.js";
import { sortedColumn } from "../statistics/sorted-column.js";
import type { Table } from "../table/table.js";
import { type EdgeCounts, edgeSureness } from "./edge-sureness.js";
import { boundFindings, graphFindings, linearGaussianFindings } from "./graph-findings.js";
import { type GraphRows, graphRows } from "./graph-rows.js";
import { type Arrow, type Knowledge, MOST_PARENTS, renamedKnowledge, searchRules } from "./knowledge.js";
import { type GraphFlows, graphFlows } from "./local-scores.js";
import { type NearCopy, nearCopies, rulesWithout } from "./near-copies.js";
import { causalOrder, type Parents, type SearchRules, searchGraph } from "./search.js";

/** Options of `graph`: which columns, what is known, rows, seed, routines. */
export interface GraphOptions extends ComputeOptions {
  /** By name, or by number from 1; by default all columns of numbers. */
  readonly columns?: readonly (string | number)[] | undefined;
  readonly knowledge?: Knowledge | undefined;
  /** Direct causes of one column at most; 4 by default. */
  readonly maxParents?: number | undefined;
  /** From a table with more rows, this many are drawn; 5,000 by default. */
  readonly maxRows?: number | undefined;
  /** Whether the order of the rows means nothing: otherwise a table whose rows follow each other gets no arrows. */
  readonly unordered?: boolean | undefined;
  readonly seed?: number | undefined;
}

/** An arrow of a graph and how sure it is. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** Probability that one of the two columns drives the other directly. */
  readonly presence: number;
  /** Probability, if so, that the arrow points this way. */
  readonly direction: number;
  /** Whether the direction is sure enough to be shown: probability 0.7 or more. */
  readonly directed: boolean;
  readonly strength: {
    /** Nats by which the arrow shortens the description of a row. */
    readonly nats: number;
    /** Share of the variance of `to` that is explained with `from` and not without. */
    readonly variance: number;
  };
  /** Whether the arrow, or the way it points, was known before. */
  readonly known?: "arrow" | "direction" | undefined;
  /** Whether `to` is a near copy of `from`, which stands for both in all other arrows. */
  readonly copy?: true | undefined;
}

/** A graph of columns: which drives which directly, and how sure that is. */
export interface Graph {
  readonly columns: readonly string[];
  /** The surest first. It has no circle. */
  readonly edges: readonly GraphEdge[];
  readonly knowledge: Knowledge;
  readonly maxParents: number;
  /** Whether the order of the rows was taken to mean nothing. */
  readonly unordered: boolean;
  readonly rows: RowCount;
  readonly seed: number;
  /** Random halves of the rows on which the search was repeated. */
  readonly halves: number;
  /** What each search found: that on all rows, then those on halves. Without it, `intervene` repeats the searches. */
  readonly parts?: readonly GraphPart[] | undefined;
  readonly findings: readonly Finding[];
  /** What was done to the table before. */
  readonly transformations?: Table["transformations"];
}

/** A graph found in some of the rows. */
export interface GraphPart {
  readonly parents: Parents;
}

/** Refits on random halves of the rows. */
export const HALVES = 20;
/** Arrows less likely than this are not shown. */
export const LEAST_PRESENCE = 0.5;
/** Arrows whose direction is less likely than this are shown without one. */
export const LEAST_DIRECTION = 0.7;

/** A table that was prepared for a search: part 0 is the search on all rows, 1 to `HALVES` those on random halves. */
export interface PreparedGraph {
  readonly rows: GraphRows;
  /** Columns that stand aside in the searches. */
  readonly copies: readonly NearCopy[];
  readonly options: ComputeOptions & {
    readonly knowledge: Knowledge;
    readonly maxParents: number;
    readonly unordered: boolean;
    readonly seed: number;
  };
}

/** @throws InputError for a table or options that cannot be used */
export function prepareGraph(table: Table, options: GraphOptions = {}): PreparedGraph {
  requireOptions(options);
  const {
    columns,
    knowledge: stated = {},
    maxParents = MOST_PARENTS,
    maxRows,
    unordered = false,
    seed = 0,
    routines,
    memoryLimit,
  } = options;
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0 to 2^53 - 1");
  if (typeof unordered !== "boolean") throw wrongOption("unordered", unordered, "true or false");
  requireCompute({ routines, memoryLimit });
  const rows = graphRows(table, columns, { seed, ...(maxRows === undefined ? {} : { maxRows }) });
  const knowledge = knowledgeOf(table, rows, stated);
  const copies = nearCopies(rows, knowledge, searchRules(rows.names, knowledge, maxParents), { routines, memoryLimit });
  return { rows, copies, options: { knowledge, maxParents, unordered, seed, routines, memoryLimit } };
}

/** What is known, by the names of the graph: a column may also be called by its number, or as before it was transformed. */
function knowledgeOf({ columns }: Table, { names, numbers }: GraphRows, knowledge: Knowledge): Knowledge {
  const called = new Map([
    ...numbers.map((number, k) => [String(number), names[k]] as const),
    ...columns.flatMap(({ name, source }) => (source === undefined ? [] : [[source, name] as const])),
    ...names.map((name) => [name, name] as const),
  ]);
  return renamedKnowledge(knowledge, (name) => called.get(name) ?? name);
}

/** The rows of a part: all, or a random half of them, standardized again; undefined if a column is constant there. */
export function partRows(
  { rows, options }: PreparedGraph,
  part: number,
): Pick<GraphRows, "columns" | "scales"> | undefined {
  if (part === 0) return rows;
  const n = rows.columns[0].length;
  const half = drawRows(n, Math.floor(n / 2), seededRng(options.seed).split(`graph half ${part}`));
  const [again] = whereUsable(() =>
    rows.columns.map((column, k) => standardizeColumn(takeRows(column, half), rows.names[k])),
  );
  return (
    again && {
      columns: again.map(({ values }) => values),
      scales: again.map(({ scale }, k) => inUserUnits(rows.scales[k], scale)),
    }
  );
}

/** The columns of a part; undefined if one is constant there. */
export function partColumns(prepared: PreparedGraph, part: number): readonly Column[] | undefined {
  return partRows(prepared, part)?.columns;
}

/** The search on one part of the rows. A half in which a column is constant has no arrows. */
export function findPart(prepared: PreparedGraph, part: number): GraphPart {
  const { rows, copies } = prepared;
  const columns = partColumns(prepared, part);
  const parents = columns
    ? searchGraph(searchFlows(prepared, columns), rulesWithout(copies, statedRules(prepared)))
    : rows.names.map(() => []);
  const originals = new Map(copies.map(({ column, of }) => [column, [of]]));
  return { parents: parents.map((each, column) => originals.get(column) ?? each) };
}

/** Flows of all columns, scored for a search between those that do not stand aside. */
function searchFlows({ rows, copies, options }: PreparedGraph, columns: readonly Column[] = rows.columns): GraphFlows {
  return graphFlows(columns, options, columns.length - copies.length);
}

function statedRules({ rows, options }: PreparedGraph): SearchRules {
  return searchRules(rows.names, options.knowledge, options.maxParents);
}

/**
 * The graph from all its parts, in order: arrows of the search on all rows, with how often the halves agree.
 *
 * @cost a few scores an arrow
 */
export function joinParts(prepared: PreparedGraph, parts: readonly GraphPart[]): Graph {
  const { rows, copies, options } = prepared;
  const [{ parents }, ...halves] = parts;
  const flows = searchFlows(prepared);
  const rules = statedRules(prepared);
  const hasNoDirection = columnsWithoutDirection(rows, flows, parents, options);
  const edges: GraphEdge[] = [];
  for (const count of edgeCounts(flows, parents, halves)) {
    const { from, to } = count;
    const isRequired = rules.required.some(([a, b]) => a === from && b === to);
    const isOneWay = !rules.allows(to, from);
    const isCopy = copies.some(({ column }) => column === to);
    const sureness = edgeSureness(count);
    const presence = isRequired || isCopy ? 1 : sureness.presence;
    if (presence < LEAST_PRESENCE) continue;
    const isOpen = isCopy || hasNoDirection.has(from) || hasNoDirection.has(to);
    const direction = isRequired || isOneWay ? 1 : isOpen ? 0.5 : sureness.direction;
    edges.push({
      from: rows.names[from],
      to: rows.names[to],
      presence,
      direction,
      directed: direction >= LEAST_DIRECTION,
      strength: strengthOf(flows, parents, count),
      ...(isRequired ? { known: "arrow" as const } : isOneWay ? { known: "direction" as const } : {}),
      ...(isCopy ? { copy: true as const } : {}),
    });
  }
  edges.sort((a, b) => b.presence * b.direction - a.presence * a.direction);
  const findings = [
    ...rows.findings,
    ...graphFindings(rows, flows, parentsOf({ columns: rows.names, edges }), hasNoDirection, { ...options, copies }),
    ...boundFindings(rows.names, flows, parents, rulesWithout(copies, rules)),
  ];
  const isOrdered = findings.some(({ code, severity }) => code === "ordered-rows" && severity === "fail");
  const shown = isOrdered ? edges.filter(({ known }) => known === "arrow") : edges;
  return {
    columns: rows.names,
    edges: shown,
    knowledge: options.knowledge,
    maxParents: options.maxParents,
    unordered: options.unordered,
    rows: rows.rows,
    seed: options.seed,
    halves: halves.length,
    parts,
    findings: [...findings, ...linearGaussianFindings(rows, shown, options)],
    ...(rows.transformations && { transformations: rows.transformations }),
  };
}

/** The coarsest rounding behind the calibration of directions, in standard deviations: a column with about ten levels. */
const COARSEST_STEP = 0.5;
/** Residual variance, as a share, below which a column is a function of its parents but for rounding. */
const EXACT = 1e-3;

/** Columns that have no density or few levels, or hardly any noise: their arrows are shown without a direction. */
function columnsWithoutDirection(
  { columns }: GraphRows,
  flows: GraphFlows,
  parents: Parents,
  compute: ComputeOptions,
): ReadonlyMap<number, "discrete" | "exact-function"> {
  const found = new Map<number, "discrete" | "exact-function">();
  // Of a rounded column, whose ties are spread for its description, before that.
  const leftOf = (column: Column, k: number): number =>
    flows.columns[k] === column
      ? flows.flow(k, parents[k]).residualVariance
      : flows.flowOf([{ name: "plain", values: column, natsToColumn: 0 }], parents[k]).residualVariance;
  columns.forEach((column, k) => {
    const isCoarse = tieStep(sortedColumn(column, compute).ascending) > COARSEST_STEP;
    if (isCoarse || isDiscrete(column, compute)) found.set(k, "discrete");
    else if (parents[k].length > 0 && leftOf(column, k) < EXACT) found.set(k, "exact-function");
  });
  return found;
}

/**
 * Finds which columns of a table drive which directly: a graph without circles of low description length, by
 * location-scale flows of each column given its parents, and how sure each arrow is.
 *
 * It assumes that no hidden column drives two of these, that nothing feeds back, and that noise enters by location and
 * scale. What of it can be checked is among the findings.
 * @cost 21 searches; 20 columns of 1,000 rows take 20 to 25 s on one core
 * @throws InputError for a table or options that cannot be used
 */
export function graph(table: Table, options: GraphOptions = {}): Graph {
  const prepared = prepareGraph(table, options);
  return joinParts(
    prepared,
    Array.from({ length: 1 + HALVES }, (_, part) => findPart(prepared, part)),
  );
}

/** The parents of every column in a graph, by position. */
export function parentsOf({
  columns,
  edges,
}: {
  readonly columns: readonly string[];
  readonly edges: readonly Arrow[];
}): Parents {
  return columns.map((name) =>
    edges.flatMap(({ from, to }) => (to === name ? [columns.indexOf(from)] : [])).sort((a, b) => a - b),
  );
}

/** What is counted and measured for every arrow of a graph. */
export function edgeCounts(flows: GraphFlows, parents: Parents, halves: readonly GraphPart[]): EdgeCounts[] {
  return causalOrder(parents).flatMap((to) =>
    parents[to].map((from) => {
      const left = parents[to].filter((other) => other !== from);
      return {
        from,
        to,
        removal: flows.nats(to, left) - flows.nats(to, parents[to]),
        forward: halves.filter((half) => half.parents[to].includes(from)).length,
        backward: halves.filter((half) => half.parents[from].includes(to)).length,
        halves: halves.length,
      };
    }),
  );
}

/** How strong an arrow is, beside the other parents. */
function strengthOf(flows: GraphFlows, parents: Parents, { from, to, removal }: EdgeCounts): GraphEdge["strength"] {
  const left = parents[to].filter((other) => other !== from);
  const variance = unexplained(flows, to, left) - unexplained(flows, to, parents[to]);
  return { nats: Math.max(removal, 0) / flows.columns[to].length, variance: Math.min(Math.max(variance, 0), 1) };
}

/** Share of the variance of a column that its parents do not explain. */
function unexplained(flows: GraphFlows, column: number, parents: readonly number[]): number {
  return flows.flow(column, parents).residualVariance;
}
