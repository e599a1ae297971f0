import {
  type LocationScaleProblem,
  type LocationScaleSolution,
  type OrderedSplines,
  REGRESSION,
} from "@causal-velocity/core/compute/location-scale-fit.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import type { Wasm } from "./wasm-instance.js";

/** Vectors may run this far over the end of a column. */
const SPARE = 8;

/** Regression of location and scale; see assembly/location-scale.ts. */
export function fitLocationScale(wasm: Wasm, problem: LocationScaleProblem): LocationScaleSolution {
  const { cause, effect, location, scale } = problem;
  const n = cause.length;
  const placeColumn = (column: Column): number => {
    const at = wasm.room(n + SPARE);
    wasm.view(at, n).set(column);
    return at;
  };
  const placeSplines = ({ size, breaks, starts, cubics }: OrderedSplines): number =>
    wasm.place(Float64Array.of(size, breaks.length - 1, ...breaks, ...starts, ...cubics));
  const [causeAt, effectAt] = [placeColumn(cause), placeColumn(effect)];
  const [locationAt, scaleAt] = [placeSplines(location), scale ? placeSplines(scale) : 0];
  const [coefficientsAt, scaleCoefficientsAt] = [wasm.room(location.size), wasm.room(scale?.size ?? 0)];
  const noiseAt = wasm.room(n + SPARE);
  const meanLogScale = wasm.locationScale(
    n,
    causeAt,
    effectAt,
    locationAt,
    scaleAt,
    REGRESSION.locationRidge,
    REGRESSION.scaleRidge,
    REGRESSION.locationFits,
    REGRESSION.scoringSteps,
    REGRESSION.largestSquare,
    REGRESSION.reach,
    REGRESSION.wideReach,
    REGRESSION.smallestVariance,
    coefficientsAt,
    scaleCoefficientsAt,
    noiseAt,
  );
  if (Number.isNaN(meanLogScale)) throw new RangeError(`wasm location-scale: no fit of ${n} rows`);
  return {
    locationCoefficients: wasm.copyOut(coefficientsAt, location.size),
    scaleCoefficients: wasm.copyOut(scaleCoefficientsAt, scale?.size ?? 0),
    noise: wasm.copyOut(noiseAt, n),
    meanLogScale,
  };
}
