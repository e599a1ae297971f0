import { InputError } from "../errors/input-error.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { type LeastSquaresRows, leastSquares } from "../numeric/least-squares.js";
import { type BasisPoint, basisPoint, type LinearVelocityModel } from "../velocity/velocity-model.js";
import type { Oriented } from "./orient.js";

/** Parameters and how well the data determine them. */
export interface Parameters {
  readonly theta: Float64Array;
  /** Directions of theta that the data determine; the others are 0 (minimum norm). */
  readonly rank: number;
}

/**
 * Minimizes the goodness of fit over a class that is linear in its parameters: exact, no seed, no learning rate.
 *
 * With v = Σ a_k Φ_k the residual is b − A·a, b = s_cause − s_cause(joint), A = ∂Φ/∂effect + Φ·s_effect(joint).
 * @paper eqn:loss_est (18), sec:velocity:discovery step 2
 * @cost O(n·K²) time for K parameters, O(n + K²) memory
 * @throws InputError `wrong-basis` where a basis function has no value at a row
 * @deviates docs/decisions/0002-exact-fit.md: exact least squares instead of 100 steps of Adam
 */
export function fitLinear(model: LinearVelocityModel, at: Oriented, compute: ComputeOptions = {}): Parameters {
  const k = model.parameterCount;
  const point = basisPoint(k);
  const equations: LeastSquaresRows = {
    rows: at.cause.length,
    cols: k,
    rowInto(i, out) {
      model.basisInto(at.effect[i], at.cause[i], point);
      for (let j = 0; j < k; j++) {
        out[j] = point.dEffect[j] + point.value[j] * at.jointEffect[i];
        if (!(Math.abs(out[j]) <= LARGEST_ENTRY)) throw noValue(model, j, point, at, i);
      }
      return at.scoreCause[i] - at.jointCause[i];
    },
  };
  const { coefficients: theta, rank } = leastSquares(equations, model.ridge, compute.routines);
  return { theta, rank };
}

/** The sum of a million squares of this is still a number. */
const LARGEST_ENTRY = 1e150;

function noValue(
  { terms }: LinearVelocityModel,
  term: number,
  point: BasisPoint,
  { effect, cause }: Oriented,
  row: number,
): InputError {
  const [value, slope] = [point.value[term], point.dEffect[term]];
  const place = `cause ${cause[row].toPrecision(3)}, effect ${effect[row].toPrecision(3)}`;
  return new InputError({
    code: "wrong-basis",
    place: `basis function ${terms ? `"${terms[term]}"` : term + 1}`,
    value: `${value}, with slope ${slope} in the effect, at ${place}`,
    expected: `numbers below ${LARGEST_ENTRY} at every row, in either direction`,
    remedy: "Cause and effect are standardized, and so negative in about half of the rows: choose a function for all.",
  });
}
