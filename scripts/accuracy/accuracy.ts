import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measurePairs } from "../calibrate/measure-pairs.js";
import { CALIBRATION_FOLDER, planPairs, WHOLE_PLAN } from "../calibrate/plan.js";
import { ROOT } from "../source-files.js";
import { accuracyPage } from "./accuracy-page.js";
import { CONTINUOUS, FEW_ROWS, LONG, THIRTEEN } from "./columns.js";
import { type BenchmarkPair, measureSuites } from "./measure-suites.js";
import { measureRounding } from "./rounding.js";
import { FEW_ROWS_RIVALS, LONG_RIVALS, RIVALS, runRivals, type SuiteRecord } from "./run-rivals.js";

// How often the default method is right on the benchmarks, compared with its parts and its rivals. Writes
// docs/benchmarks/accuracy.md. Reads the pairs of `npm run calibrate`, and measures them if they are missing. usage:
// CAUSAL_VELOCITY_DATA=folder npm run accuracy

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: String(availableParallelism()) },
    calibration: { type: "string", default: CALIBRATION_FOLDER },
    out: { type: "string", default: join(ROOT, ".cache/accuracy") },
  },
});
const folder = process.env.CAUSAL_VELOCITY_DATA;
if (!folder) throw new Error("CAUSAL_VELOCITY_DATA is not set: it names the folder that holds data/*.zip");
const data = join(folder, "data");
const jobs = Number(values.jobs);
/** Seeds of further draws of 1,000 rows, for columns whose pairs have more; the same as in `benchmark --seed`. */
const SEEDS = [1000, 2000, 3000, 4000];

mkdirSync(values.out, { recursive: true });
const { pairs: kit } = await measurePairs(planPairs(WHOLE_PLAN), values.calibration, jobs);
const measuring = { data, jobs };
const pairs = await measureSuites({ ...measuring, columns: [...THIRTEEN, CONTINUOUS, ...LONG], seed: 0 });
const redrawn = THIRTEEN.filter(({ suite }) => /^(synthetic|tuebingen)/.test(suite));
const draws: BenchmarkPair[][] = [];
for (const seed of SEEDS) draws.push(await measureSuites({ ...measuring, columns: redrawn, seed }));
const rivals = runRivals([...THIRTEEN, CONTINUOUS], ["default", ...RIVALS], values.out);
const fewRowsRivals = runRivals(FEW_ROWS, FEW_ROWS_RIVALS, values.out);
const longRivals = runRivals(LONG, ["default", ...LONG_RIVALS], values.out);
requireSameScores(pairs, [...rivals, ...longRivals]);
const rounding = await measureRounding(jobs);

writeFileSync(
  join(ROOT, "docs/benchmarks/accuracy.md"),
  accuracyPage({ kit, pairs, draws, rivals, fewRowsRivals, longRivals, rounding }),
);

/** Checks that the measures of this script and the `benchmark` command come from the same rows and the same method. */
function requireSameScores(measured: readonly BenchmarkPair[], records: readonly SuiteRecord[]): void {
  for (const { suite, results } of records.filter(({ method }) => method === "default")) {
    for (const { id, margin } of results) {
      const found = measured.some(
        (pair) => pair.column.suite === suite && pair.id === id && pair.measures.margin === margin,
      );
      if (!found) throw new Error(`${suite} ${id}: measured and benchmarked scores differ`);
    }
  }
}
