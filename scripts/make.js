import { runScripts } from "./run-scripts.js";

// Makes files that are kept in the repository.
// usage: npm run make -- NAME [its arguments]
runScripts("make", {
  examples: ["scripts/make-example.ts"],
  // Needs python3 with numpy and scipy.
  golden: [
    "scripts/make-golden/write-pairs.ts",
    "scripts/make-golden/golden.py",
    "scripts/make-golden/permutation.py",
    "scripts/make-golden/learned.py",
  ],
  // Decides the held-out pairs: once, on the final method (docs/held-out.md).
  "held-out": ["scripts/held-out/held-out.ts"],
  // Counts the tests of the last `npm test` and `npm run test:rest`.
  reliability: ["scripts/make-reliability.ts"],
  pictures: ["scripts/make-pictures.ts"],
  // Needs python3.
  workbooks: ["scripts/make-workbooks.py"],
  // Needs the programs lz4 and zstd.
  arrow: ["scripts/make-arrow.ts"],
  screenshots: ["scripts/make-screenshots.ts"],
});
