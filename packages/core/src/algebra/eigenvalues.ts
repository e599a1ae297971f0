/** Sweeps after which what is left off the diagonal is rounding: Jacobi's method converges quadratically, six do. */
const MOST_SWEEPS = 30;
/** Squares off the diagonal, as a share of all squares, that are rounding. */
const SMALLEST_SHARE = 1e-30;

/**
 * Eigenvalues of a symmetric matrix, the largest first, by Jacobi's rotations: each makes one pair of entries off the
 * diagonal 0.
 *
 * @param matrix row-major, of `size` rows and columns; not changed     @cost O(size³), six sweeps or so
 */
export function eigenvalues(matrix: Float64Array, size: number): Float64Array {
  const a = matrix.slice();
  diagonalize(a, size);
  return Float64Array.from({ length: size }, (_, i) => a[i * size + i])
    .sort()
    .reverse();
}

/**
 * Eigenvalues of a symmetric matrix, the smallest first, with eigenvectors of length 1.
 *
 * @param matrix row-major, of `size` rows and columns; not changed     @cost O(size³), six sweeps or so
 */
export function symmetricEigen(
  matrix: Float64Array,
  size: number,
): { readonly values: Float64Array; readonly vectors: readonly Float64Array[] } {
  const a = matrix.slice();
  const turned = new Float64Array(size * size);
  for (let i = 0; i < size; i++) turned[i * size + i] = 1;
  diagonalize(a, size, turned);
  const order = Array.from({ length: size }, (_, i) => i).sort((i, j) => a[i * size + i] - a[j * size + j]);
  return {
    values: Float64Array.from(order, (i) => a[i * size + i]),
    vectors: order.map((i) => Float64Array.from({ length: size }, (_, k) => turned[k * size + i])),
  };
}

/** Makes a symmetric matrix diagonal by rotations, which are applied to the columns of `turned` as well. */
function diagonalize(a: Float64Array, size: number, turned?: Float64Array): void {
  let total = 0;
  for (const value of a) total += value * value;
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let off = 0;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) off += 2 * a[p * size + q] * a[p * size + q];
    if (!(off > SMALLEST_SHARE * total)) break;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, size, p, q, turned);
  }
}

/** Turns the plane of p and q by the angle that makes their entry 0. */
function rotate(a: Float64Array, size: number, p: number, q: number, turned?: Float64Array): void {
  const entry = a[p * size + q];
  if (entry === 0) return;
  const ratio = (a[q * size + q] - a[p * size + p]) / (2 * entry);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  for (let k = 0; k < size; k++) {
    const [ap, aq] = [a[k * size + p], a[k * size + q]];
    a[k * size + p] = cosine * ap - sine * aq;
    a[k * size + q] = sine * ap + cosine * aq;
  }
  for (let k = 0; k < size; k++) {
    const [pa, qa] = [a[p * size + k], a[q * size + k]];
    a[p * size + k] = cosine * pa - sine * qa;
    a[q * size + k] = sine * pa + cosine * qa;
  }
  if (!turned) return;
  for (let k = 0; k < size; k++) {
    const [tp, tq] = [turned[k * size + p], turned[k * size + q]];
    turned[k * size + p] = cosine * tp - sine * tq;
    turned[k * size + q] = sine * tp + cosine * tq;
  }
}
