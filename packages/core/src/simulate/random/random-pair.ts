import { wrongOption } from "../../errors/wrong-option.js";
import { type Rng, seededRng } from "../../numeric/rng.js";
import { type CausalSample, pairOf } from "../sample-model.js";
import type { SimulatedPair } from "../simulated-pair.js";
import { directedSample } from "./directed-sample.js";
import { familyNamed } from "./families.js";
import { type RandomKind, randomKind } from "./random-kind.js";
import { roundedColumns } from "./rounded-columns.js";
import { standardLaw } from "./standard-law.js";
import { commonCauseSample, independentSample, linearSample } from "./undirected-sample.js";

const ROWS = 1000;

/** What of a random pair is not left to chance. A `family`, left out of calibration or not, makes the pair directed. */
export interface RandomPairOptions extends Partial<RandomKind> {
  /** Rows; default 1,000. */
  readonly n?: number;
  /** Which column is the cause. The columns stay the same, and only exchange their places. */
  readonly direction?: "x->y" | "y->x";
}

/** A pair and the kind it is of. Where a column is rounded nothing is known of the pair's density. */
export interface RandomPair extends SimulatedPair, RandomKind {}

/**
 * A pair from a broad prior, for calibration: what share of verdicts of a given confidence is right?
 *
 * `randomKind` has the shares, docs/calibration-kit.md the families and laws; x is the cause in every other pair. Columns
 * are not standardized. A pure function of seed and options. Every choice has a stream of its own: fixing one leaves the
 * others as they were, and without rounding fewer rows are the first rows of more.
 * @cost 1 to 30 µs a row, by family, and 10 ms for a `monotone` law     @throws InputError `wrong-option`
 */
export function randomPair(seed: number, options: RandomPairOptions = {}): RandomPair {
  const { n = ROWS, direction, ...fixed } = options;
  if (!(Number.isSafeInteger(n) && n >= 1)) throw wrongOption("n", n, "a whole number of rows from 1");
  const rng = seededRng(seed).split("random pair");
  const kind = randomKind(rng, fixed);
  const sample = sampleOf(kind, n, rng);
  const coin = rng.split("direction").uniform() < 0.5 ? "y->x" : "x->y";
  const swapped = (direction ?? coin) === "y->x";
  return { ...pairOf("random", kind.rounded ? roundedColumns(sample, rng.split("grids")) : sample, swapped), ...kind };
}

function sampleOf({ relation, family, causeLaw, noiseLaw }: RandomKind, n: number, rng: Rng): CausalSample {
  const laws = {
    cause: standardLaw(causeLaw, rng.split("law of the cause")),
    noise: standardLaw(noiseLaw, rng.split("law of the noise")),
  };
  switch (relation) {
    case "independent":
      return independentSample(laws, n, rng);
    case "linear-gaussian":
      return linearSample(laws, n, rng);
    case "common-cause":
      return commonCauseSample(laws, standardLaw(noiseLaw, rng.split("law of the other noise")), n, rng);
    case "directed":
      return directedSample(familyNamed(family), laws, n, rng);
  }
}
