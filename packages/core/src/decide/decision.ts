import type { ComputeOptions } from "../compute/routines.js";
import type { Fit, Training } from "../fit/fit-velocity.js";
import type { Rule } from "../fit/gof.js";
import type { Direction } from "../fit/orient.js";
import type { RowCount } from "../pair/complete-rows.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { exp } from "../primitives/elementary.js";
import type { Finding, FindingCode } from "../primitives/finding.js";
import type { ChosenScore, PerColumns, ScoreChoice, ScoreName } from "../score/pair-scores.js";
import type { VelocityClass } from "../velocity/velocity-model.js";

/** The answer of a decision: a direction, or that the data do not tell. */
export type Verdict = Direction | "cannot-tell";

/** Tests that can overrule the evidence, by the code of their findings. */
export type Gate = Extract<
  FindingCode,
  | "independent"
  | "linear-gaussian"
  | "gaussian-copula"
  | "discrete"
  | "few-rows"
  | "extreme-rows"
  | "missing-codes"
  | "piled-up"
  | "ordered-rows"
  | "exact-function"
  | "steps"
>;

/** Why evidence that was used gives no verdict. */
export type Reason = "both-fit" | "neither-fit" | "evidence-split" | "few-rows" | "below-threshold";

/** What one kind of evidence adds to the log odds of x->y against y->x. */
export interface Evidence {
  readonly name: string;
  readonly logOdds: number;
}

/** What a method says about one pair. */
export interface Decision {
  readonly verdict: Verdict;
  /** cost["y->x"] − cost["x->y"]: positive means x->y; swapping the columns negates it. */
  readonly margin: number;
  /**
   * Probability that the direction to which the margin points is right, from ½ up; with a verdict, that it is right. Only
   * from calibrated methods, and only where no gate closed.
   */
  readonly probability?: number;
  /** The test that overruled the evidence; the verdict is then "cannot-tell". */
  readonly gate?: Gate;
  /** Contributions that add up to the margin, from methods that weigh several. */
  readonly evidence?: readonly Evidence[];
  /** Why the verdict is "cannot-tell" though no gate closed, from methods that know. */
  readonly reason?: Reason;
  /** Lower is better, always. */
  readonly cost: Readonly<Record<Direction, number>>;
  /** How the answer was computed, where there is something to report. */
  readonly diagnostics?: {
    /** Largest measured relative error of the score estimates' linear algebra. */
    readonly scoreError?: number;
    /** What was chosen by the data for the score of each column and of both. */
    readonly scores?: Readonly<Record<"x" | "y" | "joint", ChosenScore>>;
    /** How far the training of each direction came, where velocities were trained. */
    readonly training?: Readonly<Record<Direction, Training>>;
    /** Causal curves that end before the baseline to which all rows are brought. */
    readonly lostCurves?: Readonly<Record<Direction, number>>;
  };
  /** Rows behind the costs, after any trimming. */
  readonly rows: RowCount;
  /** What is doubtful about the data or the answer. */
  readonly findings: readonly Finding[];
}

/** Costs that differ by less than this share of the terms they are made of differ by rounding. */
const TIE_TOLERANCE = 1e-9;

/**
 * Verdict and margin of two costs; "cannot-tell" where they are equal to rounding.
 *
 * @param scale size of the terms that make up the costs, where a method knows it: two perfect fits differ by rounding
 * @param rounding share of a cost that rounding may change, where the computation magnifies it
 */
export function compareCosts(
  cost: Readonly<Record<Direction, number>>,
  scale = 0,
  rounding = TIE_TOLERANCE,
): Pick<Decision, "verdict" | "margin" | "cost"> {
  const margin = cost["y->x"] - cost["x->y"];
  const size = Math.max(scale, Math.abs(cost["x->y"]), Math.abs(cost["y->x"]));
  if (!(Math.abs(margin) > rounding * size)) return { verdict: "cannot-tell", margin, cost };
  return { verdict: margin > 0 ? "x->y" : "y->x", margin, cost };
}

/** Probability that the direction to which log odds point is right, from ½ up. */
export function probabilityOf(logOdds: number): number {
  const forward = 1 / (1 + exp(-logOdds));
  return Math.max(forward, 1 - forward);
}

/** Decides one pair. Deterministic for a given seed; never writes its input. */
export interface DirectionMethod {
  readonly name: string;
  /** Rows up to which a decision takes seconds; `decide` draws that many from longer pairs. */
  readonly comfortableRows: number;
  /** @param seed of whatever the method draws at random */
  decide(pair: StandardPair, seed: number): Decision;
}

/** What must not change the answer, or must flip it: checked for every method in the registry. */
export type Law = "swap" | "row-order" | "shift" | "scale" | "sign";

