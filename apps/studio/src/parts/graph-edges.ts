import { toldEdge } from "@causal-velocity/core/explain/graph-words.js";
import type { Graph, GraphEdge } from "@causal-velocity/core/graph/graph.js";

/** An arrow as it is shown: with its columns by number, and the columns that its pair is decided given. */
export interface ShownEdge {
  /** As it is told: where the direction cannot be told, the likelier cause comes first. */
  readonly edge: GraphEdge;
  readonly from: number;
  readonly to: number;
  /** Direct causes of the effect that the cause does not drive, ascending. */
  readonly given: readonly number[];
}

/** The arrows of a graph, in its order. @param numbers of its columns in the table */
export function shownEdges(graph: Graph, numbers: readonly number[]): ShownEdge[] {
  const numberOf = (name: string): number => numbers[graph.columns.indexOf(name)] ?? 0;
  return graph.edges.map((found) => {
    const edge = toldEdge(found);
    const given = givenNames(graph, edge).map(numberOf);
    return { edge, from: numberOf(edge.from), to: numberOf(edge.to), given: given.sort((a, b) => a - b) };
  });
}

/**
 * The parents of the effect that are no descendants of the cause: what else drives the effect is then known, and nothing
 * on the way from the cause to it.
 */
function givenNames({ edges }: Graph, { from: cause, to: effect }: GraphEdge): string[] {
  const driven = new Set([cause]);
  for (let size = 0; size < driven.size; ) {
    size = driven.size;
    for (const { from, to } of edges) if (driven.has(from)) driven.add(to);
  }
  return edges.flatMap(({ from, to }) => (to === effect && !driven.has(from) ? [from] : []));
}
