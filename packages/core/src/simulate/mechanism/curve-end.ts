import { dormandPrince } from "../../flow/dormand-prince.js";

/** Error of a step, in units of the effect: far below what any estimate or grid sees. */
const TOLERANCE = 1e-7;

/**
 * Where the curve of a velocity that starts from the noise at cause 0 stands at a cause: φ_{0,x}(e), without the
 * derivatives that a density needs.
 *
 * @param velocity v(effect, cause), bounded or of linear growth in the effect, so that curves reach every cause
 * @cost one adaptive solve a call, 20 to 100 velocities     @throws RangeError where a curve leaves every bound
 */
export function curveEnd(
  velocity: (effect: number, cause: number) => number,
): (cause: number, noise: number) => number {
  const integrator = dormandPrince({ tolerance: TOLERANCE }).prepare({
    size: 1,
    derivativeInto(cause, state, out) {
      out[0] = velocity(state[0], cause);
    },
  });
  const state = new Float64Array(1);
  return (cause, noise) => {
    state[0] = noise;
    const { status, time } = integrator.integrate(state, 0, cause);
    if (status !== "arrived") throw new RangeError(`the curve of noise ${noise} ends at cause ${time}`);
    return state[0];
  };
}
