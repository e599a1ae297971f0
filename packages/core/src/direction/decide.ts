import { inspect } from "../data/inspect.js";
import { checkedPair, type Pair } from "../data/pair.js";
import { subsample } from "../data/resample.js";
import { MINIMUM_ROWS, standardize } from "../data/standardize.js";
import type { Warning } from "../data/warning.js";
import { InputError } from "../errors/input-error.js";
import { wrongOption } from "../errors/wrong-option.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import { seededRng } from "../numeric/rng.js";
import { basisMethod } from "./basis-method.js";
import type { Decision } from "./decision.js";
import type { DirectionMethod, MethodEntry, MethodOptions, MethodSettings } from "./direction-method.js";
import { methods } from "./registry.js";

/** The method behind a plain `decide`. */
export const DEFAULT_METHOD = "default";

export interface DecideOptions extends MethodOptions, ComputeOptions {
  /** A name from `methods`, or a method of one's own from `methodOf`; with option basis, "basis". */
  readonly method?: string | MethodEntry | undefined;
  /** Non-negative integer; the same seed gives the same bytes. */
  readonly seed?: number | undefined;
  /** From a pair with more rows, this many are drawn without replacement; by default what the method can do in seconds. */
  readonly maxRows?: number | undefined;
}

/** A decision and all it depends on. */
export interface PairDecision extends Decision {
  readonly method: string;
  readonly options: MethodSettings & { readonly maxRows: number };
  readonly seed: number;
  readonly names: Pair["names"];
}

/**
 * Which of two columns drives the other: the whole way from a pair to a verdict.
 *
 * @throws InputError for a pair or an option that cannot be used
 */
export function decide(pair: Pair, options: DecideOptions = {}): PairDecision {
  const { entry, settings, method, seed, maxRows } = chosenMethod(options);
  const rng = seededRng(seed);
  const checked = checkedPair(pair);
  const drawn = subsample(checked, maxRows, rng.split("subsample"));
  const decision = method.decide(standardize(drawn), rng.split(entry.name), seed);
  return {
    ...decision,
    warnings: [
      ...checked.warnings,
      ...inspect(checked, decision.rows.used),
      ...subsampleWarning(checked, drawn),
      ...decision.warnings,
    ],
    method: entry.name,
    options: { ...settings, maxRows },
    seed,
    names: checked.names,
  };
}

/** What options come to: the method made with all its settings, the seed and the most rows. */
export interface ChosenMethod {
  readonly entry: MethodEntry;
  readonly settings: MethodSettings;
  readonly method: DirectionMethod;
  readonly seed: number;
  readonly maxRows: number;
}

/** The options of `decide`, checked and completed before there is a pair. @throws InputError as `decide` for options */
export function chosenMethod(options: DecideOptions = {}): ChosenMethod {
  const {
    method: chosen = options.basis === undefined ? DEFAULT_METHOD : basisMethod.name,
    seed = 0,
    routines,
    memoryLimit,
    memo,
    ...rest
  } = options;
  const { maxRows: wantedRows, ...methodOptions } = rest;
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0 to 2^53 - 1");
  if (memoryLimit !== undefined && !(memoryLimit > 0)) throw wrongOption("memoryLimit", memoryLimit, "bytes, above 0");
  const entry = methodEntry(chosen);
  const settings = completeOptions(entry, methodOptions);
  const method = entry.create(settings, { routines, memoryLimit, memo });
  const maxRows = wantedRows ?? method.comfortableRows;
  if (!(Number.isSafeInteger(maxRows) && maxRows >= MINIMUM_ROWS)) {
    throw wrongOption("maxRows", maxRows, `a whole number of at least ${MINIMUM_ROWS}`);
  }
  return { entry, settings, method, seed, maxRows };
}

/** The method of that name; a method itself is returned. @throws InputError `unknown-method` */
export function methodEntry(chosen: string | MethodEntry): MethodEntry {
  if (typeof chosen === "object" && typeof chosen?.create === "function") return chosen;
  const entry = methods.find((method) => method.name === chosen);
  if (entry) return entry;
  throw new InputError({
    code: "unknown-method",
    place: "option method",
    value: typeof chosen === "string" ? `"${chosen}"` : String(chosen),
    expected: `one of ${methods.map((method) => method.name).join(", ")}`,
    remedy: "The list of methods says what each assumes.",
  });
}

function completeOptions(entry: MethodEntry, given: MethodOptions): MethodSettings {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [key, value] of defined) {
    if (Object.hasOwn(entry.defaults, key)) continue;
    const known = [...Object.keys(entry.defaults), "method", "seed", "maxRows", "memoryLimit"];
    const others = methods.filter(({ defaults }) => Object.hasOwn(defaults, key)).map(({ name }) => name);
    const elsewhere = others.length > 0 ? `; methods that have ${key}: ${listed(others)}` : "";
    throw wrongOption(key, value, `one of the options of ${entry.name}: ${known.join(", ")}${elsewhere}`);
  }
  return { ...entry.defaults, ...Object.fromEntries(defined) };
}

function subsampleWarning(pair: Pair, drawn: Pair): Warning[] {
  if (drawn === pair) return [];
  return [
    {
      code: "subsampled",
      message: `${drawn.x.length} of ${pair.x.length} rows were drawn at random; option maxRows sets how many.`,
    },
  ];
}

/** The first few of many names. */
function listed(names: readonly string[]): string {
  const most = 4;
  return names.slice(0, most).join(", ") + (names.length > most ? " and others" : "");
}
