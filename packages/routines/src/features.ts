import type { FeatureProblem } from "@causal-velocity/core/compute/routines.js";
import { chebyshevRoots } from "@causal-velocity/core/primitives/chebyshev.js";
import type { Column, Matrix } from "@causal-velocity/core/primitives/columns.js";
import { memoryExceeded } from "@causal-velocity/core/primitives/errors.js";
import type { Wasm } from "./wasm-instance.js";

/** Chebyshev roots of a tile: features are then good to 10⁻¹². */
const ROOTS = 16;
/** Bytes a row takes besides its features: coordinate, tile, order, a sorted copy. */
const BYTES_PER_ROW = 56;

/** Features of a Gaussian kernel; see assembly/gaussian-features.ts. */
export function gaussianFeatures(wasm: Wasm, { column, tolerance, memoryLimit }: FeatureProblem): Column[] {
  const n = column.length;
  const mostBytes = Math.min(memoryLimit, wasm.mostBytes);
  const byteLimit = mostBytes - BYTES_PER_ROW * n;
  const x = byteLimit < 0 ? 0 : wasm.place(column);
  const roots = wasm.place(chebyshevRoots(ROOTS));
  const rank = byteLimit < 0 ? -1 : wasm.gaussianFeatures(n, x, tolerance, ROOTS, roots, byteLimit);
  if (rank < 0) throw memoryExceeded("features of a column", n, mostBytes);
  const first = wasm.features.value >>> 0;
  return Array.from({ length: rank }, (_, k) => wasm.copyOut(first + 8 * k * n, n));
}

/** Scalar products of every row of one set with every row of another; see assembly/products.ts. */
export function products(wasm: Wasm, a: readonly Column[], b: readonly Column[]): Matrix {
  const n = a[0]?.length ?? 0;
  // Rows begin on whole vectors.
  const stride = 2 * Math.ceil(n / 2);
  const placeRows = (rows: readonly Column[]): number => {
    const at = wasm.room(rows.length * stride);
    const view = wasm.view(at, rows.length * stride);
    rows.forEach((row, k) => {
      view.set(row, k * stride);
    });
    return at;
  };
  const [atA, atB] = [placeRows(a), a === b ? undefined : placeRows(b)];
  const out = wasm.room(a.length * b.length);
  wasm.products(atA, a.length, atB ?? atA, b.length, n, stride, out);
  return { data: wasm.copyOut(out, a.length * b.length), rows: a.length, cols: b.length };
}
