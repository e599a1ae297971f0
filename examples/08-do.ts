// Run: npx tsx examples/08-do.ts
import { readFileSync } from "node:fs";
import { counterfactualOn, findGraph, intervene, parseTable } from "causal-velocity";

const table = parseTable(readFileSync(new URL("./greenhouse.csv", import.meta.url), "utf8"));
const graph = await findGraph(table);
const shown = ({ value, low, high }: { readonly value: number; readonly low: number; readonly high: number }) =>
  [value, low, high].map((number) => number.toFixed(1)).join(", ");

// What would the yield be if every bed were watered more?
const set = { column: "watering", value: 5 };
for (const { column, before, after } of intervene(table, graph, { set }).changes) {
  console.log(`${column}: mean ${before.mean.toFixed(1)} now, then ${shown(after.mean)}`);
}

// And that of the first bed?
const { changes } = counterfactualOn(table, graph, { row: 1, set, of: "yield" });
for (const { column, before, after } of changes)
  console.log(`${column} of bed 1: ${shown(after)} instead of ${before}`);
