import type { LeastSquaresRows, LeastSquaresTriangle } from "@causal-velocity/core/algebra/least-squares.js";
import type { Wasm } from "./wasm-instance.js";

/** Rows rotated in together: a few dozen columns of this many numbers stay in the first-level cache. */
const CHUNK = 128;

/** Householder's triangle of a least-squares problem, chunk by chunk; see assembly/triangle.ts. */
export function triangularize(wasm: Wasm, { rows: n, cols: k, rowInto }: LeastSquaresRows): LeastSquaresTriangle {
  const columnsAt = wasm.room((k + 1) * CHUNK);
  const triangleAt = wasm.room(k * (k + 1));
  wasm.view(triangleAt, k * (k + 1)).fill(0);
  // Filled here and copied: whatever makes the rows may use the routines itself, and move their memory.
  const columns = new Float64Array((k + 1) * CHUNK);
  const row = new Float64Array(k);
  for (let start = 0; start < n; start += CHUNK) {
    const count = Math.min(CHUNK, n - start);
    // Of the last chunk the rows beyond the end are zero and change nothing.
    if (count < CHUNK) columns.fill(0);
    for (let i = 0; i < count; i++) {
      columns[k * CHUNK + i] = rowInto(start + i, row);
      for (let j = 0; j < k; j++) columns[j * CHUNK + i] = row[j];
    }
    wasm.view(columnsAt, columns.length).set(columns);
    wasm.absorb(columnsAt, CHUNK, CHUNK, triangleAt, k);
  }
  const packed = wasm.view(triangleAt, k * (k + 1));
  const triangle = { data: new Float64Array(k * k), rows: k, cols: k };
  const rotated = new Float64Array(k);
  for (let j = 0; j < k; j++) {
    for (let other = j; other < k; other++) triangle.data[j * k + other] = packed[j * (k + 1) + other];
    rotated[j] = packed[j * (k + 1) + k];
  }
  return { triangle, rotated };
}
