import { plainRoutines, type Routines } from "@causal-velocity/core";
import { wasmRoutines } from "@causal-velocity/routines";

let best: Routines | undefined;

/** WebAssembly where the runtime has it with SIMD, plain TypeScript elsewhere; made on first use. */
export function bestRoutines(): Routines {
  best ??= wasmRoutines() ?? plainRoutines;
  return best;
}
