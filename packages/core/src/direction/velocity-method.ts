import { withDropped } from "../data/row-count.js";
import { MINIMUM_ROWS, type StandardPair } from "../data/standardize.js";
import { trimmedRows } from "../data/trim.js";
import { InputError } from "../errors/input-error.js";
import { fitBoth } from "../fit/fit-both.js";
import { costOf, RULES, type Rule } from "../fit/rule.js";
import { pairScores } from "../score/pair-scores.js";
import { type ScoreName, scoreEstimators } from "../score/score-estimators.js";
import type { VelocityClass } from "../velocity/velocity-model.js";
import { compareCosts } from "./decision.js";
import type { DirectionMethod, MethodOptions } from "./direction-method.js";

/** What every velocity method can be told. */
export interface VelocityMethodOptions extends Required<MethodOptions> {
  readonly score: ScoreName;
  readonly rule: Rule;
  /** Share of extreme rows cut from each column after the scores are estimated, in [0, 1). */
  readonly trim: number;
}

export const VELOCITY_DEFAULTS: VelocityMethodOptions = { score: "stein", rule: "squared", trim: 0 };

/**
 * The paper's two-step method: estimate the scores, fit the velocity class in both directions, prefer the direction
 * whose continuity equation is violated less.
 *
 * @paper sec:velocity:discovery     @throws InputError `wrong-option`
 */
export function velocityMethod(velocity: VelocityClass, options: Required<MethodOptions>): DirectionMethod {
  const { score, rule, trim } = checkedOptions(options);
  const estimator = scoreEstimators[score]();
  return {
    name: velocity.name,
    decide(pair) {
      const scores = pairScores(pair, estimator);
      const rows = rowsAfterTrim(pair, trim);
      const fits = fitBoth(velocity, pair, scores, rows);
      return {
        ...compareCosts({ "x->y": costOf(fits["x->y"], rule), "y->x": costOf(fits["y->x"], rule) }),
        rows: withDropped(pair.rows, "trimmed", pair.x.length - rows.length),
        warnings: [],
      };
    },
  };
}

function rowsAfterTrim(pair: StandardPair, trim: number): Uint32Array {
  const rows = trimmedRows(pair, trim);
  const remedy = "Trim less: --trim 0.05 is the paper's choice, --trim 0 keeps every row.";
  if (rows.length < MINIMUM_ROWS) {
    throw new InputError({
      code: "too-few-rows",
      place: `columns "${pair.names.x}" and "${pair.names.y}"`,
      value: `${rows.length} of ${pair.x.length} rows left after trimming a share of ${trim}`,
      expected: `at least ${MINIMUM_ROWS}`,
      remedy,
    });
  }
  for (const axis of ["x", "y"] as const) {
    if (rows.some((row) => pair[axis][row] !== pair[axis][rows[0]])) continue;
    throw new InputError({
      code: "constant-column",
      place: `column "${pair.names[axis]}"`,
      value: `one value in all ${rows.length} rows left after trimming a share of ${trim}`,
      expected: "values that vary",
      remedy,
    });
  }
  return rows;
}

function checkedOptions(options: Required<MethodOptions>): VelocityMethodOptions {
  const { score, rule, trim } = options;
  const scoreNames = Object.keys(scoreEstimators);
  if (!scoreNames.includes(score)) throw wrongOption("score", score, `one of ${scoreNames.join(", ")}`);
  if (!RULES.some((known) => known === rule)) throw wrongOption("rule", rule, `one of ${RULES.join(", ")}`);
  if (!(trim >= 0 && trim < 1)) throw wrongOption("trim", trim, "a share of at least 0 and below 1, such as 0.05");
  return { score: score as ScoreName, rule: rule as Rule, trim };
}

/** The error of an option with a value it cannot have. */
export function wrongOption(option: string, value: unknown, expected: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `option ${option}`,
    value: `"${value}"`,
    expected,
    remedy: "See causal-velocity --help.",
  });
}
