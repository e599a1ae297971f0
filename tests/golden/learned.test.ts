import { readFileSync } from "node:fs";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { learnedLogOdds } from "@causal-velocity/core/learned/learned-log-odds.js";
import { expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";
import { generatedPairs } from "./generated-pairs.js";

const golden = JSON.parse(readFileSync(new URL("./learned.json", import.meta.url), "utf8")) as Record<string, number>;

// scripts/make-golden/learned.py evaluates the shipped weights in numpy, apart from the TypeScript.
test.each(generatedPairs())("$name: the log odds of the shipped network, to 1e-9", ({ name, pair }) => {
  for (const routines of [plainRoutines, compiledRoutines()]) {
    expect(Math.abs(learnedLogOdds(pair, { routines }) - golden[name])).toBeLessThan(1e-9);
  }
});

test("there are as many golden numbers as pairs", () => {
  expect(Object.keys(golden)).toHaveLength(generatedPairs().length);
});
