import type { LeastSquaresProblem, LeastSquaresTriangle } from "../algebra/least-squares.js";
import type { Column, Matrix } from "../primitives/columns.js";
import { wrongOption } from "../primitives/errors.js";
import type { ChannelSummary, ConvolutionNetwork } from "./convolution-pass.js";
import type { KernelSums } from "./kernel-sums.js";
import type { LocationScaleProblem, LocationScaleSolution } from "./location-scale-fit.js";
import type { Memo } from "./memo.js";
import { plainRoutines } from "./plain-routines.js";

/** A Gaussian Stein problem in units of the bandwidths: points u, kernel exp(−|u − u′|²/2). */
export interface SteinProblem {
  /** One or two columns of equal length. */
  readonly points: readonly Column[];
  /** λ on the diagonal of the Gram matrix. */
  readonly ridge: number;
  /** Largest trace of what the low-rank factor leaves out: an upper bound of its norm. */
  readonly tolerance: number;
  /** The coarse setting: faster, with a larger error. */
  readonly fast: boolean;
  /** Bytes the solution may take. */
  readonly memoryLimit: number;
}

/**
 * A score function as a weighted sum over nodes: any sum over the points, Σ f(u_i), is Σ weights·f(node). If the nodes
 * are the points themselves, the weights are 1.
 */
export interface SteinSolution {
  /** Scores at the points, per bandwidth. */
  readonly atRows: readonly Column[];
  readonly nodes: readonly Column[];
  readonly weights: Column;
  readonly scoresAtNodes: readonly Column[];
  readonly rank: number;
}

/** Scores to check against the equation they should solve, at some rows. */
export interface SteinCheck {
  readonly points: readonly Column[];
  readonly scores: readonly Column[];
  readonly ridge: number;
  readonly rows: Uint32Array;
}

export type KernelName = "gaussian" | "exponential";

/** Sums of a kernel over all pairs of points, in units of the bandwidths. */
export interface KernelSumProblem {
  /** exp(−d²/2) or exp(−d/2) at a distance of d. */
  readonly kernel: KernelName;
  /** One or two columns of equal length. */
  readonly points: readonly Column[];
  /** Bytes the sums may take. */
  readonly memoryLimit: number;
}

/** A column whose rows are each left out of the kernel density that they are judged by. */
export interface LogDensityProblem {
  /** Ascending, in bandwidths. */
  readonly places: Column;
  /** The least sum of kernels that a row is given. */
  readonly lonely: number;
}

/** A column whose Gaussian kernel is wanted as scalar products. */
export interface FeatureProblem {
  /** In units of the bandwidth. */
  readonly column: Column;
  /** Largest trace of what the features leave out of the kernel matrix. */
  readonly tolerance: number;
  /** Bytes the features may take. */
  readonly memoryLimit: number;
}

/** Points of the plane that are shared out among the points of a grid. */
export interface GridProblem {
  /** Places along the rows and along the columns of the grid, in distances of grid points: at least 0. */
  readonly points: readonly [Column, Column];
  /** Size of the grid: ten more than the largest place. */
  readonly rows: number;
  readonly cols: number;
}

/** Rows in the plane of two columns, whose distance is the larger of those along both. */
export interface NearGroupsProblem {
  /** Ascending. */
  readonly u: Column;
  /** Between 0 and 1. */
  readonly v: Column;
  /** How many times as near the k-th nearest row must be as the next to count. */
  readonly times: number;
}

/** A block of rows as columns of equal length. */
export type RowBlock = readonly Column[];

/**
 * Fully connected networks, tanh after every layer but the last, and a loss of their outputs.
 *
 * A layer from p to q numbers has p·q weights, those of its first input first, then q offsets; theta holds the layers
 * one after the other. The result for each output is its jet: the value, then the first derivatives by the inputs, then
 * the second ones (not the mixed ones), up to `order`.
 */
export interface NetworkProblem {
  /** Number of inputs, of units in each hidden layer, of outputs. */
  readonly widths: readonly number[];
  /** Networks of this shape with the same inputs; theta holds one after the other. */
  readonly networks: number;
  readonly order: 0 | 1 | 2;
  readonly theta: Float64Array;
  /** One column for each input. */
  readonly inputs: readonly Column[];
  /**
   * Called for each block of rows, which starts at row `from`. `jets` holds a column for each part of each output's
   * jet, the first network first. If a gradient is wanted, write the loss's derivatives by them to all of `cotangents`.
   * The columns are valid until it returns. It must not call routines itself.
   */
  atRows(from: number, jets: RowBlock, cotangents: RowBlock): void;
  /** The loss's derivatives by theta are added to this; if it is left out, only jets are computed. */
  readonly gradient?: Float64Array | undefined;
}

/** How far a routine came before it ran out of memory. */
export interface MemoryExceeded {
  readonly memoryExceeded: true;
  /** Trace of what was left out when the memory ran out. */
  readonly trace: number;
}

