import { address, at, dot, put, subtractProduct } from "./array";

/** Columns of smaller squared length count as 0: 2 divided by it would overflow. */
const SMALLEST_SQUARE: f64 = 1e-290;

/**
 * Rotates a chunk of rows, given by its columns with the target last, into the triangle of a least-squares problem.
 * Reflection j maps (R_jj, chunk's column j) to (±norm, 0): the rows of R between are zero there already. Columns follow
 * each other every `stride` numbers; `triangle` is cols × (cols + 1), the rotated target its last column.
 */
export function absorb(columns: usize, stride: i32, count: i32, triangle: usize, cols: i32): void {
  const row = cols + 1;
  for (let j = 0; j < cols; j++) {
    const reflector = address(columns, j * stride);
    const head = at(triangle, j * row + j);
    const below = dot(reflector, reflector, count);
    if (below < SMALLEST_SQUARE) continue;
    const norm = Math.sqrt(head * head + below);
    const diagonal = head > 0 ? -norm : norm;
    const top = head - diagonal;
    const factor = 2 / (top * top + below);
    put(triangle, j * row + j, diagonal);
    for (let other = j + 1; other <= cols; other++) {
      const column = address(columns, other * stride);
      const above = at(triangle, j * row + other);
      const scale = factor * (top * above + dot(reflector, column, count));
      put(triangle, j * row + other, above - scale * top);
      subtractMultiple(column, scale, reflector, count);
    }
  }
}

/** a −= scale·b, in whole vectors: chunks are filled up with zeros. */
function subtractMultiple(a: usize, scale: f64, b: usize, count: i32): void {
  const s = f64x2.splat(scale);
  const bytes = (<usize>count) << 3;
  for (let o: usize = 0; o < bytes; o += 32) {
    v128.store(a + o, subtractProduct(s, v128.load(b + o), v128.load(a + o)));
    v128.store(a + o, subtractProduct(s, v128.load(b + o, 16), v128.load(a + o, 16)), 16);
  }
}
