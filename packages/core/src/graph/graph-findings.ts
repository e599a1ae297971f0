import type { ComputeOptions } from "../compute/routines.js";
import type { Finding } from "../primitives/finding.js";
import type { GraphEdge } from "./graph.js";
import type { GraphRows } from "./graph-rows.js";
import type { GraphFlows } from "./local-scores.js";
import type { Parents } from "./search.js";

export function graphFindings(
  _rows: GraphRows,
  _flows: GraphFlows,
  _parents: Parents,
  _edges: readonly GraphEdge[],
  _compute: ComputeOptions,
): Finding[] {
  return [];
}
