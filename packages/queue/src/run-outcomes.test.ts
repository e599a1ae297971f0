import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { outcomeFrom, outcomeText } from "./run-outcomes.js";

test("every number is read back to the bit, in the order of the fields", () => {
  fc.assert(
    fc.property(fc.double(), fc.double(), fc.string(), (score, cost, name) => {
      const outcome = { x: 1, y: 2, names: { x: name, y: "b" }, decision: { score, cost: [cost, -0, NaN] } };
      const back = outcomeFrom(outcomeText(outcome as unknown as PairOutcome));
      expect(back).toStrictEqual(outcome);
      expect(Object.keys(back)).toEqual(Object.keys(outcome));
    }),
  );
});
