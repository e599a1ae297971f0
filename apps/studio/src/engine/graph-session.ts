import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import type { Routines } from "@causal-velocity/core/compute/routines.js";
import {
  findPart,
  type GraphPart,
  HALVES,
  joinParts,
  type PreparedGraph,
  prepareGraph,
} from "@causal-velocity/core/graph/graph.js";
import { graphNames } from "@causal-velocity/core/graph/graph-names.js";
import { measuredColumns } from "@causal-velocity/core/graph/graph-rows.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";
import type { Answer, Ask, GraphAsk, Link } from "./messages.js";

/** Numbers of the columns that a graph has if none are named. */
export function usualColumns(table: Table): number[] {
  return measuredColumns(table).map((position) => position + 1);
}

/** The columns and rows of a graph, from the worker that holds the table to those that search. */
export function prepared(table: Table, { columns, forbid, require, ...options }: GraphAsk): Answer<"prepareGraph"> {
  const names = graphNames(columns.map((number) => ({ number, name: table.columns[number - 1]?.name ?? "" })));
  const nameOf = (number: number): string => names[columns.indexOf(number)];
  const arrows = (links: readonly Link[]) => links.map(([from, to]) => ({ from: nameOf(from), to: nameOf(to) }));
  const knowledge = { forbid: arrows(forbid), require: arrows(require) };
  return { graph: prepareGraph(table, { columns, knowledge, ...options }), parts: 1 + HALVES };
}

/** One of the searches of a graph. */
export function foundPart({ graph, part }: Ask<"graphPart">): GraphPart {
  return findPart(withRoutines(graph), part);
}

/** The graph from all its searches. */
export function joined({ graph, parts }: Ask<"joinGraph">): Answer<"joinGraph"> {
  const ready = withRoutines(graph);
  return { graph: joinParts(ready, parts), routines: ready.options.routines?.name ?? plainRoutines.name };
}

/** Started once in a worker, and not in the one that holds the table. */
let routines: Routines | undefined;

function withRoutines(graph: PreparedGraph): PreparedGraph {
  routines ??= wasmRoutines() ?? plainRoutines;
  return { ...graph, options: { ...graph.options, routines } };
}
