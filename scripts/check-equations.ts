import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { equationFaults } from "./equation-faults.js";
import { ROOT, report, sourceFiles } from "./source-files.js";

// Checks that docs/equations.md, the @paper tags and the tests name the same labels and, if the paper's source is
// available, that it has them too.
const paperPath = join(process.env.CAUSAL_VELOCITY_DATA ?? "", "paper", "causal-velocity-models.tex");
const table = readFileSync(join(ROOT, "docs", "equations.md"), "utf8");
const files = [...sourceFiles("packages").filter(({ path }) => path.includes("/src/")), ...sourceFiles("tests")];
const paper = existsSync(paperPath) ? readFileSync(paperPath, "utf8") : undefined;
report("equations", equationFaults({ table, files, paper }));
