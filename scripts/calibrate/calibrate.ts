import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../source-files.js";
import { calibrationPage } from "./calibration-page.js";
import { fitWeights } from "./fit-weights.js";
import { judgeConfidence } from "./judge-confidence.js";
import { measurePairs } from "./measure-pairs.js";
import { CALIBRATION_FOLDER, planPairs, WHOLE_PLAN } from "./plan.js";
import { reliabilityDiagram } from "./reliability-diagram.js";
import { weightsModule } from "./weights-module.js";

// Simulates pairs, measures them, fits the weights of the default method and writes them, a page about them and the
// reliability diagram. Resumable: measured pairs are kept in the folder of --out.
// --dry-run prints the page and writes nothing else.

const { values } = parseArgs({
  options: {
    fit: { type: "string", default: String(WHOLE_PLAN.fit) },
    "left-out": { type: "string", default: String(WHOLE_PLAN["left-out"]) },
    undirected: { type: "string", default: String(WHOLE_PLAN.undirected) },
    jobs: { type: "string", default: String(availableParallelism()) },
    out: { type: "string", default: CALIBRATION_FOLDER },
    "dry-run": { type: "boolean", default: false },
  },
});
const counts = {
  fit: Number(values.fit),
  "left-out": Number(values["left-out"]),
  undirected: Number(values.undirected),
};
const { pairs, failures } = await measurePairs(planPairs(counts), values.out, Number(values.jobs));
const weights = fitWeights(pairs.filter(({ purpose }) => purpose === "fit"));
const page = calibrationPage(pairs, weights, failures);
if (values["dry-run"]) process.stdout.write(page);
else {
  const leftOut = judgeConfidence(
    pairs.filter(({ purpose }) => purpose === "left-out"),
    weights,
  );
  writeFileSync(join(ROOT, "packages/core/src/decide/evidence-weights.ts"), weightsModule(weights));
  writeFileSync(join(ROOT, "docs/benchmarks/calibration.md"), page);
  writeFileSync(join(ROOT, "docs/benchmarks/reliability.svg"), reliabilityDiagram(leftOut.bins));
}
