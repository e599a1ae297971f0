/**
 * A function of one variable that is a polynomial between breaks. The first and the last piece extend to infinity;
 * without breaks it is one polynomial.
 */
export interface PiecewisePolynomial {
  /** Where pieces meet, strictly increasing; piece j lies right of breaks[j − 1] and left of breaks[j]. */
  readonly breaks: Float64Array;
  /** Piece j is a polynomial in t − origins[j]: its left end, for the first piece its right end. */
  readonly origins: Float64Array;
  readonly degree: number;
  /** Row-major, degree + 1 coefficients a piece, the constant first. */
  readonly coefficients: Float64Array;
}

/** Wraps rows of coefficients, one row per piece, constant first. */
export function piecewisePolynomial(
  breaks: ArrayLike<number>,
  pieces: readonly ArrayLike<number>[],
): PiecewisePolynomial {
  if (pieces.length !== breaks.length + 1) {
    throw new RangeError(`piecewisePolynomial: ${pieces.length} pieces; expected ${breaks.length + 1}`);
  }
  const degree = Math.max(0, ...pieces.map((piece) => piece.length - 1));
  const coefficients = new Float64Array(pieces.length * (degree + 1));
  pieces.forEach((piece, j) => {
    coefficients.set(Array.from(piece), j * (degree + 1));
  });
  const origins = Float64Array.from(pieces, (_, j) => (breaks.length === 0 ? 0 : breaks[Math.max(0, j - 1)]));
  return { breaks: Float64Array.from(breaks), origins, degree, coefficients };
}

/** The piece that holds t; a break belongs to the piece on its right. @cost O(log breaks) */
export function pieceAt({ breaks }: PiecewisePolynomial, t: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (t < breaks[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Value of one piece's polynomial at t, which may lie outside the piece. */
export function pieceValue(p: PiecewisePolynomial, piece: number, t: number): number {
  const offset = t - p.origins[piece];
  const first = piece * (p.degree + 1);
  let value = p.coefficients[first + p.degree];
  for (let k = p.degree - 1; k >= 0; k--) value = value * offset + p.coefficients[first + k];
  return value;
}

export function piecewiseValue(p: PiecewisePolynomial, t: number): number {
  return pieceValue(p, pieceAt(p, t), t);
}

/** Coefficients of one piece's polynomial in t − origin, the constant first (Horner's scheme, repeated). */
export function recentered(p: PiecewisePolynomial, piece: number, origin: number): Float64Array {
  const first = piece * (p.degree + 1);
  const shifted = p.coefficients.slice(first, first + p.degree + 1);
  const by = origin - p.origins[piece];
  for (let k = 0; k < p.degree; k++) {
    for (let j = p.degree - 1; j >= k; j--) shifted[j] += by * shifted[j + 1];
  }
  return shifted;
}

/** A continuous antiderivative, exact up to rounding; 0 at the first break, or at 0 if there is none. */
export function antiderivative(p: PiecewisePolynomial): PiecewisePolynomial {
  const degree = p.degree + 1;
  const pieces = p.origins.length;
  const coefficients = new Float64Array(pieces * (degree + 1));
  const integral = { breaks: p.breaks, origins: p.origins, degree, coefficients };
  for (let j = 0; j < pieces; j++) {
    for (let k = 0; k <= p.degree; k++) {
      coefficients[j * (degree + 1) + k + 1] = p.coefficients[j * (p.degree + 1) + k] / (k + 1);
    }
    // Piece 1 starts where piece 0 ends, at the common origin; each later piece starts where the one before it ends.
    if (j > 1) coefficients[j * (degree + 1)] = pieceValue(integral, j - 1, p.breaks[j - 1]);
  }
  return integral;
}

/** A bound on |p| over a part of one piece: the sum of |coefficient|·|offset|ᵏ at its farther end. */
export function pieceBound(p: PiecewisePolynomial, piece: number, from: number, to: number): number {
  const reach = Math.max(Math.abs(from - p.origins[piece]), Math.abs(to - p.origins[piece]));
  const first = piece * (p.degree + 1);
  let bound = Math.abs(p.coefficients[first + p.degree]);
  for (let k = p.degree - 1; k >= 0; k--) bound = bound * reach + Math.abs(p.coefficients[first + k]);
  return bound;
}

/** Whether the function is 0 everywhere. */
export function isZero({ coefficients }: PiecewisePolynomial): boolean {
  return coefficients.every((coefficient) => coefficient === 0);
}
