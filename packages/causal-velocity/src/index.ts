export * from "@causal-velocity/core";
export type { StopSignal, TileOptions } from "@causal-velocity/threads/tiles";
export { bestRoutines } from "./best-routines.js";
// In place of the core's: the same answers on the fastest routines at hand.
export { compareMethods } from "./compare-methods.js";
export { counterfactual } from "./counterfactual.js";
export { decide } from "./decide.js";
export { type DecideManyOptions, decideMany, type ManyProgress } from "./decide-many.js";
export { diagnose } from "./diagnose.js";
export { explain } from "./explain.js";
export { stability } from "./stability.js";
