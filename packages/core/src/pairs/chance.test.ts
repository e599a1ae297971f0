import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import type { Decision } from "../decide/decision.js";
import { seededRng } from "../primitives/random.js";
import { tableFromColumns } from "../table/table.js";
import { allAmongMany, amongMany, chanceOf } from "./chance.js";
import { allPairs, planTiles } from "./choose-pairs.js";
import { decideTile, type PairOutcome } from "./decide-tile.js";

function outcome(tail: number, decision: Partial<Decision> = { verdict: "x->y", probability: 0.9 }): PairOutcome {
  return {
    ...{ x: 1, y: 2, names: { x: "a", y: "b" }, dependence: { strength: 0.4, tail } },
    decision: { findings: [], margin: 2, ...decision } as never,
  };
}

const tailsTo = (...tails: number[]) => tails.map((tail) => outcome(tail));

describe("the level", () => {
  test("is the gate's for one pair, and shared by all of many where none depends", () => {
    expect(chanceOf([], 1).level).toBe(0.01);
    expect(chanceOf(tailsTo(0.5), 1).level).toBe(0.01);
    expect(chanceOf(tailsTo(0.002, 0.3, 0.9), 100).level).toBeCloseTo(0.0001, 12);
  });

  test("is 0.01·k/pairs with the largest k for which k tails lie below it", () => {
    // 0.003 < 0.01·3/5 = 0.006 saves 0.0025, which alone would need 0.002.
    expect(chanceOf(tailsTo(0.003, 0.2, 0.0025, 0.004, 0.9), 5).level).toBeCloseTo(0.006, 12);
    expect(chanceOf(tailsTo(0.0025, 0.2, 0.007, 0.3, 0.9), 5).level).toBeCloseTo(0.002, 12);
  });

  test("pairs that another gate closed before, and those without an outcome, count as independent", () => {
    const closed = (tail: number) => outcome(tail, { verdict: "cannot-tell", gate: "discrete" });
    expect(chanceOf([closed(0.0001), closed(0.0001), ...tailsTo(0.009)], 4).level).toBeCloseTo(0.0025, 12);
    const gated = outcome(0.0001, { verdict: "cannot-tell", gate: "linear-gaussian" });
    expect(chanceOf([gated, ...tailsTo(0.002)], 4).level).toBeCloseTo(0.005, 12);
  });

  test("does not depend on the order, and rises with every outcome", () => {
    const rng = seededRng(4);
    const outcomes = tailsTo(...Array.from({ length: 200 }, () => rng.uniform() ** 6));
    expect(chanceOf([...outcomes].reverse(), 200)).toEqual(chanceOf(outcomes, 200));
    let last = 0;
    for (let k = 0; k <= 200; k++) {
      const { level } = chanceOf(outcomes.slice(0, k), 200);
      expect(level).toBeGreaterThanOrEqual(last);
      last = level;
    }
  });
});

describe("an outcome among many", () => {
  const chance = { pairs: 1000, level: 0.001 };

  test("loses verdict, probability and reason where its dependence may be chance, and says why", () => {
    const judged = amongMany(outcome(0.002), chance);
    expect(judged.decision).toMatchObject({ verdict: "cannot-tell", gate: "independent", margin: 2 });
    expect(judged.decision).not.toHaveProperty("probability");
    expect(judged.decision?.findings).toMatchObject([
      { code: "independent", severity: "fail", value: 0.002, sentence: expect.stringMatching(/among 1000 pairs/) },
    ]);
    const doubted = amongMany(
      outcome(0.002, { verdict: "cannot-tell", probability: 0.55, reason: "both-fit" }),
      chance,
    );
    expect(doubted.decision).toMatchObject({ gate: "independent" });
    expect(doubted.decision).not.toHaveProperty("reason");
  });

  test("stays as it is where it depends, where another gate closed, without probabilities and with a problem", () => {
    for (const same of [
      outcome(0.0009),
      outcome(0.5, { verdict: "cannot-tell", gate: "discrete" }),
      outcome(0.5, { verdict: "x->y" }),
      { ...outcome(0.5), dependence: undefined },
      { x: 1, y: 2, names: { x: "a", y: "b" }, problem: { code: "internal", message: "" } } as const,
    ]) {
      expect(amongMany(same as PairOutcome, chance)).toBe(same);
    }
  });

  test("independence comes before normality, as in the gates of one pair, and before what few rows leave of both", () => {
    const normal = { code: "linear-gaussian", severity: "fail", sentence: "", advice: "" } as const;
    const judged = amongMany(
      outcome(0.002, { verdict: "cannot-tell", gate: "linear-gaussian", findings: [normal] }),
      chance,
    );
    expect(judged.decision).toMatchObject({ gate: "independent", findings: [{ code: "independent" }] });
    const few = amongMany(outcome(0.02, { verdict: "cannot-tell", gate: "few-rows" }), chance);
    expect(few.decision?.gate).toBe("independent");
  });

  test("judging twice changes nothing", () => {
    const once = allAmongMany(tailsTo(0.002, 0.0001, 0.5, 0.00001));
    expect(allAmongMany(once)).toEqual(once);
  });
});

test("unrelated columns get no arrow, and related ones keep theirs", () => {
  const rng = seededRng(21);
  const values = Array.from({ length: 16 }, (_, k) => {
    const own = rng.split(`column ${k}`);
    return Float64Array.from({ length: 150 }, () => own.normal() + (k % 2) * own.uniform() ** 3);
  });
  values.push(values[0].map((value) => Math.exp(value / 2) + 0.1 * rng.uniform()));
  const { columns } = tableFromColumns(values.map((column, k) => ({ name: `c${k + 1}`, values: column })));
  const all = columns.map((_, i) => i + 1);
  const alone = [...planTiles(allPairs(all), 99)].flatMap((tile) =>
    decideTile(tile, columns, { routines: compiledRoutines() }),
  );
  const arrows = allAmongMany(alone).filter(({ decision }) => decision?.verdict !== "cannot-tell");
  expect(arrows.map(({ x, y }) => [x, y])).toEqual([[1, 17]]);
});
