import { performance } from "node:perf_hooks";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { type Failure, failureOf } from "@causal-velocity/threads/serve.js";
import { type GraphDifference, graphDifference } from "../evaluate/graph-metrics.js";
import { graphMethodNamed } from "../rivals/graphs/graph-methods.js";
import { simulateGraph } from "../simulate/graphs/simulate-graph.js";
import { graphSettings } from "./graph-settings.js";

/** One simulated graph and the methods to run on it. */
export interface GraphTask {
  /** Name of the setting. */
  readonly setting: string;
  readonly methods: readonly string[];
  readonly seed: number;
}

/** What a method found, compared with the truth, or why it failed. */
export type GraphAnswer = { readonly seconds: number } & (
  | { readonly difference: GraphDifference }
  | { readonly error: Failure }
);

/** Every method's answer on one graph, in the order of the names; a method that fails does not affect the others. */
export function findGraphs({ setting, methods, seed }: GraphTask): GraphAnswer[] {
  const { columns, parents } = simulateGraph(graphSettings(setting), seed);
  const values = columns.map((column) => column.values);
  const routines = bestRoutines();
  return methods.map((name) => {
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    try {
      const found = graphMethodNamed(name).find(values, { routines, seed });
      return { seconds: seconds(), difference: graphDifference(found, parents) };
    } catch (error) {
      return { seconds: seconds(), error: failureOf(error) };
    }
  });
}
