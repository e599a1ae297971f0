import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import { pairFromTable } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import { allMethods, methodNamed } from "@causal-velocity/lab/rivals/methods.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide } from "../support/decide.js";
import { tries } from "../support/tries.js";

/** Difficult columns: ties, huge and tiny numbers, outliers, near-constant, copies, gaps, text. */
const ordinary = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -5_000_000, max: 5_000_000 }).map((v) => String(v / 1e6)) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom("NA", "", "1e4", "-300", "5e-324") },
);
const value = fc.oneof(
  { weight: 20, arbitrary: ordinary },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom("1e308", "-1e308", "1e15", "inf", "oops") },
);
const rowsOf = (x: fc.Arbitrary<string>, y: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.array(fc.tuple(x, y), { minLength: 24, maxLength: 60 }) },
    { weight: 1, arbitrary: fc.array(fc.tuple(x, y), { minLength: 1, maxLength: 23 }) },
  );
const copied = fc
  .array(value, { minLength: 20, maxLength: 50 })
  .map((column) => column.map((v) => [v, v] as [string, string]));
const nearlyConstant = fc.constantFrom("7", "7", "7", "7.000000001");
const binary = fc.constantFrom("0", "1");
const hostileRows = fc.oneof(
  rowsOf(ordinary, ordinary),
  rowsOf(ordinary, value),
  rowsOf(value, value),
  rowsOf(nearlyConstant, value),
  rowsOf(binary, binary),
  copied,
);

/** Losses, divergences and dependences are not negative; entropies may be. */
const NEVER_NEGATIVE = ["velocity", "regression", "histogram"];

/** A method and the options that it has. */
function optionsFor(chosen: { readonly method: string }): { readonly method: string } {
  const { defaults } = methodNamed(chosen.method);
  const kept = Object.entries(chosen).filter(([key]) => key === "method" || Object.hasOwn(defaults, key));
  // Networks would take seconds a pair.
  const few = Object.hasOwn(defaults, "steps") ? { steps: 5 } : {};
  return { ...Object.fromEntries(kept), ...few } as { method: string };
}

function account(decision: PairDecision, rowCount: number): void {
  const { read, used, dropped, reasons } = decision.rows;
  expect(read).toBe(rowCount);
  expect(used + dropped).toBe(read);
  expect(Object.values(reasons).reduce((sum, count) => sum + count, 0)).toBe(dropped);
}

describe("decide on difficult tables", () => {
  test("answers with finite costs and a count of all rows, or throws an InputError", () => {
    const options = fc.record({
      method: fc.constantFrom(...allMethods.map(({ name }) => name)),
      score: fc.constantFrom("stein", "kde"),
      rule: fc.constantFrom("squared", "absolute", "relative"),
      trim: fc.constantFrom(0, 0.05, 0.5),
      asPublished: fc.boolean(),
    });
    let answered = 0;
    fc.assert(
      fc.property(hostileRows, options, (rows, chosen) => {
        const text = `a,b\n${rows.map(([x, y]) => `${x},${y}\n`).join("")}`;
        const written = rows.length;
        let decision: PairDecision;
        try {
          const table = parseTable(text, { header: true, delimiter: "," });
          expect(table.rowCount).toBe(written);
          decision = decide(pairFromTable(table), optionsFor(chosen));
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          return;
        }
        answered += 1;
        account(decision, written);
        const costs = Object.values(decision.cost);
        expect(costs.every(Number.isFinite)).toBe(true);
        const { kind, costs: meaning } = methodNamed(chosen.method);
        if (NEVER_NEGATIVE.includes(kind) && meaning !== "difference")
          expect(Math.min(...costs)).toBeGreaterThanOrEqual(0);
        expect(decision.margin).toBe(decision.cost["y->x"] - decision.cost["x->y"]);
        if (decision.verdict !== "cannot-tell") expect(decision.verdict).toBe(decision.margin > 0 ? "x->y" : "y->x");
      }),
      tries(1200),
    );
    // The generator must produce tables that are decided, or this test would prove nothing.
    expect(answered).toBeGreaterThan(200);
  });
});
