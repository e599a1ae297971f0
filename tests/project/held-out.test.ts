import { hostileKinds, testFamilies } from "@causal-velocity/lab/simulate/held-out/held-out-pair.js";
import { describe, expect, test } from "vitest";
import type { HeldOutAnswer } from "../../scripts/held-out/held-out.js";
import { heldOutPage, isRight, isSure, shareOf, sureText } from "../../scripts/held-out/held-out-page.js";
import { realDataPage } from "../../scripts/held-out/real-data-page.js";
import { listedPairs } from "../../scripts/real-data/real-pairs.js";

// Made-up answers: the held-out pairs themselves are decided once, by hand.

const answer = (over: Partial<HeldOutAnswer>): HeldOutAnswer => ({
  set: "family",
  name: testFamilies[0].name,
  truth: "x->y",
  verdict: "x->y",
  margin: 3,
  probability: 1 / (1 + Math.exp(-3)),
  rows: 1000,
  ...over,
});
const [right, wrong] = [answer({}), answer({ truth: "y->x" })];
const refused = answer({ margin: 0, verdict: "cannot-tell", gate: "refused" });
const [unsure, stopped] = [answer({ margin: -0.1, verdict: "cannot-tell" }), answer({ gate: "independent" })];

describe("figures of held-out pairs", () => {
  test("right is by the margin, sure is 90% with open gates", () => {
    expect([right, wrong, unsure, stopped].map(isRight)).toEqual([true, false, false, true]);
    expect([right, wrong, unsure, stopped].map(isSure)).toEqual([true, true, false, false]);
    expect([refused, { ...refused, truth: "y->x" as const }].map(isRight)).toEqual([false, false]);
    expect(shareOf([right, right, right, wrong], isRight)).toBe("75.0% ± 21.7");
  });

  test("sure answers: k of m, interval, claim, coverage", () => {
    const text = sureText([right, right, right, wrong, unsure, stopped]);
    expect(text).toMatch(/^3 of 4 right, 75.0% \(30\.1% to 95\.4%\); claimed 95\.3%; 66\.7% of the pairs$/);
    expect(sureText([unsure])).toBe("none");
  });

  test("pages name every family, kind and pair", () => {
    const sets = (["family", "table"] as const).flatMap((set) =>
      testFamilies.map(({ name }) => answer({ set, name, rows: 60 })),
    );
    const hostile = hostileKinds.flatMap(({ name, direction }) => {
      const truth = direction === "none" ? "none" : "x->y";
      return [answer({ set: "hostile", name, truth }), answer({ set: "hostile", name, truth, margin: -3 })];
    });
    const silence = answer({ set: "silence", name: "random-walks", truth: "none", rows: 200, verdict: "cannot-tell" });
    const about = { look: "made up", commit: "0000000" };
    const page = heldOutPage([...sets, ...hostile, silence, refused], about);
    expect(page).toContain("such as those with a constant column: 1;");
    for (const { name } of [...testFamilies, ...hostileKinds]) expect(page).toContain(`| ${name} |`);
    expect(page).toContain("| random-walks | 200 | 1 | 100.0% |");
    expect(page).toContain("50.0% ±");
    const real = listedPairs().map(({ id, rows }) => answer({ set: "real", name: id, rows }));
    expect(realDataPage(real, about)).toContain("| 95%, right |");
    expect(realDataPage(real, about)).toContain(`| all | ${real.length} | 100.0% ± 0.0 |`);
  });
});
