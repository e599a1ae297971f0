import { requireFinite } from "../pair/pair.js";
import { type Column, requireColumns } from "../primitives/columns.js";
import type { CurveEnd } from "./curve-follower.js";
import { type FlowOptions, followerOf, type Velocity } from "./flow.js";

/** One observation, and the values of the cause to move it to. */
export interface CurveRequest {
  readonly effect: number;
  readonly from: number;
  /** Values of the cause, in any order, on either side of `from`. */
  readonly grid: Column;
}

/** What the effect of one observation would have been, for each value of the cause. */
export interface CausalCurve {
  /** The observation the curve passes through. */
  readonly start: { readonly effect: number; readonly cause: number };
  /** The grid of the request. */
  readonly cause: Column;
  /** φ_{from→cause}(effect), NaN where the curve has ended. */
  readonly effect: Column;
  /** log ∂φ_{from→cause}/∂effect. */
  readonly logJacobian: Column;
  /** Where the curve ends below and above `from`, if that is inside the grid. */
  readonly ends: { readonly below?: CurveEnd; readonly above?: CurveEnd };
}

/**
 * The causal curve through one observation, evaluated on a grid: x' ↦ φ_{x→x'}(y).
 *
 * @paper eq:scm_flow, sec:dynamical (causal curve)
 * @cost two solves with dense output, or a closed form a grid point
 * @throws InputError `not-finite`
 */
export function causalCurve(velocity: Velocity, request: CurveRequest, options: FlowOptions = {}): CausalCurve {
  requireColumns({ grid: request?.grid });
  const { effect, from, grid } = request;
  requireFinite(Float64Array.of(effect), "effect");
  requireFinite(Float64Array.of(from), "from");
  requireFinite(grid, "grid");
  const follower = followerOf(velocity, options);
  const order = Uint32Array.from(grid, (_, i) => i).sort((a, b) => grid[a] - grid[b]);
  const below = order.filter((i) => grid[i] < from).reverse();
  const above = order.filter((i) => grid[i] >= from);
  const curve = { effect: new Float64Array(grid.length), logJacobian: new Float64Array(grid.length) };
  const trace = (places: Uint32Array): CurveEnd | undefined => {
    const side = { effect: new Float64Array(places.length), logJacobian: new Float64Array(places.length) };
    const end = follower.follow(
      effect,
      from,
      Float64Array.from(places, (i) => grid[i]),
      side,
      0,
    );
    places.forEach((i, k) => {
      curve.effect[i] = side.effect[k];
      curve.logJacobian[i] = side.logJacobian[k];
    });
    return end;
  };
  const [endBelow, endAbove] = [trace(below), trace(above)];
  const ends = { ...(endBelow && { below: endBelow }), ...(endAbove && { above: endAbove }) };
  return { start: { effect, cause: from }, cause: grid, ...curve, ends };
}

/** The two densities that, with a velocity, make a structural model: the cause's, and the effect's at one cause. */
export interface ModelLogDensities {
  /** log p(cause). */
  cause(cause: number): number;
  /** log p(effect | the cause where the curve starts): the log density of the noise. */
  noise(effect: number): number;
}

/**
 * log p(cause, effect) at the points of a causal curve.
 *
 * log p(x, y(x)) = log p(x) + log p(y(x₀) | x₀) + log |∂φ_{x→x₀}/∂y|, with x₀ where the curve starts: the noise term is
 * the same all along the curve, and the last one is minus the curve's own `logJacobian`.
 * @paper eqn:logjointdecomposition, eqn:totaldx (its derivative: s_cause − ∂v/∂effect)
 */
export function logDensityAlongCurve(curve: CausalCurve, logDensity: ModelLogDensities): Column {
  requireColumns({ cause: curve?.cause });
  const noise = logDensity.noise(curve.start.effect);
  return curve.cause.map((cause, i) => logDensity.cause(cause) + noise - curve.logJacobian[i]);
}
