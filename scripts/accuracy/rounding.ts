import { roundColumn } from "@causal-velocity/lab/simulate/simulator.js";
import { type Pair, seededRng } from "causal-velocity";
import { randomPair } from "causal-velocity/lab";
import { meanAndSd } from "../../packages/core/src/primitives/quantiles.js";
import { ANSWERED_FROM, type JudgedPair, type Judgment, judgeConfidence } from "../calibrate/judge-confidence.js";
import { type DecidedMeasures, measureDrawn } from "./measure-drawn.js";

/** Pairs of each kind of rounding: the same ones, so that only the rounding differs. */
const PAIRS = { directed: 500, "linear-gaussian": 200 } as const;
const RELATIONS = ["directed", "linear-gaussian"] as const;
const ROWS = 1000;
/** Larger than all seeds of the calibration. */
const FIRST_SEED = 5_000_000;
/** Steps over six standard deviations, log-uniform: from a column with few values to one nearly without ties. */
export const STEPS = [8, 60] as const;
const ROUNDED = ["neither", "cause", "effect", "both"] as const;

export interface RoundingJudgment {
  readonly rounded: (typeof ROUNDED)[number];
  /** Judgment of pairs with a direction. */
  readonly judgment: Judgment;
  /** Share of linear-Gaussian pairs without a verdict. */
  readonly abstained: number;
}

/** Judges the default on simulated pairs, and on the same pairs with one or both columns rounded. */
export async function measureRounding(jobs: number): Promise<RoundingJudgment[]> {
  const tasks = ROUNDED.flatMap((rounded) =>
    RELATIONS.flatMap((relation) =>
      Array.from({ length: PAIRS[relation] }, (_, i) => ({ rounded, relation, seed: FIRST_SEED + i })),
    ),
  );
  const simulated = ({ relation, seed }: (typeof tasks)[number]) =>
    randomPair(seed, { n: ROWS, relation, rounded: false });
  const drawn = (task: number) => {
    const { rounded, seed } = tasks[task];
    const { pair, truth } = simulated(tasks[task]);
    const cause = truth === "x->y" ? "x" : "y";
    const round = (name: "x" | "y"): Pair["x"] => {
      const isRounded = rounded === "both" || rounded === (name === cause ? "cause" : "effect");
      return isRounded ? coarse(pair[name], seed, name) : pair[name];
    };
    return { pair: { ...pair, x: round("x"), y: round("y") }, rows: ROWS, seed };
  };
  const measures = await measureDrawn(tasks.length, drawn, jobs);
  const found = tasks.map((task, i): { rounded: string; pair: JudgedPair & DecidedMeasures } => {
    const { truth } = simulated(task);
    return { rounded: task.rounded, pair: { ...measures[i], relation: task.relation, truth } };
  });
  return ROUNDED.map((rounded) => {
    const own = found.filter((one) => one.rounded === rounded).map(({ pair }) => pair);
    const [directed, linear] = RELATIONS.map((relation) => own.filter((pair) => pair.relation === relation));
    return {
      rounded,
      judgment: judgeConfidence(directed, ({ margin }) => margin),
      abstained: linear.filter(({ probability = 0 }) => probability < ANSWERED_FROM).length / linear.length,
    };
  });
}

/** A column on a grid of 8 to 60 steps over six standard deviations. */
function coarse(column: Pair["x"], seed: number, name: string): Pair["x"] {
  const { sd } = meanAndSd(column);
  const share = seededRng(seed).split(`grid of ${name}`).uniform();
  return roundColumn(column, (6 * sd) / (STEPS[0] * (STEPS[1] / STEPS[0]) ** share));
}
