import { withDisplayNames } from "../pair/display-names.js";
import type { Pair } from "../pair/pair.js";
import { FEWEST_HALVES, subsample } from "../pair/resample.js";
import { MINIMUM_ROWS } from "../pair/standardize.js";
import { InputError, whereUsable, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import type { Rng } from "../primitives/random.js";
import { type ScoreChoice, scoreEstimator } from "../score/pair-scores.js";

/** Refits behind the bands of one pair. */
export const HALVES = 20;
/** Twenty-one fits of so many rows take seconds. */
export const COMFORTABLE_ROWS = 20_000;

/**
 * The rows behind an answer with bands, drawn if there are more than `maxRows`. Their names differ, as sentences need it.
 *
 * @throws InputError `too-few-rows`
 */
export function halvableRows(pair: Pair, maxRows: number, rng: Rng): Pair {
  const drawn = subsample(withDisplayNames(pair), maxRows, rng.split("subsample"));
  const { x, names } = drawn;
  if (x.length >= 2 * MINIMUM_ROWS) return drawn;
  throw new InputError({
    code: "too-few-rows",
    place: `columns "${names.x}" and "${names.y}"`,
    value: `${x.length} usable rows`,
    expected: `at least ${2 * MINIMUM_ROWS}, for bands come from halves`,
    remedy: "Collect more rows.",
  });
}

/** What is measured on each random half; halves that cannot be fitted are left out. */
export function onHalves<T>(drawn: Pair, rng: Rng, measure: (half: Pair) => T): T[] {
  const size = Math.floor(drawn.x.length / 2);
  return Array.from({ length: HALVES }, (_, k) => rng.split(`half ${k}`)).flatMap((half) =>
    whereUsable(() => measure(subsample(drawn, size, half))),
  );
}

/** @throws InputError `wrong-option` */
export function checkFitOptions(score: ScoreChoice, seed: number, maxRows: number): void {
  scoreEstimator(score);
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0 to 2^53 - 1");
  if (!(Number.isSafeInteger(maxRows) && maxRows >= 2 * MINIMUM_ROWS)) {
    throw wrongOption("maxRows", maxRows, `a whole number of at least ${2 * MINIMUM_ROWS}`);
  }
}

/** Where bands rest on fewer halves than usual, or on none. */
export function fewHalves(usable: number): Finding[] {
  if (usable === HALVES) return [];
  const bands = usable < FEWEST_HALVES ? "there is no band" : `bands rest on the other ${usable}`;
  return [
    {
      code: "too-few-levels",
      severity: "warn",
      value: HALVES - usable,
      sentence: `In ${HALVES - usable} of ${HALVES} random halves a column has too few values to fit; ${bands}.`,
      advice: "",
    },
  ];
}
