import type { Routines } from "@causal-velocity/core/compute/routines.js";
import type { Parents } from "@causal-velocity/core/graph/search.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";

/** Options of every method. */
export interface GraphMethodOptions {
  readonly routines?: Routines | undefined;
  /** Seed of methods that draw rows or break ties. */
  readonly seed?: number | undefined;
}

/** Something that finds a graph in columns. One test runs over all of them. */
export interface GraphMethod {
  readonly name: string;
  readonly summary: string;
  readonly reference: string;
  /**
   * parents[j] of the graph found in standardized columns of equal length. An arrow in both directions is an edge whose
   * direction the method leaves open; the other arrows make no circle.
   *
   * @throws InputError `too-few-rows` where its regressions have more coefficients than rows
   */
  find(columns: readonly Column[], options?: GraphMethodOptions): Parents;
}
