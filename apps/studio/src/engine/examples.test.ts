import { expect, test } from "vitest";
import { examples, isRightGuess } from "./examples.js";

test("where there is a direction, guessing it is right, even by luck; that it cannot be told is right only there", () => {
  const rightOf = Object.fromEntries(
    examples.map((example) => [
      example.id,
      (["x->y", "y->x", "independent"] as const).filter((guess) => isRightGuess(example, guess)),
    ]),
  );
  expect(rightOf).toMatchObject({
    "growing-noise": ["x->y"],
    additive: ["y->x"],
    "straight-line": ["x->y", "independent"],
    unrelated: ["independent"],
    "hidden-cause": ["independent"],
  });
});
