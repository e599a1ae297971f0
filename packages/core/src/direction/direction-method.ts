import type { StandardPair } from "../data/standardize.js";
import type { Fit } from "../fit/fit-velocity.js";
import type { Rule } from "../fit/rule.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import type { Rng } from "../numeric/rng.js";
import type { ScoreName } from "../score/score-estimators.js";
import type { VelocityClass } from "../velocity/velocity-model.js";
import type { Decision } from "./decision.js";

/** Decides one pair. Deterministic for a given stream; never writes its input. */
export interface DirectionMethod {
  readonly name: string;
  /** Rows up to which a decision takes seconds; `decide` draws that many from longer pairs. */
  readonly comfortableRows: number;
  /** @param seed what `rng` came from, for streams of random numbers that others published with their seeds */
  decide(pair: StandardPair, rng: Rng, seed: number): Decision;
}

/** What must not change the answer, or must flip it: checked for every method in the registry. */
export type Law = "swap" | "row-order" | "shift" | "scale" | "sign";

/** Kinds of evidence: what a method compares between the directions. */
export type Family =
  | "combined"
  | "velocity"
  | "flow"
  | "information"
  | "regression"
  | "location-scale"
  | "score"
  | "histogram"
  | "linear";

/** Options methods may take; each entry names those it understands. */
export interface MethodOptions {
  readonly score?: ScoreName | undefined;
  readonly rule?: Rule | undefined;
  /** How velocities are fitted: `exact`, at the minimum of the loss, or as the `paper` trains. */
  readonly fit?: Fit | undefined;
  /** Layers of weights and hidden units of a network, such as "2x32". */
  readonly size?: string | undefined;
  /** Share of extreme rows cut from each column after the scores are estimated, in [0, 1). */
  readonly trim?: number | undefined;
  /** Functions of cause x and effect y that make up the velocity, such as "1, x, y, exp(-y^2)": see `parseBasis`. */
  readonly basis?: string | undefined;
  /** Repeats what published code does where it differs from its paper. */
  readonly asPublished?: boolean | undefined;
  /** Steps of training of a rival's network. */
  readonly steps?: number | undefined;
  /** The velocity class whose flow is followed. */
  readonly velocity?: string | undefined;
  /** Probability, at least ½, that the likelier direction must reach for a verdict. */
  readonly abstain?: number | undefined;
}

/** The options a method understands, each with a value. */
export type MethodSettings = { readonly [K in keyof MethodOptions]?: Exclude<MethodOptions[K], undefined> };

/** A line of the registry: what users see in `methods`, and how the method is made. */
export interface MethodEntry {
  readonly name: string;
  readonly family: Family;
  /** One line: the idea. */
  readonly summary: string;
  /** What must hold for the verdict to be right. */
  readonly assumes: string;
  /** The same in at most 30 letters, for tables; without it `assumes` is cut there. */
  readonly assumesInShort?: string;
  readonly reference: string;
  /** Options with their defaults; any other option is refused. */
  readonly defaults: MethodSettings;
  /** Laws that do not hold for this method, each with its reason; `when`: only under these options. */
  readonly exempt: readonly { readonly law: Law; readonly reason: string; readonly when?: MethodSettings }[];
  /** Share of a cost that rounding may change; 10⁻⁹ unless told. Costs closer than that are a tie. */
  readonly rounding?: number;
  /** "difference" where costs have no natural zero, so that their ratio means nothing; absent: 0 is a perfect fit. */
  readonly costs?: "difference";
  /** Milliseconds of one core for a pair of 1,000 rows, as `npm run bench -- methods` measured; absent before that. */
  readonly milliseconds?: number;
  /** The class that the method fits, where it fits one: what its pictures show. @throws InputError as `create` */
  velocity?(options: MethodSettings): VelocityClass;
  /** @throws InputError `wrong-option` */
  create(options: MethodSettings, compute?: ComputeOptions): DirectionMethod;
}
