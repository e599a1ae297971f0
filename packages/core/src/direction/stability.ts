import { checkedPair, type Pair } from "../data/pair.js";
import { subsample } from "../data/resample.js";
import { MINIMUM_ROWS } from "../data/standardize.js";
import { InputError } from "../errors/input-error.js";
import { seededRng } from "../numeric/rng.js";
import { type DecideOptions, decide, type PairDecision } from "./decide.js";
import type { Verdict } from "./decision.js";

/** How a decision stands up to other rows. */
export interface Stability {
  /** Share of the halves with the verdict of all rows. */
  readonly share: number;
  /** How many halves came to each verdict. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Rows of each half. */
  readonly rows: number;
}

/** Random halves that are decided: their share is then good to ten points. */
const HALVES = 20;

/**
 * Decides random halves of the rows, drawn without replacement, everything refitted, and counts who agrees.
 *
 * Agreement is not the chance to be right, and more than that of two fresh samples: halves share rows with each other
 * and with the whole. Where nothing can be told and a verdict is forced, three in four halves should agree with the whole
 * (E Φ(|z|) for a normal z), and one in two fresh samples.
 * @param decision what `decide` made of this pair with these options
 * @cost 20 decisions of half the rows     @throws InputError `too-few-rows`
 */
export function stability(pair: Pair, decision: PairDecision, options: DecideOptions = {}): Stability {
  const checked = checkedPair(pair);
  const rows = Math.floor(Math.min(decision.options.maxRows, checked.x.length) / 2);
  if (rows < MINIMUM_ROWS) throw tooFewRows(rows);
  const rng = seededRng(decision.seed).split("halves");
  const verdicts: Record<Verdict, number> = { "x->y": 0, "y->x": 0, "cannot-tell": 0 };
  for (let k = 0; k < HALVES; k++) {
    const half = subsample(checked, rows, rng.split(String(k)));
    verdicts[decide(half, { ...options, maxRows: undefined }).verdict] += 1;
  }
  return { share: verdicts[decision.verdict] / HALVES, verdicts, rows };
}

function tooFewRows(rows: number): InputError {
  return new InputError({
    code: "too-few-rows",
    place: "stability",
    value: `halves of ${rows} rows`,
    expected: `at least ${MINIMUM_ROWS} rows a half`,
    remedy: "Decide without it: so few rows cannot be halved.",
  });
}
