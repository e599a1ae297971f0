import { expect, test } from "vitest";
import type { PairDecision } from "./decide.js";
import { reasonSentences, verdictSentence } from "./verdict-sentence.js";

const decided = (x: string, y: string) =>
  ({
    ...{ method: "default", verdict: "y->x", margin: -1.5, probability: 0.8, names: { x, y } },
    evidence: [{ name: "likelihood", logOdds: -1.5 }],
    ...{ rows: {}, findings: [], options: {} },
  }) as unknown as PairDecision;

test("columns of one name are distinguished", () => {
  expect(verdictSentence(decided("a", "a"))).toBe("a [y] drives a [x], 80% sure.");
  expect(reasonSentences(decided("a", "a"))[0]).toContain("1.50 for a [y] → a [x]");
});

test("names that run from right to left are set apart, so that they turn no arrow", () => {
  const [hebrew, arabic] = ["עומס (kg)", "حرارة"];
  const isolated = (name: string) => `\u2068${name}\u2069`;
  expect(verdictSentence(decided(hebrew, arabic))).toBe(`${isolated(arabic)} drives ${isolated(hebrew)}, 80% sure.`);
  expect(reasonSentences(decided(hebrew, arabic))[0]).toContain(`${isolated(arabic)} → ${isolated(hebrew)}`);
});

test("an answer below a threshold that was set says so, with what is likely", () => {
  const below = { ...decided("a", "b"), verdict: "cannot-tell", reason: "below-threshold" } as PairDecision;
  expect(verdictSentence(below)).toBe("Cannot tell: the answer is below the threshold you set; b → a is 80% likely.");
});

test("a pair that is jointly normal after rescaling fits both ways, and its evidence was not used", () => {
  const closed = { ...decided("a", "b"), verdict: "cannot-tell", gate: "gaussian-copula" } as PairDecision;
  expect(verdictSentence(closed)).toBe(
    "Cannot tell: both directions fit equally well (jointly normal after rescaling each column).",
  );
  expect(reasonSentences(closed)).toEqual([expect.stringMatching(/after rescaling.* The evidence was not used\.$/)]);
});

test("a decision given other columns names them, what it assumes and how likely that is", () => {
  const known = { columns: ["age", "sex"], presence: 0.93, assumed: 0.002, graphs: [] };
  const given = { ...decided("a", "b"), given: known };
  expect(verdictSentence(given)).toBe("b drives a given age and sex, 80% sure.");
  expect(reasonSentences(given)).toEqual([
    "The description lengths of graphs over all columns add up to 1.50 in log odds for b → a.",
    "age and sex are taken as causes of both columns or of neither; that none is an effect of them is less than 1% likely.",
    "That one column drives the other directly is 93% likely.",
  ]);
  const closed = { ...given, verdict: "cannot-tell", gate: "independent", given: { ...known, columns: ["age"] } };
  expect(verdictSentence(closed as PairDecision)).toBe("Cannot tell: given age, nothing is left between the columns.");
  expect(reasonSentences(closed as PairDecision)[0]).toBe(
    "Given age, nothing is left between the columns. The evidence was not used.",
  );
  const unclear = { ...given, verdict: "cannot-tell", reason: "both-fit" } as PairDecision;
  expect(verdictSentence(unclear)).toBe(
    "Cannot tell: given age and sex, both directions fit equally well; b → a is 80% likely.",
  );
});

test("learned evidence is explained where it was used", () => {
  const learned = { ...decided("a", "b"), evidence: [{ name: "learned", logOdds: -1.5 }] };
  expect(reasonSentences(learned)).toEqual([
    "The evidence adds up to 1.50 in log odds for b → a. Learned: 1.50 for b → a.",
    expect.stringMatching(
      /^Evidence that is learned is what a small network that was trained on simulated pairs reads/,
    ),
  ]);
  expect(reasonSentences(decided("a", "b"))).toHaveLength(1);
});
