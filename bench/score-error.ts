import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bestRoutines, type Column, type Pair, pairFromTable, parseTable } from "causal-velocity";
import { medianDistance, standardize, stein } from "causal-velocity/model";
import { unzipSync } from "fflate";
import { medianByDefinition } from "../tests/support/median-by-definition.js";
import { median } from "./measure.js";

// Error of the fast Stein scores over every pair of the benchmark archives. Writes docs/benchmarks/score-error.md.
// usage: CAUSAL_VELOCITY_DATA=folder npm run bench -- errors

const ARCHIVES = ["tuebingen", "sim", "anlsmn", ...["velocity", "sigmoid", "anm", "lsnm"].map((s) => `synthetic-${s}`)];
/** The paper's λ, the default of `stein`. */
const RIDGE = 0.1;
/** Above this, n²/2 distances are too many to list. */
const MOST_NAIVE_ROWS = 6000;
const folder = process.env.CAUSAL_VELOCITY_DATA;
if (!folder) throw new Error("CAUSAL_VELOCITY_DATA is not set: it names the folder that holds data/*.zip");

const routines = bestRoutines();

/** An upper bound of ‖S̃ − S‖/‖S̃‖ over all rows: ‖(K + λI)S̃ − B‖/λ, with K computed pair by pair. */
function errorBound(columns: readonly Column[]): number {
  const bandwidths = columns.map((column) => medianDistance(column, routines));
  const { atRows } = stein({ routines }).estimate(columns);
  const points = columns.map((column, j) => column.map((value) => value / bandwidths[j]));
  const scores = atRows.map((column, j) => column.map((value) => value * bandwidths[j]));
  const rows = Uint32Array.from(columns[0], (_, i) => i);
  const residual = routines.steinResidual({ points, scores, ridge: RIDGE, rows });
  const square = (sets: readonly Column[]) => sets.reduce((sum, set) => set.reduce((s, v) => s + v * v, sum), 0);
  return Math.sqrt(square(residual) / square(scores));
}

interface SuiteErrors {
  readonly alone: number[];
  readonly together: number[];
  exactBandwidths: number;
  checkedBandwidths: number;
}

function measure(pair: Pair, into: SuiteErrors): void {
  const { x, y } = standardize(pair);
  into.alone.push(errorBound([x]), errorBound([y]));
  into.together.push(errorBound([x, y]));
  if (x.length > MOST_NAIVE_ROWS) return;
  for (const column of [x, y]) {
    into.checkedBandwidths += 1;
    if (medianDistance(column, routines) === medianByDefinition(column)) into.exactBandwidths += 1;
  }
}

const suites = new Map<string, SuiteErrors>();
for (const archive of ARCHIVES) {
  const files = unzipSync(readFileSync(join(folder, "data", `${archive}.zip`)));
  for (const path of Object.keys(files).sort()) {
    const found = /^(?:(.*)\/)?pair_?\d+\.txt$/.exec(path);
    if (!found) continue;
    const suite = found[1] ?? archive;
    // The first column of these files numbers the rows.
    const choice = archive === "anlsmn" ? { x: 2, y: 3 } : { x: 1, y: 2 };
    const into = suites.get(suite) ?? { alone: [], together: [], exactBandwidths: 0, checkedBandwidths: 0 };
    suites.set(suite, into);
    measure(pairFromTable(parseTable(new TextDecoder().decode(files[path])), choice), into);
  }
  console.log(`${archive} done`);
}

const figures = (errors: readonly number[]) =>
  `${median(errors).toExponential(0)} / ${Math.max(...errors).toExponential(0)}`;
const document = `# Error of the fast Stein scores

Made by \`npm run bench -- errors\`; regenerate, do not edit. Every pair of the archives, all rows, default accuracy.
The error is bounded from above without solving anything: ‖(K + λI)S̃ − B‖/λ, every kernel computed, over ‖S̃‖; the true error is smaller. Figures are median / largest.
Bandwidths are compared bit for bit with the median of all distances (columns of up to ${MOST_NAIVE_ROWS.toLocaleString("en-US")} rows).

| suite | pairs | one column | two columns | bandwidths equal |
|---|---|---|---|---|
${[...suites]
  .map(
    ([name, { alone, together, exactBandwidths, checkedBandwidths }]) =>
      `| ${name} | ${together.length} | ${figures(alone)} | ${figures(together)} | ${exactBandwidths} of ${checkedBandwidths} |`,
  )
  .join("\n")}
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/score-error.md", import.meta.url)), document);
console.log(document);
