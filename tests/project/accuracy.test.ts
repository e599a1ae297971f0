import { simulate } from "causal-velocity/lab";
import { EVIDENCE_WEIGHTS, type Measures, weighEvidence } from "causal-velocity/model";
import { describe, expect, test } from "vitest";
import { evidenceAlone, judge, judgeAnswers, weighedBy } from "../../scripts/accuracy/judge.js";
import { measureDrawn } from "../../scripts/accuracy/measure-drawn.js";
import type { BenchmarkPair } from "../../scripts/accuracy/measure-suites.js";

const column = { suite: "own", title: "own", rows: 300 };

describe("the page of accuracies", () => {
  const seeds = [1, 2, 3, 4, 5, 6];
  const drawn = (task: number) => ({ pair: simulate("an", { seed: seeds[task], n: 400 }).pair, rows: 300, seed: task });
  const measured = () => measureDrawn(seeds.length, drawn, 2);
  const pairOf = (measures: Measures, i: number): BenchmarkPair => ({
    column,
    id: String(i),
    seed: 0,
    truth: "x->y",
    weight: i === 0 ? 3 : 1,
    measures,
  });

  test("threads measure all pairs and return them in order; every pair counts by its weight", async () => {
    const pairs = (await measured()).map(pairOf);
    expect(await measured()).toEqual(pairs.map(({ measures }) => measures));
    for (const { measures } of pairs) expect(measures.rows).toBe(300);
    const scores = pairs.map(weighedBy(EVIDENCE_WEIGHTS));
    scores.forEach((score, i) => {
      expect(score).toBe(weighEvidence(pairs[i].measures, EVIDENCE_WEIGHTS).reduce((sum, e) => sum + e.logOdds, 0));
    });
    expect(judge(pairs, weighedBy(EVIDENCE_WEIGHTS)).accuracy).toBeGreaterThan(0.7);
    expect(judge(pairs, (pair) => (pair.id === "0" ? -1 : 1)).accuracy).toBeCloseTo(5 / 8, 12);
    expect(judge(pairs, evidenceAlone("likelihood")).accuracy).toBeGreaterThan(0.7);
  });

  test("a closed gate, or a probability below the requested one, means no answer", async () => {
    const [measures] = await measured();
    const open = pairOf(measures, 1);
    const closed = { ...open, measures: { ...measures, gate: "independent" as const } };
    const scoring = ({ id }: BenchmarkPair) => (id === "1" ? Math.log(4) : 0);
    expect(judgeAnswers([open], scoring, 0.79)).toMatchObject({ answered: 1, accuracyAnswered: 1 });
    expect(judgeAnswers([open], scoring, 0.81).answered).toBe(0);
    expect(judgeAnswers([closed], scoring, 0.5).answered).toBe(0);
  });
});
