import type { ComputeOptions, Routines } from "@causal-velocity/core/compute/routines.js";
import { measuresOf as coreMeasuresOf, type Measures } from "@causal-velocity/core/decide/measure-pair.js";
import { fitBoth as coreFitBoth, type FitOptions, type VelocityFit } from "@causal-velocity/core/fit/fit-velocity.js";
import {
  fitLocationScale as coreFitLocationScale,
  type LocationScaleClass,
  type LocationScaleFit,
} from "@causal-velocity/core/fit/location-scale.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import type { StandardPair } from "@causal-velocity/core/pair/standardize.js";
import { type Column, requireColumns } from "@causal-velocity/core/primitives/columns.js";
import { kde as coreKde, type KdeOptions } from "@causal-velocity/core/score/kde.js";
import { medianDistance as coreMedianDistance } from "@causal-velocity/core/score/kernel.js";
import type { PairScores, ScoreEstimator } from "@causal-velocity/core/score/pair-scores.js";
import { stein as coreStein, type SteinOptions } from "@causal-velocity/core/score/stein.js";
import { steinCv as coreSteinCv } from "@causal-velocity/core/score/stein-cv.js";
import { kernelEntropy as coreKernelEntropy } from "@causal-velocity/core/statistics/entropy.js";
import { hsicFeatures as coreHsicFeatures, type HsicFeatures } from "@causal-velocity/core/statistics/hsic.js";
import type { VelocityClass } from "@causal-velocity/core/velocity/velocity-model.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { onBestRoutines } from "./library.js";

// Parts of the model on the fastest routines of the runtime; option `routines` takes others.

/** The Stein gradient estimator of scores ∇ log p, in linear time with the Gaussian kernel: the paper's default. */
export function stein(options: SteinOptions = {}): ScoreEstimator {
  return coreStein(onBestRoutines(options));
}

/** Scores by kernel density estimates, the paper's second estimator. @cost O(n²) */
export function kde(options: KdeOptions = {}): ScoreEstimator {
  return coreKde(onBestRoutines(options));
}

/** Stein scores whose ridge and bandwidth are chosen by score matching on held-out rows. */
export function steinCv(options: ComputeOptions = {}): ScoreEstimator {
  return coreSteinCv(onBestRoutines(options));
}

/** Fits a velocity class to the scores of a pair, once for each direction. A lower loss `gof` is better. */
export function fitBoth(
  velocity: VelocityClass,
  pair: StandardPair,
  scores: PairScores,
  options: FitOptions = {},
): Readonly<Record<Direction, VelocityFit>> {
  requireColumns({ x: pair?.x, y: pair?.y, jointX: scores?.jointX });
  return coreFitBoth(velocity, pair, scores, onBestRoutines(options));
}

/** Regression of location and scale of an effect on splines of its cause, with noise of any distribution. */
export function fitLocationScale(
  cause: Column,
  effect: Column,
  size: LocationScaleClass,
  compute: ComputeOptions = {},
): LocationScaleFit {
  requireColumns({ cause, effect });
  return coreFitLocationScale(cause, effect, size, onBestRoutines(compute));
}

/** What the default method measures of a pair before it weighs the evidence, in both directions. */
export function measuresOf(pair: Pair, compute: ComputeOptions = {}): Measures {
  return coreMeasuresOf(pair, onBestRoutines(compute));
}

/** A column's Gaussian kernel in features, from which `hsic` of two columns follows in linear time. */
export function hsicFeatures(column: Column, bandwidth: number, compute: ComputeOptions = {}): HsicFeatures {
  requireColumns({ column });
  return coreHsicFeatures(column, bandwidth, onBestRoutines(compute));
}

/** Differential entropy of a column in nats, by a kernel density estimate. */
export function kernelEntropy(column: Column, compute: ComputeOptions = {}): number {
  requireColumns({ column });
  return coreKernelEntropy(column, onBestRoutines(compute));
}

/** Median distance between two rows of a column: the bandwidth of score estimates. */
export function medianDistance(column: Column, routines: Routines = bestRoutines()): number {
  requireColumns({ column });
  return coreMedianDistance(column, routines);
}
