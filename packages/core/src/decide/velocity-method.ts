import type { ComputeOptions } from "../compute/routines.js";
import { FITS, fitBoth, noExactFit, type VelocityFit } from "../fit/fit-velocity.js";
import { costOf, costScale, RULES } from "../fit/gof.js";
import type { Direction } from "../fit/orient.js";
import { withDropped } from "../pair/complete-rows.js";
import { trimmedRows } from "../pair/resample.js";
import { MINIMUM_ROWS, type StandardPair } from "../pair/standardize.js";
import { InputError, option, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { type PairScores, type ScoreChoice, scoreEstimator, sharedScores } from "../score/pair-scores.js";
import { basisVelocity } from "../velocity/basis.js";
import { parseBasis } from "../velocity/expression/parse-basis.js";
import type { VelocityClass } from "../velocity/velocity-model.js";
import {
  compareCosts,
  type Decision,
  type DirectionMethod,
  type MethodEntry,
  type MethodSettings,
} from "./decision.js";

/** Rows up to which the published training of both directions takes seconds; large networks take longer. */
const TRAINED_ROWS = 100_000;

/** The options of every velocity method. */
export type VelocitySettings = Readonly<Required<Pick<MethodSettings, "score" | "rule" | "trim" | "fit">>>;

/** Settings of a method, with an estimator of scores that has no name among them. */
type SettingsOf<T> = Omit<T, "score"> & { readonly score?: ScoreChoice };

/** Default options of the velocity methods: the paper's score, loss and an exact fit. */
export const VELOCITY_DEFAULTS: VelocitySettings = { score: "stein", rule: "squared", trim: 0, fit: "exact" };

/**
 * The paper's two-step method: estimate the scores, fit the velocity class in both directions, prefer the direction
 * whose continuity equation is violated less.
 *
 * @paper sec:velocity:discovery     @throws InputError `wrong-option`
 */
export function velocityMethod(
  velocity: VelocityClass,
  options: SettingsOf<MethodSettings>,
  compute: ComputeOptions = {},
): DirectionMethod {
  const defaults = velocity.trainedOnly ? { ...VELOCITY_DEFAULTS, fit: "paper" as const } : VELOCITY_DEFAULTS;
  const { score, rule, trim, fit } = checkedOptions({ ...defaults, ...options });
  if (velocity.trainedOnly && fit === "exact") throw noExactFit(velocity.name);
  const trainable = Math.min(TRAINED_ROWS, velocity.trainingRows?.(compute.routines) ?? TRAINED_ROWS);
  const { comfortableRows } = scoreEstimator(score, compute);
  return {
    name: velocity.name,
    comfortableRows: fit === "exact" ? comfortableRows : Math.min(comfortableRows, trainable),
    decide(pair, seed) {
      const { scores, error } = sharedScores(pair, score, compute);
      const rows = rowsAfterTrim(pair, trim);
      const fits = fitBoth(velocity, pair, scores, { ...compute, rows, fit, seed });
      const scale = Math.max(costScale(fits["x->y"], rule), costScale(fits["y->x"], rule));
      return {
        ...compareCosts({ "x->y": costOf(fits["x->y"], rule), "y->x": costOf(fits["y->x"], rule) }, scale),
        ...diagnosticsOf(error, fits, scores.estimates),
        rows: withDropped(pair.rows, "trimmed", pair.x.length - rows.length),
        findings: dependentTerms(fits),
      };
    },
  };
}

/** `dependent-terms`: not all functions of a basis could be fitted. */
function dependentTerms(fits: Readonly<Record<Direction, VelocityFit>>): Finding[] {
  const [{ model }] = Object.values(fits);
  const rank = Math.min(...Object.values(fits).map((fit) => fit.rank ?? fit.model.parameterCount));
  if (!("terms" in model) || rank === model.parameterCount) return [];
  return [
    {
      code: "dependent-terms",
      severity: "note",
      value: rank,
      sentence:
        `Only ${rank} of the ${model.parameterCount} basis functions differ on these rows; ` +
        "the others repeat them, are 0, or are too small beside them.",
      advice: "",
    },
  ];
}

/** The error of the scores, where it was measured, what was chosen for them, and how far trainings came. */
function diagnosticsOf(
  scoreError: number | undefined,
  fits: Readonly<Record<Direction, VelocityFit>>,
  estimates: PairScores["estimates"],
): Pick<Decision, "diagnostics"> {
  const { x, y, joint } = estimates;
  const [forward, backward] = [fits["x->y"].training, fits["y->x"].training];
  const diagnostics = {
    ...(scoreError === undefined ? {} : { scoreError }),
    ...(x.chosen && y.chosen && joint.chosen ? { scores: { x: x.chosen, y: y.chosen, joint: joint.chosen } } : {}),
    ...(forward && backward ? { training: { "x->y": forward, "y->x": backward } } : {}),
  };
  return Object.keys(diagnostics).length > 0 ? { diagnostics } : {};
}

/** @throws InputError `wrong-option` where the trim leaves too little to fit */
function rowsAfterTrim(pair: StandardPair, trim: number): Uint32Array {
  const rows = trimmedRows(pair, trim);
  const constant = (["x", "y"] as const).find((axis) => rows.every((row) => pair[axis][row] === pair[axis][rows[0]]));
  if (rows.length >= MINIMUM_ROWS && !constant) return rows;
  const left = `${trim}, which leaves ${rows.length} of ${pair.x.length} rows`;
  throw new InputError({
    code: "wrong-option",
    place: [option("trim")],
    value: constant ? `${left} with one value of "${pair.names[constant]}"` : left,
    expected: `at least ${MINIMUM_ROWS} rows with different values`,
    remedy: "Trim less; a trim of 0 keeps every row.",
  });
}

function checkedOptions(options: SettingsOf<VelocitySettings>) {
  const { score = VELOCITY_DEFAULTS.score, rule, trim, fit } = options;
  if (!RULES.some((known) => known === rule)) throw wrongOption("rule", rule, `one of ${RULES.join(", ")}`);
  const isShare = typeof trim === "number" && trim >= 0 && trim < 1;
  if (!isShare) throw wrongOption("trim", trim, "a share of at least 0 and below 1, such as 0.05");
  if (!FITS.some((known) => known === fit)) throw wrongOption("fit", fit, `one of ${FITS.join(", ")}`);
  return { score, rule, trim, fit };
}

const PAPER = "Xi, Dance, Orbanz & Bloem-Reddy 2025";

/** Broken by the published training alone: the exact fit has no start. */
const TRAINED_SIGN: MethodEntry["exempt"][number] = {
  law: "sign",
  reason: "training starts at random parameters, which a change of sign does not mirror",
  when: { fit: "paper" },
};

/**
 * A method from a velocity class, one's own or a known one: `decide(pair, { method: methodOf(velocity) })`.
 *
 * @param about what the list of methods says, and laws that do not hold
 */
export function methodOf(
  velocity: VelocityClass,
  about: Partial<Pick<MethodEntry, "summary" | "assumes" | "assumesInShort" | "exempt" | "reference">> = {},
): MethodEntry {
  return {
    name: velocity.name,
    kind: "velocity",
    summary: `the velocity class ${velocity.name}`,
    assumes: "that the class holds the velocity of the true direction",
    reference: PAPER,
    defaults: VELOCITY_DEFAULTS,
    exempt: [TRAINED_SIGN],
    ...about,
    velocity: () => velocity,
    create: (options, compute) => velocityMethod(velocity, options, compute),
  };
}

const NAME = "basis";

/** As `b-lin`, the smallest of the paper's bases, until a user gives others. */
const DEFAULT_BASIS = "1, x, y";

/** One basis stands for all that a change of sign turns into others. */
const ASYMMETRIC: MethodEntry["exempt"][number] = {
  law: "sign",
  reason: "a change of sign turns the functions into others, which are not in this basis",
  when: { basis: "1, x, sin(x + y)" },
};

/** The velocity as a sum of functions that the user names in option `basis`. @paper tab:examples (Basis) */
export const basisMethod: MethodEntry = /* @__PURE__ */ makeBasisMethod();

function makeBasisMethod(): MethodEntry {
  const entry = methodOf(basisVelocity(NAME, parseBasis(DEFAULT_BASIS)), {
    summary: "v a sum of functions that you give, such as 1, x, y, sin(x)*y, exp(-y^2)",
    assumes: "the effect of a small change of x is a sum of multiples of these functions",
    assumesInShort: "velocity of given functions",
  });
  return {
    ...entry,
    exempt: [...entry.exempt, ASYMMETRIC],
    defaults: { ...VELOCITY_DEFAULTS, basis: DEFAULT_BASIS },
    velocity: ({ basis = DEFAULT_BASIS }) => basisVelocity(NAME, parseBasis(basis)),
    create: ({ basis = DEFAULT_BASIS, ...options }, compute) =>
      velocityMethod(basisVelocity(NAME, parseBasis(basis)), options, compute),
  };
}
