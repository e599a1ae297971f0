import type { Column } from "../numeric/column.js";
import { type ProductVelocityModel, type VelocityPass, velocityField } from "./velocity-model.js";

/** Rows handled together: their field and cotangent stay in the cache. */
const BLOCK = 256;

/**
 * Passes of v = c(effect)·d(cause). With cotangents a, b, e of v, ∂v/∂effect and ∂v/∂cause, a row's derivative is
 * a·d + e·d′ by c, b·d by c′, a·c + b·c′ by d, and e·c by d′.
 *
 * @cost O(n·K) a pass for K parameters
 */
export function productPass(
  { effectSpline, causeSpline }: Pick<ProductVelocityModel, "effectSpline" | "causeSpline">,
  cause: Column,
  effect: Column,
): VelocityPass {
  const [p, q] = [effectSpline.size, causeSpline.size];
  const [c, slopeOfC] = [new Float64Array(p), new Float64Array(p)];
  const [d, slopeOfD] = [new Float64Array(q), new Float64Array(q)];
  const [link, dLink, drive, dDrive] = Array.from({ length: 4 }, () => new Float64Array(BLOCK));
  return (theta, loss, gradient) => {
    for (let from = 0; from < cause.length; from += BLOCK) {
      const rows = Math.min(BLOCK, cause.length - from);
      const [field, cotangent] = [velocityField(rows), velocityField(rows)];
      for (let i = 0; i < rows; i++) {
        effectSpline.evaluateInto(effect[from + i], c, slopeOfC);
        causeSpline.evaluateInto(cause[from + i], d, slopeOfD);
        [link[i], dLink[i], drive[i], dDrive[i]] = [0, 0, 0, 0];
        for (let k = 0; k < p; k++) {
          link[i] += theta[k] * c[k];
          dLink[i] += theta[k] * slopeOfC[k];
        }
        for (let k = 0; k < q; k++) {
          drive[i] += theta[p + k] * d[k];
          dDrive[i] += theta[p + k] * slopeOfD[k];
        }
        field.v[i] = link[i] * drive[i];
        field.dvDEffect[i] = dLink[i] * drive[i];
        field.dvDCause[i] = link[i] * dDrive[i];
      }
      loss(from, field, cotangent);
      for (let i = 0; i < rows; i++) {
        effectSpline.evaluateInto(effect[from + i], c, slopeOfC);
        causeSpline.evaluateInto(cause[from + i], d, slopeOfD);
        const byLink = cotangent.v[i] * drive[i] + cotangent.dvDCause[i] * dDrive[i];
        const byLinkSlope = cotangent.dvDEffect[i] * drive[i];
        const byDrive = cotangent.v[i] * link[i] + cotangent.dvDEffect[i] * dLink[i];
        const byDriveSlope = cotangent.dvDCause[i] * link[i];
        for (let k = 0; k < p; k++) gradient[k] += byLink * c[k] + byLinkSlope * slopeOfC[k];
        for (let k = 0; k < q; k++) gradient[p + k] += byDrive * d[k] + byDriveSlope * slopeOfD[k];
      }
    }
  };
}
