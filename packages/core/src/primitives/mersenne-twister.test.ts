import { expect, test } from "vitest";
import { mersenneTwister } from "./random.js";

// From numpy's RandomState, which has the same seeding.
test.each([
  [711, 0, 2393827738],
  [711, 1, 3049425505],
  [711, 700, 737060313],
  [711, 1299, 2258675557],
  [5489, 0, 3499211612],
  [5489, 2, 3890346734],
])("seed %i, word %i", (seed, index, expected) => {
  const next = mersenneTwister(seed);
  for (let i = 0; i < index; i++) next();
  expect(next()).toBe(expected);
});
