import { columnMemo } from "../compute/memo.js";
import { type ComputeOptions, requireCompute } from "../compute/routines.js";
import { byRole } from "../fit/orient.js";
import { inspect } from "../pair/inspect.js";
import { checkedPair, type Pair } from "../pair/pair.js";
import { subsample } from "../pair/resample.js";
import type { RowGroups } from "../pair/row-groups.js";
import { MINIMUM_ROWS, standardize } from "../pair/standardize.js";
import { nearestName } from "../primitives/did-you-mean.js";
import { grouped, InputError, option, requireOptions, text, valueWords, wrongOption } from "../primitives/errors.js";
import { distinctFindings, type Finding } from "../primitives/finding.js";
import { seededRng } from "../primitives/random.js";
import {
  type DecideGivenOptions,
  decideGiven,
  type GivenColumn,
  type GivenSummary,
  givenColumns,
} from "./decide-given.js";
import {
  type Decision,
  type DirectionMethod,
  type MethodEntry,
  type MethodOptions,
  type MethodSettings,
  takesOption,
  type Verdict,
} from "./decision.js";
import {
  type ClustersSummary,
  type GroupsSummary,
  gatedByClusters,
  groupsSummary,
  oneRowEach,
  withinGroupsDecision,
} from "./dependent-rows.js";
import { methods } from "./methods.js";
import { withoutTies } from "./ties.js";
import { basisMethod } from "./velocity-method.js";

/** The method behind a plain `decide`. */
export const DEFAULT_METHOD = "default";

/** Options of `decide`: the method and its options, seed, rows, routines. */
export interface DecideOptions extends MethodOptions, ComputeOptions {
  /** A name from `methods`, or a method itself, such as a rival or one from `methodOf`; with option basis, "basis". */
  readonly method?: string | MethodEntry | undefined;
  /** The methods that can be chosen by name: by default the velocity methods and "default". */
  readonly methods?: readonly MethodEntry[] | undefined;
  /** Non-negative integer; the same seed gives the same bytes. */
  readonly seed?: number | undefined;
  /**
   * Columns that are known beside the pair, one number for each of its rows: the direction is then decided given them,
   * by the default method's likelihood alone. By default those of the pair, if it has some.
   */
  readonly given?: readonly GivenColumn[] | undefined;
  /** From a pair with more rows, this many are drawn without replacement; by default what the method can do in seconds. */
  readonly maxRows?: number | undefined;
}

/** A decision and all it depends on. */
export interface PairDecision extends Decision {
  /** The name of the column that drives the other, by the verdict; absent with `cannot-tell`. */
  readonly cause?: string;
  /** The name of the column that is driven. */
  readonly effect?: string;
  readonly method: string;
  /** What conditioning rests on, of a decision given other columns. */
  readonly given?: GivenSummary;
  /** Of a decision within groups. */
  readonly groups?: GroupsSummary;
  /** Of a decision about repeated measurements. */
  readonly clusters?: ClustersSummary;
  readonly options: MethodSettings & { readonly maxRows: number };
  readonly seed: number;
  readonly names: Pair["names"];
  /** What was done to the table before. */
  readonly transformations?: Pair["transformations"];
}

/**
 * Which of two columns drives the other: the whole way from a pair to a verdict.
 *
 * @throws InputError for a pair or an option that cannot be used
 */
export function decide(pair: Pair, options: DecideOptions = {}): PairDecision {
  requireOptions(options);
  const known = knownColumns(pair, options);
  if (known.length > 0) return withRoles(decideGiven(checkedPair(pair), known, givenOptions(options)));
  if (pair?.clusters) return decideClusters(checkedPair(pair), pair.clusters, options);
  const { given: _, memo = columnMemo(), ...others } = options;
  const { routines } = options;
  const { entry, settings, method, seed, maxRows } = chosenMethod({ ...others, memo });
  const compute = { routines, memo };
  const checked = checkedPair(pair);
  const drawn = subsample(checked, maxRows, seededRng(seed).split("subsample"));
  const standard = standardize(drawn);
  const { x, y, names } = drawn;
  const swapped: Pair = { ...drawn, x: y, y: x, names: { x: names.y, y: names.x } };
  const all = withoutTies(
    method.decide(standard, seed),
    standard,
    () => method.decide(standardize(swapped), seed),
    compute,
  );
  const { groups } = drawn;
  const decision = groups ? withinGroupsDecision(all, groups, settings.abstain) : all;
  const marginOf = (part: Pair): number => method.decide(standardize(part), seed).margin;
  return withRoles({
    ...decision,
    ...(groups && { groups: groupsSummary(drawn, groups, decision.margin, marginOf) }),
    findings: distinctFindings([
      ...checked.findings,
      // The gate of this name says more than how many rows there are.
      ...inspect(checked, compute, decision.rows.used).filter(
        ({ code }) => code !== "few-rows" || decision.gate !== "few-rows",
      ),
      ...subsampleFinding(checked, drawn),
      ...decision.findings,
    ]),
    method: entry.name,
    options: { ...settings, maxRows },
    seed,
    names: checked.names,
    ...(checked.transformations && { transformations: checked.transformations }),
  });
}