/** What a method compares between the directions. */
export type MethodKind =
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
  /** `stein-cv` of methods that can be tuned. */
  readonly score?: ScoreName | "stein-cv" | undefined;
  /** λ of Stein scores, the least density of kernel densities: one number, or one for single columns and one for both. */
  readonly ridge?: PerColumns | undefined;
  /** Factor of the bandwidths of scores: one number, or one for single columns and one for both. */
  readonly bandwidth?: PerColumns | undefined;
  /** Length of a step of training. */
  readonly rate?: number | undefined;
  /** Factor of the parameters at which training starts. */
  readonly init?: number | undefined;
  /** Penalty on a derivative of the causal curves, "ORDER:STRENGTH", such as "2:0.001". */
  readonly penalty?: string | undefined;
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
  /** Most steps of training. */
  readonly steps?: number | undefined;
  /** The velocity class whose flow is followed. */
  readonly velocity?: string | undefined;
  /** Probability, at least ½, that the likelier direction must reach for a verdict. */
  readonly abstain?: number | undefined;
  /** Kinds of evidence that the default does not weigh, separated by commas, such as "learned". */
  readonly without?: string | undefined;
  /** Whether the order of the rows means nothing: they are then not tested for following each other. */
  readonly unordered?: boolean | undefined;
}

/** The options a method understands, each with a value. */
export type MethodSettings = { readonly [K in keyof MethodOptions]?: Exclude<MethodOptions[K], undefined> };

/** A law that does not hold for a method, and why. */
export interface Exemption {
  readonly law: Law;
  readonly reason: string;
  /** Only under these options. */
  readonly when?: MethodSettings;
  /** Only for pairs with this finding: for all others the law holds. */
  readonly finding?: FindingCode;
}

/** A line of the registry: what users see in `methods`, and how the method is made. */
export interface MethodEntry {
  readonly name: string;
  readonly kind: MethodKind;
  /** One line: the idea. */
  readonly summary: string;
  /** What must hold for the verdict to be right. */
  readonly assumes: string;
  /** The same in at most 30 letters, for tables; without it `assumes` is cut there. */
  readonly assumesInShort?: string;
  readonly reference: string;
  /** Options with their defaults; any other option is refused. */
  readonly defaults: MethodSettings;
  /** Options without a default, under these other options: what they do is not done unless they are given. */
  optional?(options: MethodOptions): readonly string[];
  /** Laws that do not hold for this method. */
  readonly exempt: readonly Exemption[];
  /** Share of a cost that rounding may change; 10⁻⁹ unless given. Costs closer than that are a tie. */
  readonly rounding?: number;
  /** "difference" where costs have no natural zero, so that their ratio means nothing; absent: 0 is a perfect fit. */
  readonly costs?: "difference";
  /** Milliseconds of one core for a pair of 1,000 rows, as `npm run bench -- methods` measured; absent before that. */
  readonly milliseconds?: number;
  /** The class that the method fits, where it fits one: what its pictures show. @throws InputError as `create` */
  velocity?(options: MethodSettings): VelocityClass;
  /** The scores that it is fitted to, where they are not those of option `score` alone. */
  score?(options: MethodSettings): ScoreChoice;
  /** @throws InputError `wrong-option` */
  create(options: MethodSettings, compute?: ComputeOptions): DirectionMethod;
}

/** Whether a method has an option, under the other options given. */
export function takesOption(entry: MethodEntry, key: string, options: MethodOptions): boolean {
  return Object.hasOwn(entry.defaults, key) || (entry.optional?.(options).includes(key) ?? false);
}

/** What a method charges for "this column causes that one". */
export interface DirectionCost {
  /** Lower is better. */
  readonly cost: number;
  /** Size of the terms it is made of, where that is more than the cost itself: two perfect fits differ by rounding. */
  readonly scale?: number;
  /** Set where the data hold no evidence to charge for; says why, of the cause's column. */
  readonly noEvidence?: (cause: string) => Finding;
}

/** How a method built on costs is called, and how it behaves. */
export interface CostMethodAbout {
  readonly name: string;
  readonly comfortableRows: number;
  /** Share of a cost that rounding may change, where the computation magnifies it. */
  readonly rounding?: number | undefined;
}

/**
 * A method that charges each direction by one function of (cause, effect), so that swapping the columns swaps the costs
 * to the bit.
 *
 * "cannot-tell" where the costs are equal to rounding, and where one direction has no evidence: an empty comparison
 * costs nothing and would win.
 */
export function costMethod(
  { name, comfortableRows, rounding }: CostMethodAbout,
  costOf: (cause: Column, effect: Column) => DirectionCost,
): DirectionMethod {
  return {
    name,
    comfortableRows,
    decide({ x, y, names, rows }: StandardPair) {
      const [forward, backward] = [costOf(x, y), costOf(y, x)];
      const scale = Math.max(forward.scale ?? 0, backward.scale ?? 0);
      const compared = compareCosts({ "x->y": forward.cost, "y->x": backward.cost }, scale, rounding);
      const findings = [forward.noEvidence?.(names.x), backward.noEvidence?.(names.y)].filter((f) => f !== undefined);
      return { ...compared, ...(findings.length > 0 ? { verdict: "cannot-tell" } : {}), rows, findings };
    },
  };
}
