import { causeSpline, type SplineOptions } from "./cause-spline.js";
import { linearVelocityModel } from "./linear-velocity-model.js";
import { splinePieces } from "./spline.js";
import type { LinearVelocityModel, VelocityClass } from "./velocity-model.js";

/**
 * Location-scale noise, effect = m(cause) + e^{h(cause)} ε: v = a(cause) + b(cause)·effect with two splines.
 *
 * This is the whole class: b = ḣ, and m is the solution of ṁ − b·m = a, so the nonlinear-looking
 * ṁ + ḣ(y − m) of the paper is linear in (a, b) and has one exact fit.
 * @paper tab:examples (LSNM)
 * @deviates docs/decisions/0003-spline-velocities.md: splines fitted exactly in place of trained networks
 */
export function lsnmVelocity(options: SplineOptions = {}): VelocityClass<LinearVelocityModel> {
  const name = "v-lsnm";
  const flow = "global";
  return {
    name,
    flow,
    modelFor(cause) {
      const { spline, ridge } = causeSpline(cause, options);
      const k = spline.size;
      return linearVelocityModel({
        name,
        flow,
        parameterCount: 2 * k,
        ridge: ridge / (2 * k),
        basisInto(effect, at, out) {
          spline.evaluateInto(at, out.value, out.dCause);
          for (let j = 0; j < k; j++) {
            out.value[k + j] = out.value[j] * effect;
            out.dCause[k + j] = out.dCause[j] * effect;
            out.dEffect[j] = 0;
            out.dEffect[k + j] = out.value[j];
          }
        },
        affine: (theta) => ({
          offset: splinePieces(spline, theta.subarray(0, k)),
          slope: splinePieces(spline, theta.subarray(k)),
        }),
      });
    },
  };
}