/** A decision with the names of cause and effect, as its verdict has them. */
export function withRoles({ cause: _, effect: __, ...decision }: PairDecision): PairDecision {
  const { verdict, names } = decision;
  return verdict === "cannot-tell" ? decision : { ...decision, ...byRole(names, verdict) };
}

/** A decision on all rows, in which rows of one cluster are not taken for independent. */
function decideClusters(pair: Pair, clusters: RowGroups, options: DecideOptions): PairDecision {
  const { method = DEFAULT_METHOD, seed = 0 } = options;
  if (method !== DEFAULT_METHOD || options.basis !== undefined) {
    throw wrongOption("method", method, text`${DEFAULT_METHOD}, since ${option("cluster")} is set`);
  }
  const { clusters: _, ...plain } = pair;
  const single = oneRowEach(plain, clusters, seededRng(seed).split("clusters"));
  const alone = decide(single, { ...options, memo: undefined });
  // Rows of one cluster may follow each other; those of different ones were tested just now.
  const whole = decide(plain, { ...options, unordered: true });
  return withRoles({
    ...gatedByClusters(whole, alone, clusters),
    options: { ...whole.options, unordered: options.unordered ?? false },
    clusters: { name: clusters.name, count: clusters.count },
  });
}

/** The columns to decide given, unchecked; none if there are none. @throws InputError `wrong-option` */
export function knownColumns(pair: Pair, options: DecideOptions): readonly GivenColumn[] {
  const given = options.given ?? pair?.given ?? [];
  if (!Array.isArray(given)) throw wrongOption("given", given, "an array of columns with name and values");
  return given;
}

/** Options that a decision given other columns has; others are refused. @throws InputError `wrong-option` */
export function givenOptions(options: DecideOptions): DecideGivenOptions {
  const { method, methods: _, given: __, memo: ___, ...rest } = options;
  if (method !== undefined && method !== DEFAULT_METHOD) {
    throw wrongOption("method", method, text`${DEFAULT_METHOD}, since ${option("given")} is set`);
  }
  const known = ["abstain", "unordered", "seed", "maxRows", "routines", "memoryLimit"];
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined && !known.includes(key)) {
      throw wrongOption(key, value, text`none, since ${option("given")} is set`);
    }
  }
  return rest;
}

/** Options checked and completed: the method with all its settings, the seed and the most rows. */
export interface ChosenMethod {
  readonly entry: MethodEntry;
  readonly settings: MethodSettings;
  readonly method: DirectionMethod;
  readonly seed: number;
  readonly maxRows: number;
}

/** The options of `decide`, checked and completed before there is a pair. @throws InputError as `decide` for options */
export function chosenMethod(options: DecideOptions = {}): ChosenMethod {
  requireOptions(options);
  const {
    method: chosen = options.basis === undefined ? DEFAULT_METHOD : basisMethod.name,
    methods: known = methods,
    seed = 0,
    routines,
    memoryLimit,
    memo,
    ...rest
  } = options;
  const { maxRows: wantedRows, ...methodOptions } = rest;
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0 to 2^53 - 1");
  requireCompute({ routines, memoryLimit, memo });
  const entry = methodEntry(chosen, known);
  const settings = completeOptions(entry, methodOptions, known);
  const method = entry.create(settings, { routines, memoryLimit, memo });
  const maxRows = wantedRows === undefined ? method.comfortableRows : wantedRows;
  if (!(Number.isSafeInteger(maxRows) && maxRows >= MINIMUM_ROWS)) {
    throw wrongOption("maxRows", maxRows, `a whole number of at least ${MINIMUM_ROWS}`);
  }
  return { entry, settings, method, seed, maxRows };
}

