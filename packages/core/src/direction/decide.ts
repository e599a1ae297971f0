import { inspect } from "../data/inspect.js";
import type { Pair } from "../data/pair.js";
import { subsample } from "../data/resample.js";
import { MINIMUM_ROWS, standardize } from "../data/standardize.js";
import type { Warning } from "../data/warning.js";
import { InputError } from "../errors/input-error.js";
import { seededRng } from "../numeric/rng.js";
import type { Decision } from "./decision.js";
import type { MethodEntry, MethodOptions } from "./direction-method.js";
import { methods } from "./registry.js";
import { wrongOption } from "./velocity-method.js";

/** The method behind a plain `decide`. */
export const DEFAULT_METHOD = "v-lsnm";
/** The dense score estimate costs n³: 2,000 rows take about 3 seconds, 5,000 about 40. */
export const DEFAULT_MAX_ROWS = 2000;

export interface DecideOptions extends MethodOptions {
  readonly method?: string;
  /** Non-negative integer; the same seed gives the same bytes. */
  readonly seed?: number;
  /** From a pair with more rows, this many are drawn without replacement. */
  readonly maxRows?: number;
}

/** A decision and all it depends on. */
export interface PairDecision extends Decision {
  readonly method: string;
  readonly options: Readonly<Required<MethodOptions>> & { readonly maxRows: number };
  readonly seed: number;
  readonly names: Pair["names"];
}

/**
 * Which of two columns drives the other: the whole way from a pair to a verdict.
 *
 * @throws InputError for a pair or an option that cannot be used
 */
export function decide(pair: Pair, options: DecideOptions = {}): PairDecision {
  const { method: name = DEFAULT_METHOD, seed = 0, maxRows = DEFAULT_MAX_ROWS, ...methodOptions } = options;
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0 to 2^53 - 1");
  if (!(Number.isSafeInteger(maxRows) && maxRows >= MINIMUM_ROWS)) {
    throw wrongOption("maxRows", maxRows, `a whole number of at least ${MINIMUM_ROWS}`);
  }
  const entry = methodEntry(name);
  const settings = completeOptions(entry, methodOptions);
  const method = entry.create(settings);
  const rng = seededRng(seed);
  const drawn = subsample(pair, maxRows, rng.split("subsample"));
  const decision = method.decide(standardize(drawn), rng.split(name));
  return {
    ...decision,
    warnings: [...pair.warnings, ...inspect(pair), ...subsampleWarning(pair, drawn), ...decision.warnings],
    method: name,
    options: { ...settings, maxRows },
    seed,
    names: pair.names,
  };
}

/** @throws InputError `unknown-method` */
export function methodEntry(name: string): MethodEntry {
  const entry = methods.find((method) => method.name === name);
  if (entry) return entry;
  throw new InputError({
    code: "unknown-method",
    place: "option method",
    value: `"${name}"`,
    expected: `one of ${methods.map((method) => method.name).join(", ")}`,
    remedy: "causal-velocity methods says what each assumes.",
  });
}

function completeOptions(entry: MethodEntry, given: MethodOptions): Required<MethodOptions> {
  for (const key of Object.keys(given)) {
    if (key in entry.defaults) continue;
    throw wrongOption(
      key,
      given[key as keyof MethodOptions],
      `an option of ${entry.name}: ${Object.keys(entry.defaults)}`,
    );
  }
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...entry.defaults, ...Object.fromEntries(defined) };
}

function subsampleWarning(pair: Pair, drawn: Pair): Warning[] {
  if (drawn === pair) return [];
  return [
    {
      code: "subsampled",
      message:
        `${drawn.x.length} of ${pair.x.length} rows were drawn at random, because the exact score estimate needs ` +
        "time in the cube of the rows; --max-rows sets how many.",
    },
  ];
}
