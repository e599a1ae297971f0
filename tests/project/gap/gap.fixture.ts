import { expect, test } from "vitest";
import { NotAtHand, orSkip } from "../../support/not-at-hand.js";

test("needs nothing", () => {
  expect(1 + 1).toBe(2);
});

test("needs a browser", async ({ skip }) => {
  await orSkip(skip, Promise.reject(new NotAtHand("there is none here")));
});
