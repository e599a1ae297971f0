// Run: npx tsx examples/01-decide-a-pair.ts
import { readFileSync } from "node:fs";
import { decide, pairFromTable, parseTable } from "causal-velocity";

const text = readFileSync(new URL("./dose-response.csv", import.meta.url), "utf8");
const pair = pairFromTable(parseTable(text), { x: "dose", y: "response" });
const { verdict, probability, rows } = decide(pair);

console.log(verdict); // x->y
// Undefined if a gate closed.
if (probability !== undefined) {
  console.log(`with probability ${probability.toFixed(3)}, from ${rows.used} of ${rows.read} rows`);
}
