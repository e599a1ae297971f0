import type { Parents } from "@causal-velocity/core/graph/search.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import type { GraphMechanism } from "./column-mechanism.js";
import { graphOf, type SimulatedGraph, shuffled } from "./simulate-graph.js";

/** Where z is in relation to x and y. */
export const graphShapes = ["chain", "fork", "collider", "m-graph", "descendant-of-collider", "independent"] as const;
export type GraphShape = (typeof graphShapes)[number];

/** Shape, mechanisms and rows of a graph for `shapedGraph`. */
export interface ShapeSettings {
  readonly shape: GraphShape;
  /** Whether there is an arrow x → y besides those of the shape. */
  readonly direct: boolean;
  readonly mechanism: GraphMechanism;
  readonly rows: number;
}

/** A simulated graph with the roles of its columns. */
export interface ShapedGraph extends SimulatedGraph {
  /** Positions of the columns. */
  readonly x: number;
  readonly y: number;
  /** The column to condition on. */
  readonly z: number;
  /** The columns between z and x or y in the larger shapes; leave them out to have them hidden. */
  readonly others: readonly number[];
  /** How x acts on y: by an arrow, only through z, or not at all. y never acts on x. */
  readonly effect: "direct" | "through-z" | "none";
}

/** A shape by the names of its columns in causal order, each with its causes. */
type Plan = readonly (readonly [name: string, causes: readonly string[]])[];

/**
 * A graph of three to five columns in random order:
 *
 * - chain: x → z → y
 * - fork: x ← z → y
 * - collider: x → z ← y
 * - m-graph: x ← a → z ← b → y
 * - descendant-of-collider: x → c ← y, c → z
 * - independent: x, y, z without arrows
 *
 * each with or without x → y.
 * @throws InputError `wrong-option`
 */
export function shapedGraph({ shape, direct, mechanism, rows }: ShapeSettings, seed: number): ShapedGraph {
  const plan = planOf(shape, direct ? ["x"] : []);
  const kind = `${shape}${direct ? " with x -> y" : ""} ${mechanism}`;
  const rng = seededRng(seed).split(`graph ${kind}`);
  const names = plan.map(([name]) => name);
  const parents: Parents = plan.map(([, causes]) => causes.map((cause) => names.indexOf(cause)));
  const places = shuffled(plan.length, rng.split("places"));
  const place = (name: string) => places[names.indexOf(name)];
  return {
    ...graphOf({ kind, parents, mechanism, rows, places, rng }),
    x: place("x"),
    y: place("y"),
    z: place("z"),
    others: names.filter((name) => !["x", "y", "z"].includes(name)).map(place),
    effect: direct ? "direct" : shape === "chain" ? "through-z" : "none",
  };
}

/** @param x the causes of y besides those of the shape */
function planOf(shape: GraphShape, x: readonly string[]): Plan {
  switch (shape) {
    case "chain":
      return [
        ["x", []],
        ["z", ["x"]],
        ["y", ["z", ...x]],
      ];
    case "fork":
      return [
        ["z", []],
        ["x", ["z"]],
        ["y", ["z", ...x]],
      ];
    case "collider":
      return [
        ["x", []],
        ["y", x],
        ["z", ["x", "y"]],
      ];
    case "m-graph":
      return [
        ["a", []],
        ["b", []],
        ["x", ["a"]],
        ["z", ["a", "b"]],
        ["y", ["b", ...x]],
      ];
    case "descendant-of-collider":
      return [
        ["x", []],
        ["y", x],
        ["c", ["x", "y"]],
        ["z", ["c"]],
      ];
    case "independent":
      return [
        ["x", []],
        ["z", []],
        ["y", x],
      ];
  }
}
