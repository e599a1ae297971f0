import { cos } from "./elementary.js";

/** Points in (−1, 1) and weights of a quadrature rule. */
export interface Quadrature {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** Newton's method doubles its digits each round; Tricomi's start has three. */
const NEWTON_ROUNDS = 5;

/**
 * Gauss and Legendre's rule with q nodes: ∫₋₁¹ f ≈ Σ w·f(node), exact for polynomials of degree 2q − 1.
 *
 * Nodes are the roots of the Legendre polynomial P_q, weights 2/((1 − t²) P_q′(t)²).
 * @cost O(q²)
 */
export function gaussLegendre(q: number): Quadrature {
  const nodes = new Float64Array(q);
  const weights = new Float64Array(q);
  for (let i = 0; i < q; i++) {
    let t = -cos((Math.PI * (i + 0.75)) / (q + 0.5));
    let slope = 0;
    for (let round = 0; round < NEWTON_ROUNDS; round++) {
      let [before, value] = [1, t];
      for (let k = 2; k <= q; k++) [before, value] = [value, ((2 * k - 1) * t * value - (k - 1) * before) / k];
      slope = (q * (before - t * value)) / (1 - t * t);
      t -= value / slope;
    }
    nodes[i] = t;
    weights[i] = 2 / ((1 - t * t) * slope * slope);
  }
  return { nodes, weights };
}
