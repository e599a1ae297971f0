import type { Routines } from "@causal-velocity/core/compute/routines.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";

/** The routines in WebAssembly; fails where the runtime has none, rather than test something else in their place. */
export function compiledRoutines(options?: Parameters<typeof wasmRoutines>[0]): Routines {
  const routines = wasmRoutines(options);
  if (!routines) throw new Error("this runtime has no WebAssembly with SIMD: the routines cannot be tested");
  return routines;
}
