/** @module-tag slow */

import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";
import { decide } from "../support/decide.js";
import { readSharedGolden, readSharedSuite, sharedFolder } from "../support/shared-data.js";

/** Pairs of each suite; all 100 were compared once (docs/methods/flow-likelihood.md). */
const PAIRS = 20;

const ABOUT = "the flow likelihood compared with an independent sketch in numpy";

if (!sharedFolder) {
  test(`${ABOUT}: set CAUSAL_VELOCITY_DATA to the folder with golden/ and data/`, ({ skip }) => skip());
} else {
  describe(ABOUT, sketchTests);
}

function sketchTests(): void {
  /** Per pair: nats for the true direction first. */
  const sketch = readSharedGolden<Record<string, Record<string, readonly number[]>>>("evidence-sketch.json");
  const routines = compiledRoutines();
  const suites = ["SIM", "SIM-c", "SIM-G", "AN", "AN-s", "LS", "LS-s", "MN-U"];
  const synthetic = ["anm", "lsnm", "sigmoid", "velocity"].map((kind) => `synthetic-${kind}`);

  test.each([...suites, ...synthetic])("%s: nats within 5% or 0.5 for four pairs in five, half within 1", (suite) => {
    const gaps = readSharedSuite(suite, PAIRS).map(({ pair, causeIsX }, i) => {
      const { margin } = decide(pair, { method: "flow-likelihood", routines });
      const nats = causeIsX ? margin : -margin;
      const [theirs] = sketch[suite.toLowerCase()][String(i + 1)];
      return {
        gap: Math.abs(nats - theirs),
        isNear: Math.abs(nats - theirs) <= Math.max(0.5, 0.05 * Math.abs(theirs)),
      };
    });
    // The difference is that their entropies are binned, and ours are not.
    expect(gaps.filter(({ isNear }) => isNear).length).toBeGreaterThanOrEqual(0.8 * PAIRS);
    const sorted = gaps.map(({ gap }) => gap).sort((a, b) => a - b);
    expect(sorted[PAIRS / 2]).toBeLessThan(1);
  });
}
