// Run: npx tsx examples/07-graph.ts
import { readFileSync } from "node:fs";
import { findGraph, parseTable } from "causal-velocity";

const text = readFileSync(new URL("./greenhouse.csv", import.meta.url), "utf8");

// Weather comes before what grows in it, and the distance to the road is of no interest.
const { edges } = await findGraph(parseTable(text), {
  columns: ["sunshine", "watering", "temperature", "moisture", "growth", "yield"],
  knowledge: { tiers: [["sunshine", "watering"], ["growth"], ["yield"]] },
  onProgress: ({ done, total }) => console.error(`${done} of ${total} searches`),
});
for (const { from, to, presence, strength } of edges) {
  console.log(`${from} -> ${to}: ${presence.toFixed(2)}, explains ${Math.round(100 * strength.variance)}%`);
}
