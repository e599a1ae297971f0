import { exp } from "../../numeric/elementary.js";
import type { DrivingVelocity } from "./flow-mechanism.js";

/**
 * v = e^{−y²}: strong near zero effect, none in the tails. The text of the paper prints e^{y^{−2}}, which is singular at 0;
 * e^{−y²} gives the skews of its caption.
 *
 * @paper fig:parametrization
 */
export function exponentialVelocity(): DrivingVelocity {
  return {
    name: "exponential velocity",
    into(y, _, out) {
      out.v = exp(-y * y);
      out.dEffect = -2 * y * out.v;
      out.dEffectEffect = (4 * y * y - 2) * out.v;
      out.dCause = 0;
    },
  };
}
