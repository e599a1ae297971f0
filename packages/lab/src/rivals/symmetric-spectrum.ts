import type { Matrix } from "@causal-velocity/core/primitives/columns.js";
import { hypot } from "@causal-velocity/core/primitives/elementary.js";

/** A symmetric matrix A = UΛUᵀ, and one vector in its eigenvectors. */
interface SymmetricSpectrum {
  /** Λ, in no particular order. */
  readonly values: Float64Array;
  /** Uᵀ·vector: the component of the vector along each eigenvector. */
  readonly coordinates: Float64Array;
}

/** Two or three steps isolate an eigenvalue; this many mean that the matrix contains NaN. */
const STEPS_PER_VALUE = 60;

/**
 * Eigenvalues of a symmetric matrix and the coordinates of one vector among its eigenvectors.
 *
 * Householder reflections to tridiagonal form, then implicit QR steps with Wilkinson's shift. Rotating one vector
 * instead of all of U makes the second part quadratic. Eigenvalues are good to rounding of the largest one.
 * @cost 4/3·k³ multiplications and additions, 8·k² bytes; reads both triangles
 */
export function symmetricSpectrum({ data, rows: k }: Matrix, vector: Float64Array): SymmetricSpectrum {
  const coordinates = vector.slice();
  const { diagonal, offDiagonal } = tridiagonalize(data.slice(), k, coordinates);
  let norm = 0;
  for (let i = 0; i < k; i++) norm = Math.max(norm, Math.abs(diagonal[i]) + Math.abs(offDiagonal[i]));
  const negligible = Number.EPSILON * norm;
  let last = k - 1;
  for (let step = 0; last > 0 && step < STEPS_PER_VALUE * k; step++) {
    if (Math.abs(offDiagonal[last - 1]) <= negligible) {
      last -= 1;
      continue;
    }
    let first = last - 1;
    while (first > 0 && Math.abs(offDiagonal[first - 1]) > negligible) first -= 1;
    shiftedStep(diagonal, offDiagonal, coordinates, first, last);
  }
  return { values: diagonal, coordinates };
}

/** Reflects column after column onto the neighbor of the diagonal; overwrites `a` and reflects `vector` too. */
function tridiagonalize(a: Float64Array, k: number, vector: Float64Array) {
  const diagonal = new Float64Array(k);
  const offDiagonal = new Float64Array(k);
  const normal = new Float64Array(k);
  const image = new Float64Array(k);
  for (let j = 0; j < k; j++) {
    diagonal[j] = a[j * k + j];
    if (j === k - 1) break;
    let square = 0;
    for (let i = j + 1; i < k; i++) {
      normal[i] = a[i * k + j];
      square += normal[i] * normal[i];
    }
    const length = Math.sqrt(square);
    offDiagonal[j] = normal[j + 1] > 0 ? -length : length;
    normal[j + 1] -= offDiagonal[j];
    // |normal|² after the first entry has changed.
    const normSquare = 2 * (square + length * Math.abs(a[(j + 1) * k + j]));
    if (!(normSquare > 0)) continue;
    reflectBothSides(a, k, j + 1, normal, 2 / normSquare, image);
    let dot = 0;
    for (let i = j + 1; i < k; i++) dot += normal[i] * vector[i];
    for (let i = j + 1; i < k; i++) vector[i] -= (2 / normSquare) * dot * normal[i];
  }
  return { diagonal, offDiagonal };
}

/** A ← HAH on rows and columns from `start` on, H = I − factor·normal·normalᵀ. */
function reflectBothSides(
  a: Float64Array,
  k: number,
  start: number,
  normal: Float64Array,
  factor: number,
  image: Float64Array,
): void {
  let dot = 0;
  for (let i = start; i < k; i++) {
    let sum = 0;
    for (let c = start; c < k; c++) sum += a[i * k + c] * normal[c];
    image[i] = factor * sum;
    dot += normal[i] * image[i];
  }
  for (let i = start; i < k; i++) image[i] -= 0.5 * factor * dot * normal[i];
  for (let i = start; i < k; i++) {
    for (let c = start; c < k; c++) a[i * k + c] -= normal[i] * image[c] + image[i] * normal[c];
  }
}

/** One implicit QR step on the unreduced block first..last: a rotation starts a bulge, the others chase it out. */
function shiftedStep(
  diagonal: Float64Array,
  offDiagonal: Float64Array,
  vector: Float64Array,
  first: number,
  last: number,
): void {
  const corner = offDiagonal[last - 1];
  const half = (diagonal[last - 1] - diagonal[last]) / 2;
  const root = hypot(half, corner);
  const shift = diagonal[last] - (corner * corner) / (half + (half < 0 ? -root : root));
  let along = diagonal[first] - shift;
  let bulge = offDiagonal[first];
  for (let i = first; i < last; i++) {
    const length = hypot(along, bulge);
    const c = length > 0 ? along / length : 1;
    const s = length > 0 ? bulge / length : 0;
    if (i > first) offDiagonal[i - 1] = length;
    const [p, q, r] = [diagonal[i], offDiagonal[i], diagonal[i + 1]];
    diagonal[i] = c * c * p + 2 * c * s * q + s * s * r;
    diagonal[i + 1] = s * s * p - 2 * c * s * q + c * c * r;
    offDiagonal[i] = c * s * (r - p) + (c * c - s * s) * q;
    const v = vector[i];
    vector[i] = c * v + s * vector[i + 1];
    vector[i + 1] = c * vector[i + 1] - s * v;
    if (i === last - 1) return;
    along = offDiagonal[i];
    bulge = s * offDiagonal[i + 1];
    offDiagonal[i + 1] *= c;
  }
}
