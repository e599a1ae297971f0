import { layerFaults } from "./layer-faults.js";
import { isTest, report, sourceFiles } from "./source-files.js";

// Checks that imports follow the layers, and that the core stays pure.
const files = ["packages", "apps"]
  .flatMap(sourceFiles)
  .filter((file) => /^(packages|apps)\/[^/]+\/src\//.test(file.path) && !isTest(file));
report("layers", files.flatMap(layerFaults));
