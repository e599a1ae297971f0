import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import type { Routines } from "@causal-velocity/core/compute/routines.js";
import { wasmRoutines } from "./wasm-routines.js";

let best: Routines | undefined;

/** WebAssembly where the runtime has it with SIMD, plain TypeScript elsewhere; made on first use. */
export function bestRoutines(): Routines {
  best ??= wasmRoutines() ?? plainRoutines;
  return best;
}
