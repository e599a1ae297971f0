import { InputError, wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { anlsmnSimulators } from "./anlsmn.js";
import { paperSimulators } from "./paper.js";
import { simSimulators } from "./sim.js";
import { pairOf, type SimulatedPair, type Simulator } from "./simulator.js";
import { textbookSimulators } from "./textbook.js";

/** Options of `simulate`: rows, seed, number of the pair, direction. */
export interface SimulateOptions {
  /** Rows; by default those of the published data of the kind. */
  readonly n?: number | undefined;
  /** Default 0. The same seed gives the same bytes. */
  readonly seed?: number | undefined;
  /** Number of the pair, from 1: each has its own distributions and mechanism. */
  readonly number?: number | undefined;
  /** Which column is the cause; default x. "random" chooses by the pair's own stream. */
  readonly direction?: "x->y" | "y->x" | "random" | undefined;
  /** Follows the paper's code where it differs from the paper. */
  readonly asPublished?: boolean | undefined;
}

/** Most rows: with more, a pair and its truth do not fit in memory. */
const MOST_SIMULATED_ROWS = 50_000_000;
const OPTION_KEYS: readonly string[] = ["n", "seed", "number", "direction", "asPublished"];
const DIRECTION_CHOICES: readonly unknown[] = ["x->y", "y->x", "random"];

/**
 * Draws a pair of a named kind, with its truth: direction and, for most kinds, mechanism and density. A pure function
 * of kind and options.
 *
 * Columns have the units of the model; they are not standardized. Distributions, mechanism, cause and noise have their
 * own streams, so that in most kinds fewer rows are the first rows of more.
 * @throws InputError `wrong-option`
 */
export function simulate(kind: string, options: SimulateOptions = {}): SimulatedPair {
  const simulator = simulatorNamed(kind);
  for (const key of Object.keys(options)) {
    if (!OPTION_KEYS.includes(key)) throw wrongOption(key, "given", `one of ${OPTION_KEYS.join(", ")}`);
  }
  const { n = simulator.rows, seed = 0, number = 1, direction = "x->y", asPublished = false } = options;
  if (!isWhole(n, 1, MOST_SIMULATED_ROWS))
    throw wrongOption("n", n, `a whole number of rows from 1 to ${MOST_SIMULATED_ROWS}`);
  if (!isWhole(seed, 0, Number.MAX_SAFE_INTEGER)) throw wrongOption("seed", seed, "a whole number from 0, below 2^53");
  if (!isWhole(number, 1, Number.MAX_SAFE_INTEGER)) throw wrongOption("number", number, "a whole number from 1");
  if (!DIRECTION_CHOICES.includes(direction)) throw wrongOption("direction", direction, '"x->y", "y->x" or "random"');
  if (typeof asPublished !== "boolean") throw wrongOption("asPublished", asPublished, "true or false");
  if (asPublished && !simulator.hasPublishedVariant) {
    const able = simulators.filter(({ hasPublishedVariant }) => hasPublishedVariant).map(({ name }) => name);
    throw wrongOption("asPublished", "true", `one of the kinds ${able.join(", ")}, not ${kind}`);
  }
  const rng = seededRng(seed).split(`simulate ${kind}`).split(`pair ${number}`);
  const swapped = direction === "random" ? rng.split("direction").uniform() < 0.5 : direction === "y->x";
  return pairOf(kind, simulator.sample(n, rng, asPublished), swapped);
}

/** The simulator of that kind. @throws InputError `wrong-option` listing the kinds */
export function simulatorNamed(kind: string): Simulator {
  const simulator = simulators.find(({ name }) => name === kind);
  if (simulator) return simulator;
  throw new InputError({
    code: "wrong-option",
    place: "kind of simulation",
    value: `"${kind}"`,
    expected: `one of ${simulators.map(({ name }) => name).join(", ")}`,
    remedy: "Choose one of these.",
  });
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Every kind of pair that can be simulated by name, in the order shown to users. */
export const simulators: readonly Simulator[] = /* @__PURE__ */ allSimulators();

function allSimulators(): Simulator[] {
  return [...paperSimulators, ...textbookSimulators, ...simSimulators, ...anlsmnSimulators];
}
