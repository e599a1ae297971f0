import { expect, test } from "vitest";
import type { PairDecision } from "./decide.js";
import { reasonSentences, verdictSentence } from "./verdict-sentence.js";

const decided = (x: string, y: string) =>
  ({
    ...{ method: "default", verdict: "y->x", margin: -1.5, probability: 0.8, names: { x, y } },
    evidence: [{ name: "likelihood", logOdds: -1.5 }],
    ...{ rows: { read: 200, used: 200 }, findings: [], options: {} },
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

test("what is no decision is refused", () => {
  for (const sentences of [verdictSentence, reasonSentences]) {
    expect(() => sentences(undefined as never)).toThrow("expected what decide returns");
  }
});
