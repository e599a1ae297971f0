import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import { expect, test } from "vitest";
import { decisionText } from "./decision-text.js";

const decision: PairDecision = {
  verdict: "y->x",
  score: -0.3,
  cost: { "x->y": 0.4, "y->x": 0.1 },
  rows: { read: 40, used: 40, dropped: 0, reasons: {} },
  warnings: [],
  method: "v-lsnm",
  options: { maxRows: 1000 },
  seed: 0,
  names: { x: "dose", y: "response" },
};
const linesOf = (changed: Partial<PairDecision>) => decisionText({ ...decision, ...changed }).split("\n");

test("losses have bars as long as they are beside the larger one, which has sixteen", () => {
  expect(linesOf({}).filter((line) => line.includes("█"))).toEqual([
    `  loss    dose → response     0.4000  ${"█".repeat(16)}`,
    `          response → dose     0.1000  ${"█".repeat(4)}`,
  ]);
});

test("the direction with the smaller loss stands first, with how much smaller it is", () => {
  expect(linesOf({}).slice(1, 4)).toEqual([
    "  response → dose",
    "",
    "  Its loss is 75 % below that of the opposite direction.",
  ]);
  const close = linesOf({ verdict: "x->y", score: 0.005, cost: { "x->y": 0.095, "y->x": 0.1 } });
  expect(close.slice(1, 4)).toEqual(["  dose → response", "", "  The two losses are close, 5 % apart: weak evidence."]);
});

test.each([
  [0.55, "dose → response is 55 % likely"],
  [0.42, "response → dose is 58 % likely"],
])(
  "evidence that is split, at a probability of %d: which direction is likelier, and how likely",
  (confidence, words) => {
    const split: Partial<PairDecision> = {
      method: "default",
      verdict: "cannot-tell",
      reason: "evidence-split",
      confidence,
    };
    expect(linesOf(split)[1]).toBe(`  Cannot tell: the evidence is split; ${words}.`);
  },
);
