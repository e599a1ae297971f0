import { writeFileSync } from "node:fs";
import { generatedPairs, pairCsv } from "../../tests/golden/generated-pairs.js";

// Writes the pairs that golden.py reads; the tests check that these files are what the generator gives.
for (const { name, pair } of generatedPairs()) {
  writeFileSync(new URL(`../../tests/golden/pairs/${name}.csv`, import.meta.url), pairCsv(pair));
  console.log(`${name}: ${pair.x.length} rows`);
}
