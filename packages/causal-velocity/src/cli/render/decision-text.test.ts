import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import { expect, test } from "vitest";
import { decisionText } from "./decision-text.js";

const decision: PairDecision = {
  verdict: "y->x",
  margin: -0.3,
  cost: { "x->y": 0.4, "y->x": 0.1 },
  rows: { read: 40, used: 40, dropped: 0, reasons: {} },
  findings: [],
  method: "v-lsnm",
  options: { maxRows: 1000 },
  seed: 0,
  names: { x: "dose", y: "response" },
};
const linesOf = (changed: Partial<PairDecision>) => decisionText({ ...decision, ...changed }).split("\n");

test("costs have bars as long as they are beside the larger one, which has sixteen", () => {
  expect(linesOf({}).filter((line) => line.includes("█"))).toEqual([
    `  cost    dose → response     0.4000  ${"█".repeat(16)}`,
    `          response → dose     0.1000  ${"█".repeat(4)}`,
  ]);
});

test("the direction with the smaller cost stands first, with how much smaller it is", () => {
  expect(linesOf({}).slice(1, 4)).toEqual([
    "  response → dose",
    "",
    "  Its cost is 75% below that of the opposite direction.",
  ]);
  const close = linesOf({ verdict: "x->y", margin: 0.005, cost: { "x->y": 0.095, "y->x": 0.1 } });
  expect(close.slice(1, 4)).toEqual(["  dose → response", "", "  The two costs are close, 5% apart: weak evidence."]);
});

test.each([
  [0.2, 0.55, "dose → response is 55% likely"],
  [-0.3, 0.58, "response → dose is 58% likely"],
])(
  "evidence that is split, with a margin of %d: which direction is likelier, and how likely",
  (margin, probability, words) => {
    const evidence = [{ name: "likelihood", logOdds: margin }];
    const split: Partial<PairDecision> = {
      ...{ method: "default", verdict: "cannot-tell", reason: "evidence-split", margin, probability, evidence },
    };
    expect(linesOf(split)[1]).toBe(`  Cannot tell: the evidence is split; ${words}.`);
  },
);

test("a closed gate is the reason, and hides the evidence, which was not used", () => {
  const evidence = [{ name: "likelihood", logOdds: 2 }];
  const gated = linesOf({ method: "default", verdict: "cannot-tell", gate: "discrete", margin: 2, evidence });
  expect(gated[1]).toBe("  Cannot tell: a column has only two values, or one far more often than");
  expect(gated.some((line) => line.includes("evidence"))).toBe(false);
});

test("findings follow, the worst first, with their severity, and call options by their flags", () => {
  const findings = [
    { code: "subsampled", severity: "note", sentence: "Some rows.", advice: ["Set ", { option: "maxRows" }, "."] },
    { code: "few-rows", severity: "fail", sentence: "Only 60 rows were used.", advice: "" },
  ] as const;
  const lines = linesOf({ findings });
  const first = lines.indexOf("  fail    Only 60 rows were used.");
  expect(lines.slice(first, first + 2)).toEqual([
    "  fail    Only 60 rows were used.",
    "  note    Some rows. Set --max-rows.",
  ]);
});

test("two findings at most, that of the gate first, and a line that says how many more there are and where", () => {
  const findings = (["few-rows", "ties", "discrete", "subsampled"] as const).map((code, i) => {
    const severity = (["fail", "warn", "warn", "note"] as const)[i] ?? "note";
    return { code, severity, sentence: `About ${code}.`, advice: "" };
  });
  const shownOf = (changed: Partial<PairDecision>) =>
    linesOf(changed).filter((line) => line.includes("About") || line.includes("more finding"));
  expect(shownOf({ findings })).toEqual([
    "  fail    About few-rows.",
    "  warn    About ties.",
    "  and     2 more findings: causal-velocity explain, or --json",
  ]);
  const gated = { gate: "discrete", verdict: "cannot-tell", evidence: [], findings: findings.slice(0, 3) } as const;
  expect(shownOf(gated)).toEqual([
    "  warn    About discrete.",
    "  fail    About few-rows.",
    "  and     1 more finding: causal-velocity explain, or --json",
  ]);
  expect(shownOf({ findings: findings.slice(0, 2) })).toHaveLength(2);
});
