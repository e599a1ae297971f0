import { exp } from "../../numeric/elementary.js";
import type { DrivingVelocity } from "./flow-mechanism.js";

/** √(2/e): the largest slope of e^{−y²}, at y = √½. */
const STEEPEST = 0.8577638849607068;

/**
 * v = e^{−y²}: strong near zero effect, none in the tails. The text of the paper prints e^{y^{−2}}, which is singular at 0;
 * e^{−y²} gives the skews of its caption.
 *
 * @paper fig:parametrization
 */
export function exponentialVelocity(): DrivingVelocity {
  return {
    name: "exponential velocity",
    steepness: STEEPEST,
    into(y, _, out) {
      out.v = exp(-y * y);
      out.dEffect = -2 * y * out.v;
      out.dEffectEffect = (4 * y * y - 2) * out.v;
      out.dCause = 0;
    },
  };
}
