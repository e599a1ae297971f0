import { describe, expect, test } from "vitest";
import type { PairDecision } from "./decide.js";
import type { Evidence } from "./decision.js";
import { plainReason, strongestEvidence } from "./plain-reason.js";
import { GATE_WORDS, REASON_WORDS, reasonSentences } from "./verdict-sentence.js";
import { EVIDENCE_NAMES } from "./weigh-evidence.js";

const decided = (evidence: readonly Evidence[], rest: Partial<PairDecision> = {}): PairDecision => {
  const margin = evidence.reduce((sum, { logOdds }) => sum + logOdds, 0);
  return {
    ...{ method: "default", verdict: margin > 0 ? "x->y" : "y->x", margin, probability: 0.8, evidence },
    ...{ names: { x: "dose", y: "response" }, rows: { read: 200, used: 200 }, findings: [], options: {} },
    ...rest,
  } as unknown as PairDecision;
};

/** Columns swapped: roles stay, so no word may change. */
const swapped = (decision: PairDecision): PairDecision => {
  const turn = { "x->y": "y->x", "y->x": "x->y", "cannot-tell": "cannot-tell" } as const;
  return {
    ...decision,
    verdict: turn[decision.verdict],
    margin: -decision.margin,
    names: { x: decision.names.y, y: decision.names.x },
    ...(decision.evidence && {
      evidence: decision.evidence.map(({ name, logOdds }) => ({ name, logOdds: -logOdds })),
    }),
  };
};

/** The kind speaks most for x->y; another speaks louder, but against it. The rest is no fair share of what is learned. */
const ledBy = (kind: string, rest = 1.3) => {
  const other = EVIDENCE_NAMES.find((name) => name !== kind);
  return EVIDENCE_NAMES.map((name) => ({ name, logOdds: name === kind ? 4 : name === other ? -4.5 : rest }));
};

const WORDS = [
  ["likelihood", "makes these rows likelier"],
  ["independence", "looks more like pure noise"],
  ["location-scale velocity", "shifts and stretches response"],
  ["quadratic velocity", "shape of the cloud"],
  ["learned", "network"],
] as const;

describe("the plain reason", () => {
  test.each(WORDS)("says what %s found exactly when that speaks most for the verdict", (kind, words) => {
    for (const [name] of WORDS) {
      const reason = plainReason(decided(ledBy(name)));
      expect(reason.includes(words)).toBe(name === kind);
      expect(reason).toContain("dose drives response");
    }
  });

  test("what a network saw gives way to the strongest other kind from a third of it on", () => {
    const withNext = (logOdds: number) =>
      ledBy("learned").map((each) => (each.name === "quadratic velocity" ? { ...each, logOdds } : each));
    expect(plainReason(decided(withNext(1.34)))).toContain("shape of the cloud");
    expect(plainReason(decided(withNext(1.33)))).toContain("network");
    // Evidence against the verdict is no reason for it, however strong.
    expect(plainReason(decided(withNext(-1)))).toContain("network");
    // Other kinds give way to nothing.
    expect(plainReason(decided(ledBy("independence", 3.9)))).toContain("pure noise");
  });

  test("swapping the columns changes no word", () => {
    const all = [
      ...EVIDENCE_NAMES.map((name) => decided(ledBy(name))),
      decided(ledBy("learned"), { verdict: "cannot-tell", reason: "both-fit" }),
      decided(ledBy("learned"), { verdict: "cannot-tell", gate: "independent" }),
    ];
    for (const decision of all) expect(plainReason(swapped(decision))).toBe(plainReason(decision));
    expect(plainReason(swapped(decided(ledBy("independence"))))).toContain("depends more on response");
  });

  test("without a verdict it says why, one text for each reason and gate", () => {
    const reasons = Object.keys(REASON_WORDS).map((reason) =>
      plainReason(decided(ledBy("learned"), { verdict: "cannot-tell", reason } as Partial<PairDecision>)),
    );
    const gates = Object.keys(GATE_WORDS).map((gate) =>
      plainReason(decided(ledBy("learned"), { verdict: "cannot-tell", gate } as Partial<PairDecision>)),
    );
    expect(new Set([...reasons, ...gates]).size).toBe(reasons.length + gates.length);
    for (const text of gates) expect(text).toMatch(/The evidence was not used\.$/);
  });

  test("a method without evidence gives its costs", () => {
    const { evidence: _, ...costs } = decided(ledBy("learned"), { cost: { "x->y": 1, "y->x": 2 } });
    expect(plainReason(costs)).toBe(reasonSentences(costs)[0]);
  });

  test("of equally strong kinds the first counts; a direction that nothing speaks for has none", () => {
    const even = EVIDENCE_NAMES.map((name) => ({ name, logOdds: 1 }));
    expect(strongestEvidence(even, "x->y")?.name).toBe("likelihood");
    expect(strongestEvidence(even, "y->x")).toBeUndefined();
  });
});
