import { chosenMethod, type DecideOptions } from "@causal-velocity/core/decide/decide.js";
import { type InputError, wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";

/** How every pair of a run is decided: the options of `decide` that are plain data; the method by name. */
export type RunSettings = Omit<DecideOptions, "method" | "methods" | "routines" | "memo"> & {
  readonly method?: string | undefined;
};

/**
 * Limits of a run. They change no answer, only which pairs get one: the same request with other limits is the same run,
 * with the new limits from then on.
 */
export interface RunLimits {
  /** Seconds after which a tile whose worker is lost is given to another. */
  readonly lease: number;
  /** Seconds that a single pair may take. */
  readonly timeLimit: number;
  /** How often a pair is tried that throws, ends its thread or takes too long. */
  readonly attempts: number;
  /** Seconds until such a pair is tried again; doubled each time. */
  readonly backoff: number;
  /** How many pairs a screen left these of, if one did: dependence is judged among so many when results are read. */
  readonly among?: number;
}

export const DEFAULT_LIMITS: RunLimits = { lease: 60, timeLimit: 3600, attempts: 3, backoff: 10 };

const DAY = 86_400;
const RANGES: Readonly<Record<keyof RunLimits, { low: number; high: number; whole?: boolean }>> = {
  among: { low: 1, high: Number.MAX_SAFE_INTEGER, whole: true },
  lease: { low: 1, high: DAY, whole: true },
  timeLimit: { low: 0.001, high: 24 * DAY },
  attempts: { low: 1, high: 100, whole: true },
  backoff: { low: 0, high: DAY },
};
/** Settings that come before the method's own. */
const COMMON = ["method", "seed", "maxRows", "memoryLimit"] as const;

/**
 * Settings with all defaults filled in, in a fixed order: these are stored, hashed and used. Only methods of the
 * registry pass, with options that they have.
 *
 * @throws InputError `unknown-method`, `wrong-option`, `wrong-basis`
 */
export function checkedSettings(settings: RunSettings): RunSettings {
  const { method } = settings;
  if (method !== undefined && typeof method !== "string") throw wrongOption("method", method, "the name of a method");
  for (const key of ["routines", "memo"]) {
    if (key in settings) throw wrongOption(key, "given", "options that are plain data");
  }
  const { entry, settings: own, seed, maxRows } = chosenMethod({ ...settings, methods: allMethods });
  const { memoryLimit } = settings;
  const common = { method: entry.name, seed, maxRows, ...(memoryLimit === undefined ? {} : { memoryLimit }) };
  const options = Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...common, ...Object.fromEntries(options.filter(([key]) => !(COMMON as readonly string[]).includes(key))) };
}

/** @throws InputError `wrong-option` */
export function checkedLimits(given: Partial<RunLimits> = {}): RunLimits {
  const limits = { ...DEFAULT_LIMITS, ...Object.fromEntries(Object.entries(given).filter(([, v]) => v !== undefined)) };
  for (const name of Object.keys(RANGES) as (keyof RunLimits)[]) {
    const value = limits[name];
    const fault = value === undefined ? undefined : limitFault(name, value);
    if (fault) throw fault;
  }
  return limits;
}

function limitFault(name: keyof RunLimits, value: number): InputError | undefined {
  const { low, high, whole = false } = RANGES[name];
  const isFine = value >= low && value <= high && (!whole || Number.isInteger(value));
  return isFine
    ? undefined
    : wrongOption(name, value, `${whole ? "a whole number" : "a number"} from ${low} to ${high}`);
}
