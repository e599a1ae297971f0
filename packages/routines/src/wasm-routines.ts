import type { Routines } from "@causal-velocity/core/compute/routines.js";
import { gaussianFeatures, products } from "./features.js";
import { kernelSums } from "./kernel-sums.js";
import { networkPass } from "./network.js";
import { solveStein, steinResidual } from "./stein.js";
import { triangularize } from "./triangularize.js";
import { wasmInstance } from "./wasm-instance.js";

export interface WasmOptions {
  /** Bytes the routines' memory may grow to; by default what WebAssembly can address, 4 GB. */
  readonly mostBytes?: number;
}

/** The routines in WebAssembly with SIMD; undefined where the runtime has neither. */
export function wasmRoutines({ mostBytes }: WasmOptions = {}): Routines | undefined {
  const run = wasmInstance(mostBytes);
  if (!run) return undefined;
  return {
    name: "wasm",
    medianOfDistances: (column) =>
      run("median distance", column.length, (wasm) => wasm.medianOfDistances(wasm.place(column), column.length)),
    solveStein: (problem) => run("Stein score estimate", problem.points[0].length, (wasm) => solveStein(wasm, problem)),
    steinResidual: (check) =>
      run("error of the Stein estimate", check.points[0].length, (wasm) => steinResidual(wasm, check)),
    kernelSumRows: { comfortable: 200_000, most: Infinity },
    kernelSums: (problem) =>
      run("kernel density estimate", problem.points[0].length, (wasm) => kernelSums(wasm, problem)),
    gaussianFeatures: (problem) =>
      run("features of a column", problem.column.length, (wasm) => gaussianFeatures(wasm, problem)),
    products: (a, b) => run("products of features", a[0]?.length ?? 0, (wasm) => products(wasm, a, b)),
    triangularize: (problem) => run("least squares", problem.rows, (wasm) => triangularize(wasm, problem)),
    networkSpeed: 1e10,
    networkPass: (problem) => run("network", problem.inputs[0].length, (wasm) => networkPass(wasm, problem)),
  };
}
