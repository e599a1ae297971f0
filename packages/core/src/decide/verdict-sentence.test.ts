import { expect, test } from "vitest";
import type { PairDecision } from "./decide.js";
import { reasonSentences, verdictSentence } from "./verdict-sentence.js";

const decided = (x: string, y: string) =>
  ({
    ...{ method: "default", verdict: "y->x", margin: -1.5, probability: 0.8, names: { x, y } },
    evidence: [{ name: "likelihood", logOdds: -1.5 }],
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
