import { address, at, dot, laneSum, multiplyAdd, put, subtractProduct } from "./arrays";

// Factors of dense matrices: Cholesky's for normal equations, Householder's triangle for least squares.

/** Columns factored together. Even, so that vectors of two fill them. */
const BLOCK: i32 = 48;

/**
 * Lower Cholesky factor, in place, of an n × n matrix with rows of length `stride`. Right-looking: factor a block of
 * columns, subtract its outer product from the rest. Returns 0, or the number (from 1) of the first pivot that is not
 * positive.
 */
export function choleskyInPlace(a: usize, n: i32, stride: i32): i32 {
  for (let start = 0; start < n; start += BLOCK) {
    const end = min(start + BLOCK, n);
    for (let i = start; i < n; i++) {
      const rowI = address(a, i * stride);
      const last = min(i, end - 1);
      for (let j = start; j <= last; j++) {
        const rowJ = address(a, j * stride);
        const rest = at(rowI, j) - dot(address(rowI, start), address(rowJ, start), j - start);
        if (i !== j) {
          put(rowI, j, rest / at(rowJ, j));
        } else {
          if (!(rest > 0)) return i + 1;
          put(rowI, i, Math.sqrt(rest));
        }
      }
    }
    if (end < n) subtractOuterProduct(a, n, stride, start, end);
  }
  return 0;
}

/** Two rows by four columns at a time; what lies above the diagonal is overwritten with nothing of meaning. */
function subtractOuterProduct(a: usize, n: i32, stride: i32, start: i32, end: i32): void {
  const bytes = (<usize>(end - start)) << 3;
  const step = (<usize>stride) << 3;
  for (let i = end; i < n; i += 2) {
    const hasSecond = i + 1 < n;
    const p = address(a, i * stride + start);
    const q = hasSecond ? p + step : p;
    for (let j = end; j <= i + 1 && j < n; j += 4) {
      const b0 = address(a, j * stride + start);
      const b1 = j + 1 < n ? b0 + step : b0;
      const b2 = j + 2 < n ? b0 + 2 * step : b0;
      const b3 = j + 3 < n ? b0 + 3 * step : b0;
      let p0 = f64x2.splat(0);
      let p1 = p0;
      let p2 = p0;
      let p3 = p0;
      let q0 = p0;
      let q1 = p0;
      let q2 = p0;
      let q3 = p0;
      for (let o: usize = 0; o < bytes; o += 16) {
        const u = v128.load(p + o);
        const v = v128.load(q + o);
        let w = v128.load(b0 + o);
        p0 = multiplyAdd(u, w, p0);
        q0 = multiplyAdd(v, w, q0);
        w = v128.load(b1 + o);
        p1 = multiplyAdd(u, w, p1);
        q1 = multiplyAdd(v, w, q1);
        w = v128.load(b2 + o);
        p2 = multiplyAdd(u, w, p2);
        q2 = multiplyAdd(v, w, q2);
        w = v128.load(b3 + o);
        p3 = multiplyAdd(u, w, p3);
        q3 = multiplyAdd(v, w, q3);
      }
      subtractFour(address(a, i * stride + j), n - j, p0, p1, p2, p3);
      if (hasSecond) subtractFour(address(a, (i + 1) * stride + j), n - j, q0, q1, q2, q3);
    }
  }
}

/** Subtracts up to four sums from consecutive entries. */
function subtractFour(to: usize, room: i32, s0: v128, s1: v128, s2: v128, s3: v128): void {
  put(to, 0, at(to, 0) - laneSum(s0));
  if (room > 1) put(to, 1, at(to, 1) - laneSum(s1));
  if (room > 2) put(to, 2, at(to, 2) - laneSum(s2));
  if (room > 3) put(to, 3, at(to, 3) - laneSum(s3));
}

/** Overwrites b with the solution of LLᵀz = b. */
export function choleskySolveInPlace(l: usize, n: i32, stride: i32, b: usize): void {
  for (let i = 0; i < n; i++) {
    const row = address(l, i * stride);
    put(b, i, (at(b, i) - dot(row, b, i)) / at(row, i));
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = address(l, i * stride);
    const z = at(b, i) / at(row, i);
    put(b, i, z);
    for (let k = 0; k < i; k++) put(b, k, at(b, k) - at(row, k) * z);
  }
}

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
