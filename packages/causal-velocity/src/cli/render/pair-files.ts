import { type SimulatedPair, type SimulateOptions, simulate, trueScores, trueVelocity } from "@causal-velocity/core";
import { version } from "../version.js";
import type { NamedText } from "../write-files.js";
import { columnsTable } from "./pair-table.js";

export interface PairFilesRequest {
  readonly kind: string;
  readonly pairs: number;
  readonly options: SimulateOptions;
  /** Whether to write the side files with true scores. */
  readonly withScores: boolean;
}

/**
 * Files of a suite in the format of the published archives, one at a time so that no more than one pair is held:
 * pair0001.txt with two columns, the last pairmeta.txt with "number, first and last column of the cause, of the effect,
 * weight" (zeros where neither causes the other). Besides, pair0001_scores.csv where the truth is known, and
 * simulation.json with what is needed to make the folder again.
 */
export function* pairFiles({ kind, pairs, options, withScores }: PairFilesRequest): Generator<NamedText> {
  const meta: string[] = [];
  for (let number = 1; number <= pairs; number++) {
    const simulated = simulate(kind, { ...options, number, direction: "random" });
    const id = String(number).padStart(4, "0");
    yield { name: `pair${id}.txt`, text: columnsTable({ x: simulated.pair.x, y: simulated.pair.y }, " ", false) };
    const scores = withScores ? scoreTable(simulated) : undefined;
    if (scores) yield { name: `pair${id}_scores.csv`, text: scores };
    meta.push(`${id} ${META[simulated.truth]}\n`);
  }
  yield { name: "pairmeta.txt", text: meta.join("") };
  const record = { schema: "causal-velocity/simulation@1", version, kind, pairs, seed: 0, ...options };
  yield { name: "simulation.json", text: `${JSON.stringify(record, null, 2)}\n` };
}

const META: Readonly<Record<SimulatedPair["truth"], string>> = {
  "x->y": "1 1 2 2 1",
  "y->x": "2 2 1 1 1",
  independent: "0 0 0 0 0",
  "common-cause": "0 0 0 0 0",
};

function scoreTable(simulated: SimulatedPair): string | undefined {
  const velocity = trueVelocity(simulated);
  if (!velocity) return undefined;
  const scores = trueScores(simulated);
  const columns: Record<string, Float64Array> = { velocity: velocity.v, velocity_slope: velocity.dvDEffect };
  if (scores) {
    columns.score_cause = scores.scoreCause;
    columns.joint_cause = scores.jointCause;
    columns.joint_effect = scores.jointEffect;
    if (scores.scoreEffect) columns.score_effect = scores.scoreEffect;
  }
  return columnsTable(columns, ",", true);
}
