import { causeSpline, type SplineOptions } from "./cause-spline.js";
import { linearVelocityModel } from "./linear-velocity-model.js";
import { splinePieces } from "./spline.js";
import type { LinearVelocityModel, VelocityClass } from "./velocity-model.js";

/**
 * Additive noise, effect = m(cause) + ε: v = ṁ(cause), a spline in the cause and free of the effect.
 *
 * @paper tab:examples (ANM)
 * @deviates docs/decisions/0003-spline-velocities.md: a spline fitted exactly in place of a trained network
 */
export function anmVelocity(options: SplineOptions = {}): VelocityClass<LinearVelocityModel> {
  const name = "v-anm";
  const flow = "global";
  return {
    name,
    flow,
    modelFor(cause) {
      const { spline, ridge } = causeSpline(cause, options);
      return linearVelocityModel({
        name,
        flow,
        parameterCount: spline.size,
        ridge: ridge / spline.size,
        basisInto(_, at, out) {
          spline.evaluateInto(at, out.value, out.dCause);
          out.dEffect.fill(0);
        },
        affine: (theta) => ({
          offset: splinePieces(spline, theta),
          slope: splinePieces(spline, new Float64Array(spline.size)),
        }),
      });
    },
  };
}
