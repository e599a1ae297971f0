import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../source-files.js";
import { calibrationPage, developmentJudgment } from "./calibration-page.js";
import { evidenceChoices, fitWeights } from "./fit-weights.js";
import { measurePairs } from "./measure-pairs.js";
import { pairsToFit } from "./measured-pair.js";
import { CALIBRATION_FOLDER, planPairs, WHOLE_PLAN } from "./plan.js";
import { reliabilityDiagram } from "./reliability-diagram.js";
import { roundedWeights, weightsModule } from "./weights-module.js";

// Simulates pairs, measures them, fits the weights of the default method and writes them, a page about them and the
// reliability diagram. Resumable: measured pairs are kept in the folder of --out.
// --dry-run prints the page and writes nothing else.

const { values } = parseArgs({
  options: {
    fit: { type: "string", default: String(WHOLE_PLAN.fit) },
    development: { type: "string", default: String(WHOLE_PLAN.development) },
    nested: { type: "string", default: String(WHOLE_PLAN.nested) },
    undirected: { type: "string", default: String(WHOLE_PLAN.undirected) },
    jobs: { type: "string", default: String(availableParallelism()) },
    out: { type: "string", default: CALIBRATION_FOLDER },
    "dry-run": { type: "boolean", default: false },
  },
});
const counts = {
  fit: Number(values.fit),
  development: Number(values.development),
  nested: Number(values.nested),
  undirected: Number(values.undirected),
};
const { pairs, failures } = await measurePairs(planPairs(counts), values.out, Number(values.jobs));
const fitting = pairsToFit(pairs);
const choices = evidenceChoices().map((evidence) => roundedWeights(fitWeights(fitting, evidence)));
const page = calibrationPage(pairs, choices, failures);
if (values["dry-run"]) process.stdout.write(page);
else {
  writeFileSync(join(ROOT, "packages/core/src/decide/evidence-weights.ts"), weightsModule(choices));
  writeFileSync(join(ROOT, "docs/benchmarks/calibration.md"), page);
  const { bins } = developmentJudgment(pairs, choices[0]);
  writeFileSync(join(ROOT, "docs/benchmarks/reliability.svg"), reliabilityDiagram(bins));
}
