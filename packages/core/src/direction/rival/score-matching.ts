import type { ComputeOptions } from "../../numeric/compute-options.js";
import { meanAndSd } from "../../numeric/mean-and-sd.js";
import type { CostMethodAbout } from "../cost-method.js";
import { compareCosts } from "../decision.js";
import type { DirectionMethod } from "../direction-method.js";
import { jointDerivatives } from "./joint-derivatives.js";

/**
 * SCORE: for additive Gaussian noise ∂²log p/∂effect² is the constant −1/σ², so the column along which the curvature of
 * the log density varies less is the effect. Cost of a direction: the curvature's variance along its effect, 1/sd⁴.
 *
 * DAS differs in how it prunes edges, of which a pair has one: for two columns it is the same.
 * @paper sec:appendix:scorebasedanm (∂_y s_y = −σ⁻²)     @reference Rolland et al. 2022; Montagna et al. 2023 (DAS)
 * @param asPublished the bandwidth of the first program, whose median counts zero distances, and the divisor n − 1
 */
export function scoreMatchingMethod(
  { name, comfortableRows, rounding }: CostMethodAbout,
  asPublished: boolean,
  compute: ComputeOptions,
): DirectionMethod {
  return {
    name,
    comfortableRows,
    decide(pair) {
      const { curvature } = jointDerivatives(pair, asPublished ? "all" : "nonzero", compute);
      const n = pair.x.length;
      const [alongX, alongY] = curvature.map((column) => {
        const { sd } = meanAndSd(column);
        return (sd * sd * n) / (asPublished ? n - 1 : n);
      });
      return { ...compareCosts({ "x->y": alongY, "y->x": alongX }, 0, rounding), rows: pair.rows, warnings: [] };
    },
  };
}
