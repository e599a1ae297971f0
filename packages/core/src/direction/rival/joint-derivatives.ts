import type { StandardPair } from "../../data/standardize.js";
import type { ComputeOptions } from "../../numeric/compute-options.js";
import { type CountedDistances, medianOfPlaneDistances } from "../../numeric/plane-distance.js";
import { type SteinCurvature, steinCurvature } from "../../score/stein-curvature.js";

/** η: on the diagonal of a kernel matrix that is divided by its bandwidth. */
const RIDGE = 1e-3;

/**
 * First and second derivatives of the joint log density at the rows, as SCORE and NoGAM estimate them: one bandwidth
 * for both columns, the median distance of the points in the plane.
 *
 * @param counted distances behind the median; where more than half of `all` are 0, the `nonzero` ones
 */
export function jointDerivatives(
  { x, y }: StandardPair,
  counted: CountedDistances,
  compute: ComputeOptions,
): SteinCurvature {
  const bandwidth = medianOfPlaneDistances(x, y, counted) || medianOfPlaneDistances(x, y, "nonzero");
  return steinCurvature([x, y], bandwidth, RIDGE * bandwidth, compute);
}
