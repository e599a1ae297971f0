export * from "@causal-velocity/core";
export { bestRoutines } from "./best-routines.js";
// In place of the core's: the same answer on the fastest routines at hand.
export { decide } from "./decide.js";
