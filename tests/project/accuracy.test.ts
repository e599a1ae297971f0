import { decide } from "causal-velocity";
import { simulate } from "causal-velocity/lab";
import { EVIDENCE_WEIGHTS, weighEvidence } from "causal-velocity/model";
import { describe, expect, test } from "vitest";
import { asDecided, evidenceAlone, judge, judgeAnswers, weighedBy } from "../../scripts/accuracy/judge.js";
import { type DecidedMeasures, measureDrawn } from "../../scripts/accuracy/measure-drawn.js";
import type { BenchmarkPair } from "../../scripts/accuracy/measure-suites.js";
import { sureAnswers, tuebingenTable } from "../../scripts/accuracy/sure-answers.js";

const column = { suite: "own", title: "own", rows: 300 };

describe("the page of accuracies", () => {
  const seeds = [1, 2, 3, 4, 5, 6];
  const drawn = (task: number) => ({ pair: simulate("an", { seed: seeds[task], n: 400 }).pair, rows: 300, seed: task });
  const measured = () => measureDrawn(seeds.length, drawn, 2);
  const pairOf = (measures: DecidedMeasures, i: number): BenchmarkPair => ({
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
    pairs.forEach(({ measures }, i) => {
      const { pair, rows, seed } = drawn(i);
      expect(decide(pair, { maxRows: rows, seed }).margin).toBe(measures.margin);
    });
    expect(judge(pairs, asDecided).accuracy).toBeGreaterThan(0.7);
    expect(judge(pairs, weighedBy(EVIDENCE_WEIGHTS)).accuracy).toBeGreaterThan(0.7);
    expect(judge(pairs, (pair) => (pair.id === "0" ? -1 : 1)).accuracy).toBeCloseTo(5 / 8, 12);
    expect(judge(pairs, evidenceAlone("likelihood")).accuracy).toBeGreaterThan(0.7);
  });

  test("a closed gate, or a probability below the requested one, means no answer", async () => {
    const [measures] = await measured();
    const at = (probability: number) => pairOf({ ...measures, margin: Math.log(4), probability }, 1);
    const { probability: _, ...closed } = measures;
    expect(judgeAnswers([at(0.8)], 0.79)).toMatchObject({ answered: 1, accuracyAnswered: 1 });
    expect(judgeAnswers([at(0.8)], 0.81).answered).toBe(0);
    expect(judgeAnswers([pairOf(closed, 1)], 0.5).answered).toBe(0);
  });

  test("pairs are counted by rows and levels, sure answers with an interval", async () => {
    const [measures] = await measured();
    const pair = (rows: number, levels: number, margin: number, probability: number) =>
      pairOf({ ...measures, rows, levels, margin, probability }, 1);
    const pairs = [pair(100, 5, 3, 0.95), pair(100, 200, -3, 0.95), pair(1000, 200, 1, 0.7), pair(300, 20, -0.1, 0.52)];
    const lines = tuebingenTable(pairs).split("\n");
    expect(lines).toContain("| 1 to 199 rows | 2 | 50.0 | 100.0 | 50.0 | 1 of 2 right (9.5 to 90.5) |");
    expect(lines).toContain("| 1000 rows | 1 | 100.0 | 100.0 | 100.0 | none |");
    expect(lines).toContain("| 1 to 30 levels | 2 | 50.0 | 50.0 | 100.0 | 1 of 1 right (20.7 to 100.0) |");
    expect(lines).toContain("| 101 to 300 levels | 2 | 50.0 | 100.0 | 50.0 | 0 of 1 right (0.0 to 79.3) |");
    expect(sureAnswers(pairs)).toBe("1 of 2 right (9.5 to 90.5), mean claim 95.0, 50.0% of the pairs");
  });
});