/**
 * The heavy computations. Two implementations: plain TypeScript (`plainRoutines`, readable, runs anywhere) and SIMD
 * WebAssembly. The same contract test runs over both; results agree to the stated tolerances, bandwidths and
 * convolutions to the bit.
 */
export interface Routines {
  readonly name: "js" | "wasm";
  /** Median of the non-zero distances, to the bit; NaN if there are none. */
  medianOfDistances(column: Column): number;
  /** An ascending copy of finite numbers. */
  sorted(column: Column): Column;
  /** The rows in ascending order of their finite numbers; rows with equal ones in their own order. */
  ascendingOrder(column: Column): Uint32Array;
  /** For each k from 1 to 5, the number of rows whose k-th nearest other is `times` as near as the next, to the bit. */
  nearGroups(problem: NearGroupsProblem): Float64Array;
  /**
   * What each point of a grid gets of points that are shared out by B-splines of degree 9: a point counts as (9!)² in
   * all, its place as the first of the ten rows and columns that get some.
   */
  gridShares(problem: GridProblem): Matrix;
  /** Stein scores by a low-rank factor of the Gram matrix. */
  solveStein(problem: SteinProblem): SteinSolution | MemoryExceeded;
  /**
   * ((K + λI)S − B)/λ at the given rows, from all points and without any factor: since (K + λI)⁻¹ is at most 1/λ, its
   * norm bounds the scores' error. One column for each column of scores.
   */
  steinResidual(check: SteinCheck): readonly Column[];
  /** Rows up to which `kernelSums` of two columns takes seconds, and up to which it is done at all. */
  readonly kernelSumRows: Readonly<Record<KernelName, { readonly comfortable: number; readonly most: number }>>;
  /** Kernel sums and slopes at finite points, good to 10⁻¹¹ of the sum. @throws InputError `memory-exceeded` */
  kernelSums(problem: KernelSumProblem): KernelSums;
  /** Mean over the rows of ln max(Σ exp(−d²/2) over the other rows, lonely), good to 10⁻⁹. */
  meanLogDensity(problem: LogDensityProblem): number;
  /**
   * Rows f_k with Σ_k f_k(i)f_k(j) ≈ exp(−(u_i − u_j)²/2), which the caller may change.
   *
   * @throws InputError `memory-exceeded`
   */
  gaussianFeatures(problem: FeatureProblem): readonly Column[];
  /**
   * Sums over the rows of products of 1 and the first features in closed form of the kernel exp(−d²/2), for two columns
   * of scores that are about normal: a matrix of count + 1 rows and columns.
   */
  hermiteProducts(a: Column, b: Column, count: number): Matrix;
  /** Scalar products of every row of one set with every row of another, all of equal length. */
  products(a: readonly Column[], b: readonly Column[]): Matrix;
  /** Regression of location and scale on splines of the cause. */
  fitLocationScale(problem: LocationScaleProblem): LocationScaleSolution;
  /** Householder's triangle of a least-squares problem, in one pass over its rows. */
  triangularize(problem: LeastSquaresProblem): LeastSquaresTriangle;
  /** Approximate multiplications and additions per second of `networkPass`. */
  readonly networkSpeed: number;
  /** One pass of networks over rows: jets, and back from a loss to its gradient. */
  networkPass(problem: NetworkProblem): void;
  /** A convolutional network on one image, `planes` planes of size × size numbers; the same bits from both. */
  convolutionPass(network: ConvolutionNetwork, picture: Int16Array): ChannelSummary;
}

/**
 * Routines and memory of a computation; they change its speed, not its answer beyond about 10⁻⁹ (10⁻⁵ for scores
 * of accuracy `fast`, which the default method uses).
 */
export interface ComputeOptions {
  readonly routines?: Routines | undefined;
  /** Bytes one estimate may take. */
  readonly memoryLimit?: number | undefined;
  /** Shares results between several decisions on one pair; see `columnMemo`. */
  readonly memo?: Memo | undefined;
}

const DEFAULT_MEMORY = 1e9;

/** The options with defaults: plain TypeScript, 1 GB. @throws InputError `wrong-option` */
export function computeOptions({ routines = plainRoutines, memoryLimit = DEFAULT_MEMORY }: ComputeOptions): {
  readonly routines: Routines;
  readonly memoryLimit: number;
} {
  requireCompute({ routines, memoryLimit });
  return { routines, memoryLimit };
}

/** Checks options of callers without types. @throws InputError `wrong-option` */
export function requireCompute({ routines, memoryLimit, memo }: ComputeOptions): void {
  if (memoryLimit !== undefined && !(typeof memoryLimit === "number" && memoryLimit > 0)) {
    throw wrongOption("memoryLimit", memoryLimit, "a positive number of bytes");
  }
  if (routines !== undefined && typeof routines?.medianOfDistances !== "function") {
    throw wrongOption("routines", routines, "bestRoutines() or plainRoutines");
  }
  if (memo !== undefined && typeof memo !== "function") throw wrongOption("memo", memo, "what columnMemo() returns");
}
