import { chosenMethod, type DecideOptions, type InputError, wrongOption } from "causal-velocity";

/** How every pair of a batch is decided: the options of `decide` that are plain data. The method goes by its name. */
export type BatchSettings = Omit<DecideOptions, "method" | "methods" | "routines" | "memo"> & {
  readonly method?: string | undefined;
};

/**
 * What a batch bears with. It changes no answer, only which pairs get none, so the same batch asked for with other limits
 * is the same batch, which has the new ones from then on.
 */
export interface BatchLimits {
  /** Seconds after which a tile whose worker is gone is given to another. */
  readonly lease: number;
  /** Seconds a single pair may take. */
  readonly timeLimit: number;
  /** How often a pair is tried that throws, takes its thread down or takes too long. */
  readonly attempts: number;
  /** Seconds until such a pair is tried again; doubled every time. */
  readonly backoff: number;
}

export const DEFAULT_LIMITS: BatchLimits = { lease: 60, timeLimit: 3600, attempts: 3, backoff: 10 };

const DAY = 86_400;
const RANGES: Readonly<Record<keyof BatchLimits, { low: number; high: number; whole?: boolean }>> = {
  lease: { low: 1, high: DAY, whole: true },
  timeLimit: { low: 0.001, high: 24 * DAY },
  attempts: { low: 1, high: 100, whole: true },
  backoff: { low: 0, high: DAY },
};
/** Settings in front of the method's own. */
const COMMON = ["method", "seed", "maxRows", "memoryLimit"] as const;

/**
 * Settings with everything spelled out, in a fixed order: what is stored, hashed and run. Only methods of the registry
 * pass, with options that they have.
 *
 * @throws InputError `unknown-method`, `wrong-option`, `wrong-basis`
 */
export function checkedSettings(settings: BatchSettings): BatchSettings {
  const { method } = settings;
  if (method !== undefined && typeof method !== "string") throw wrongOption("method", method, "the name of a method");
  for (const key of ["routines", "memo"]) {
    if (key in settings) throw wrongOption(key, "given", "options that are plain data");
  }
  const { entry, settings: own, seed, maxRows } = chosenMethod(settings);
  const { memoryLimit } = settings;
  const common = { method: entry.name, seed, maxRows, ...(memoryLimit === undefined ? {} : { memoryLimit }) };
  const options = Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...common, ...Object.fromEntries(options.filter(([key]) => !(COMMON as readonly string[]).includes(key))) };
}

/** @throws InputError `wrong-option` */
export function checkedLimits(given: Partial<BatchLimits> = {}): BatchLimits {
  const limits = { ...DEFAULT_LIMITS, ...Object.fromEntries(Object.entries(given).filter(([, v]) => v !== undefined)) };
  for (const name of Object.keys(RANGES) as (keyof BatchLimits)[]) {
    const fault = limitFault(name, limits[name]);
    if (fault) throw fault;
  }
  return limits;
}

function limitFault(name: keyof BatchLimits, value: number): InputError | undefined {
  const { low, high, whole = false } = RANGES[name];
  const isFine = value >= low && value <= high && (!whole || Number.isInteger(value));
  return isFine
    ? undefined
    : wrongOption(name, value, `${whole ? "a whole number" : "a number"} from ${low} to ${high}`);
}
