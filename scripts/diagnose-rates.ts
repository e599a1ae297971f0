import { diagnose } from "@causal-velocity/core/diagnose/diagnose.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import { randomPair } from "@causal-velocity/lab/simulate/random/random-pair.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";

// How often each finding of diagnose warns or fails, by kind of simulated pair: docs/decisions/0039-diagnostics.md.
//   npx tsx scripts/diagnose-rates.ts [rows] [pairs of each kind] [seed]
// Thresholds were chosen with seed 5: use any other seed for pairs that were not used.

/** Directed pairs of the calibration kit, of all its families. */
const RANDOM = "random";
const KINDS = [
  ...["linear-gaussian", "gaussian-anm", "gaussian-lsnm", "anm", "lsnm", "an", "ls", "mn-u"],
  ...["velocity", "sigmoid", "pnl", "exponential", RANDOM, "independent", "hidden-cause"],
];
/** Distance of seeds, so that no two share a random pair. */
const RANDOM_STRIDE = 100_000;
const [rows = 1000, pairs = 20, seed = 5] = process.argv.slice(2).map(Number);
const routines = wasmRoutines();

const drawn = (kind: string, number: number): { readonly pair: Pair; readonly truth: Truth } =>
  kind === RANDOM
    ? randomPair(number + RANDOM_STRIDE * seed, { n: rows, relation: "directed", rounded: false })
    : simulate(kind, { n: rows, number, seed });

/** Findings about a direction are labeled by whether it is the causal one; x->y where there is none. */
function labelOf({ code, direction }: Finding, truth: Truth): string {
  if (!direction) return code;
  return `${code}, ${direction === (truth === "y->x" ? "y->x" : "x->y") ? "causal" : "back"}`;
}

for (const kind of KINDS) {
  const found = new Map<string, Finding[]>();
  for (let number = 1; number <= pairs; number++) {
    const { pair, truth } = drawn(kind, number);
    for (const finding of diagnose(pair, { routines })) {
      const label = labelOf(finding, truth);
      found.set(label, [...(found.get(label) ?? []), finding]);
    }
  }
  console.log(`\n${kind}, ${rows} rows, ${pairs} pairs: percent that warn, that fail; 10, 50 and 90% quantiles`);
  for (const [label, findings] of found) {
    const percent = (severity: string) =>
      Math.round((100 * findings.filter((finding) => finding.severity === severity).length) / pairs);
    const ascending = Float64Array.from(findings, ({ value }) => value ?? Number.NaN).sort();
    const quantiles = [0.1, 0.5, 0.9].map((q) => ascending[Math.floor(q * (pairs - 1))].toPrecision(2));
    console.log(`  ${label.padEnd(28)} ${percent("warn")}\t${percent("fail")}\t${quantiles.join("\t")}`);
  }
}
