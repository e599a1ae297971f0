import { decide } from "@causal-velocity/core/decide/decide.js";
import { robustness } from "@causal-velocity/core/decide/robustness.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { tablePair } from "@causal-velocity/lab/simulate/random/table-pair.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";

// How often a verdict that survives the checks of --robust is right, and one that does not: docs/columns.md.
//   npx tsx scripts/robustness-rates.ts [rows] [pairs] [seed]
// Pairs as tables have them, of the calibration kit, with seeds that the calibration did not use.

/** Beyond all seeds of the calibration. */
const FIRST_SEED = 900_000_000;
const [rows = 500, pairs = 1000, seed = 0] = process.argv.slice(2).map(Number);
const routines = wasmRoutines();

interface Tally {
  right: number;
  wrong: number;
  /** Verdicts on pairs that have no direction. */
  empty: number;
  claimed: number;
}
const tallies = new Map<string, Tally>();

function count(label: string, truth: string, verdict: string, probability: number): void {
  const tally = tallies.get(label) ?? { right: 0, wrong: 0, empty: 0, claimed: 0 };
  tallies.set(label, tally);
  if (truth !== "x->y" && truth !== "y->x") tally.empty += 1;
  else {
    tally[truth === verdict ? "right" : "wrong"] += 1;
    tally.claimed += probability;
  }
}

for (let number = 0; number < pairs; number++) {
  const { pair, truth } = tablePair(FIRST_SEED + seed * 1_000_000 + number, { n: rows });
  try {
    const decision = decide(pair, { routines });
    const { verdict, probability = 0.5 } = decision;
    if (verdict === "cannot-tell") continue;
    const { checks } = robustness(pair, decision, { routines });
    const lost = checks.filter(({ same }) => same === false);
    const opposite = checks.some((check) => check.same === false && check.verdict && check.verdict !== "cannot-tell");
    count("all verdicts", truth, verdict, probability);
    count(`checks lost: ${Math.min(lost.length, 3)}${lost.length > 2 ? " or more" : ""}`, truth, verdict, probability);
    if (opposite) count("the opposite in some check", truth, verdict, probability);
    for (const { name, same } of checks) {
      if (same !== undefined) count(`${name}: ${same ? "same" : "lost"}`, truth, verdict, probability);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}

console.log(
  `${pairs} pairs of ${rows} rows: verdicts with a truth, percent right, percent claimed, verdicts without one`,
);
for (const [label, { right, wrong, empty, claimed }] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const all = right + wrong;
  const percent = (value: number): string => ((100 * value) / all).toFixed(0).padStart(4);
  console.log(`  ${label.padEnd(30)} ${String(all).padStart(5)} ${percent(right)} ${percent(claimed)} ${empty}`);
}
