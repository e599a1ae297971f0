import { kept } from "../compute/memo.js";
import type { ComputeOptions } from "../compute/routines.js";
import type { PairDecision } from "../decide/decide.js";
import { checkedPair, type Pair } from "../pair/pair.js";
import { subsample } from "../pair/resample.js";
import { standardize } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { seededRng } from "../primitives/random.js";
import { hsicTail, kernelSpectrum } from "../statistics/hsic-tail.js";
import { normalScoreHsic, normalScoreKernel } from "../statistics/normal-score-kernel.js";

/** How much two columns depend on each other, whichever drives the other. */
export interface Dependence {
  /**
   * From 0 to 1: the correlation, without its sign, of jointly normal columns that depend on each other as much. It is
   * also above 0 where the effect rises and falls.
   */
  readonly strength: number;
  /** Probability of at least this much dependence if the columns are independent and so are the rows. */
  readonly tail: number;
}

/** From more rows, which only a given `maxRows` asks for, this many are drawn. */
const MOST_ROWS = 1_000_000;

/**
 * The dependence of the columns, at the rows behind a decision.
 *
 * @param decision what `decide` made of this pair     @cost O(n log n), nearly nothing after the default with its memo
 */
export function pairDependence(pair: Pair, decision: PairDecision, compute: ComputeOptions = {}): Dependence {
  const { seed, options } = decision;
  const most = Math.min(options.maxRows, MOST_ROWS);
  const { x, y } = standardize(subsample(checkedPair(pair), most, seededRng(seed).split("subsample")));
  const prepared = (column: Column) => {
    // The key under which the default method keeps the same kernel.
    const kernel = kept(compute, "normal-score kernel", [column], () => normalScoreKernel(column, compute));
    return { kernel, spectrum: kept(compute, "normal-score spectrum", [column], () => kernelSpectrum(kernel)) };
  };
  const [ofX, ofY] = [prepared(x), prepared(y)];
  const [rows, statistic] = [x.length, normalScoreHsic(ofX.kernel, ofY.kernel)];
  const byChance = (sumOf(ofX.spectrum) * sumOf(ofY.spectrum)) / (rows - 1);
  return {
    strength: correlationWithHsic(statistic - byChance),
    tail: hsicTail(statistic, rows, ofX.spectrum, ofY.spectrum),
  };
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Halvings of the interval from 0 to 1, to 10⁻⁹. */
const HALVINGS = 30;

/**
 * The correlation ρ ≥ 0 of a bivariate normal whose columns have this HSIC, with kernels of their standard deviation:
 * HSIC(ρ) = 1/√(9 − 4ρ²) − 2/√(9 − ρ²) + 1/3, which rises from 0 to 0.073 at ρ = 1.
 */
export function correlationWithHsic(statistic: number): number {
  if (!(statistic > 0)) return 0;
  let [low, high] = [0, 1];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (normalHsic(middle) < statistic) low = middle;
    else high = middle;
  }
  return high;
}

function normalHsic(correlation: number): number {
  const square = correlation * correlation;
  return 1 / Math.sqrt(9 - 4 * square) - 2 / Math.sqrt(9 - square) + 1 / 3;
}
