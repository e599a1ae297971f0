import type { Column } from "../numeric/column.js";
import type { Kernel } from "./kernel.js";
import type { ScoreEstimate } from "./score-estimator.js";

/** Scores at weighted nodes that stand for the sample: a sum over its rows is the weighted sum over the nodes. */
export interface SteinNodes {
  readonly nodes: readonly Column[];
  readonly weights: Column;
  readonly scores: readonly Column[];
  readonly bandwidth: Float64Array;
  readonly kernel: Kernel;
  readonly ridge: number;
}

/**
 * The Stein estimate anywhere: s(z) = (b(z) − k(z, X)S)/λ, which equals S at the rows, and its derivatives in closed
 * form.
 *
 * @cost d·(number of nodes) per point
 */
export function steinFunction(given: SteinNodes): Pick<ScoreEstimate, "at" | "jacobianAt"> {
  const { nodes, weights, scores, bandwidth, kernel, ridge } = given;
  const d = nodes.length;
  const n = weights.length;
  const offset = new Float64Array(d);
  const slope = new Float64Array(d);
  const gradient = new Float64Array(d);
  const jacobian = new Float64Array(d * d);
  return {
    at(points) {
      const out = nodes.map(() => new Float64Array(points[0].length));
      for (let p = 0; p < points[0].length; p++) {
        for (let k = 0; k < n; k++) {
          for (let j = 0; j < d; j++) offset[j] = points[j][p] - nodes[j][k];
          const value = kernel.value(offset, bandwidth);
          kernel.slopeInto(offset, bandwidth, value, slope);
          for (let j = 0; j < d; j++) out[j][p] += weights[k] * (slope[j] - value * scores[j][k]);
        }
        for (let j = 0; j < d; j++) out[j][p] /= ridge;
      }
      return out;
    },
    jacobianAt(points) {
      const out = Array.from({ length: d * d }, () => new Float64Array(points[0].length));
      for (let p = 0; p < points[0].length; p++) {
        for (let k = 0; k < n; k++) {
          for (let j = 0; j < d; j++) offset[j] = points[j][p] - nodes[j][k];
          const value = kernel.value(offset, bandwidth);
          kernel.gradientInto(offset, bandwidth, value, gradient);
          kernel.slopeJacobianInto(offset, bandwidth, value, jacobian);
          for (let i = 0; i < d; i++) {
            for (let j = 0; j < d; j++) {
              const term = jacobian[i * d + j] - gradient[j] * scores[i][k];
              out[i * d + j][p] += (weights[k] * term) / ridge;
            }
          }
        }
      }
      return out;
    },
  };
}
