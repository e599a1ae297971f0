import type { Routines } from "@causal-velocity/core/compute/routines.js";
import {
  findPart,
  type Graph,
  type GraphPart,
  HALVES,
  joinParts,
  type PreparedGraph,
} from "@causal-velocity/core/graph/graph.js";
import { textWith } from "@causal-velocity/core/primitives/errors.js";
import { runTasks, type ThreadsRequest } from "./run-tasks.js";

/** What a thread needs to find one part of a graph, or to join all of them; its routines are its own. */
export type GraphTask = { readonly prepared: PreparedGraph } & (
  | { readonly part: number }
  | { readonly parts: readonly GraphPart[] }
);

/** The thread's side of `runGraph`. */
export function graphTask(task: GraphTask, routines: Routines | undefined): GraphPart | Graph {
  const prepared = { ...task.prepared, options: { ...task.prepared.options, routines } };
  return "parts" in task ? joinParts(prepared, task.parts) : findPart(prepared, task.part);
}

/** The searches of a graph: on all rows, and on random halves of them. */
export const GRAPH_PARTS = 1 + HALVES;

export interface GraphRequest extends ThreadsRequest {
  readonly prepared: PreparedGraph;
  /** What an earlier run found, by the number of the part; such parts are not searched again. */
  readonly known?: ReadonlyMap<number, GraphPart> | undefined;
  /** Called with every other part, as soon as it is found. */
  onPart?(part: number, found: GraphPart): void;
}

/**
 * Finds a graph on threads whose scripts serve a `tileHandler`: parts in any order, then all of them joined in their own
 * order, so the same graph with any number of threads.
 *
 * @returns undefined if it was aborted     @throws UnfitWorker; an error if a thread fails; what `onPart` throws
 */
export async function runGraph(request: GraphRequest): Promise<Graph | undefined> {
  const { prepared, known, onPart } = request;
  const sent = { ...prepared, options: { ...prepared.options, routines: undefined, memo: undefined } };
  const found = new Map(known);
  const open = Array.from({ length: GRAPH_PARTS }, (_, part) => part).filter((part) => !found.has(part));
  const searched = await runTasks<GraphPart>({
    ...request,
    tasks: open.length,
    input: (task) => ({ message: { prepared: sent, part: open[task] as number } satisfies GraphTask }),
    onResult: (result) => {
      if ("failure" in result) throw failed(result.failure.message);
      const part = open[result.task] as number;
      found.set(part, result.output);
      onPart?.(part, result.output);
    },
  });
  if (searched.aborted) return undefined;
  const parts = Array.from({ length: GRAPH_PARTS }, (_, part) => found.get(part) as GraphPart);
  let graph: Graph | undefined;
  await runTasks<Graph>({
    ...request,
    tasks: 1,
    input: () => ({ message: { prepared: sent, parts } satisfies GraphTask }),
    onResult: (result) => {
      if ("failure" in result) throw failed(result.failure.message);
      graph = result.output;
    },
  });
  return graph;
}

function failed(message: Parameters<typeof textWith>[0]): Error {
  return new Error(`the search for a graph failed: ${textWith(message)}`);
}