/** The method of that name; a method itself is returned. @throws InputError `unknown-method` */
export function methodEntry(chosen: string | MethodEntry, known: readonly MethodEntry[] = methods): MethodEntry {
  if (typeof chosen === "object" && typeof chosen?.create === "function") return chosen;
  const entry = known.find((method) => method.name === chosen);
  if (entry) return entry;
  const names = known.map(({ name }) => name);
  const near = typeof chosen === "string" ? nearestName(chosen, names) : undefined;
  throw new InputError({
    code: "unknown-method",
    place: [option("method")],
    value: valueWords(chosen),
    expected: `one of ${names.join(", ")}`,
    remedy: `${near === undefined ? "" : `Did you mean "${near}"? `}${
      known === methods
        ? "Rivals and other methods are passed as they are: { method: methodNamed(name) }, from causal-velocity/lab."
        : "The list of methods says what each assumes."
    }`,
  });
}

function completeOptions(entry: MethodEntry, given: MethodOptions, methods: readonly MethodEntry[]): MethodSettings {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [key, value] of defined) {
    if (takesOption(entry, key, given)) continue;
    const own = [
      ...Object.keys(entry.defaults),
      ...(entry.optional?.(given) ?? []),
      "method",
      "seed",
      "maxRows",
      "memoryLimit",
    ];
    const others = methods.filter((method) => takesOption(method, key, {})).map(({ name }) => name);
    const elsewhere = others.length > 0 ? `; methods that have ${key}: ${listed(others)}` : "";
    const trained = takesOption(entry, key, { ...given, fit: "paper" })
      ? text`; ${option("fit")} "paper" has ${key} too`
      : "";
    const expected = text`one of the options of ${entry.name}: ${own.join(", ")}${trained}${elsewhere}`;
    throw wrongOption(key, value, expected);
  }
  return { ...entry.defaults, ...Object.fromEntries(defined) };
}

function subsampleFinding(pair: Pair, drawn: Pair): Finding[] {
  if (drawn === pair) return [];
  return [
    {
      code: "subsampled",
      severity: "note",
      value: drawn.x.length,
      sentence: `${grouped(drawn.x.length)} of ${grouped(pair.x.length)} rows were drawn at random.`,
      advice: text`Set ${option("maxRows")} to draw another number.`,
    },
  ];
}

/** The first few of many names. */
function listed(names: readonly string[]): string {
  const most = 4;
  return names.slice(0, most).join(", ") + (names.length > most ? " and others" : "");
}

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
 * Decides random halves of the rows, drawn without replacement, everything refitted, and counts how many agree.
 *
 * Agreement is not the chance to be right, and more than that of two fresh samples: halves share rows with each other
 * and with the whole. Where there is nothing to find and a verdict is forced, three in four halves should agree with the whole
 * (E Φ(|z|) for a normal z), and one in two fresh samples.
 * @param decision what `decide` made of this pair with these options
 * @cost 20 decisions of half the rows     @throws InputError `too-few-rows`
 */
export function stability(pair: Pair, decision: PairDecision, options: DecideOptions = {}): Stability {
  requireOptions(options);
  const checked = checkedPair(pair);
  const known = knownColumns(pair, options);
  const whole = { ...checked, given: known.length > 0 ? givenColumns(checked, known) : [] };
  const wanted: unknown = decision?.options?.maxRows;
  if (typeof wanted !== "number") throw wrongOption("decision", decision, "what decide made of this pair");
  const rows = Math.floor(Math.min(wanted, checked.x.length) / 2);
  if (rows < MINIMUM_ROWS) throw tooFewRows(rows);
  const rng = seededRng(decision.seed).split("halves");
  const verdicts: Record<Verdict, number> = { "x->y": 0, "y->x": 0, "cannot-tell": 0 };
  for (let k = 0; k < HALVES; k++) {
    const half = subsample(whole, rows, rng.split(String(k)));
    verdicts[decide(half, { ...options, given: half.given, maxRows: undefined }).verdict] += 1;
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
