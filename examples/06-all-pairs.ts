// Run: npx tsx examples/06-all-pairs.ts
import { decidePairs, pairsSentences, pairsSummary, seededRng, tableFromColumns } from "causal-velocity";

// Rain fills the river and the river drives the mill; the price of salt is unrelated.
const rng = seededRng(3);
const draw = (value: (i: number) => number) => Float64Array.from({ length: 500 }, (_, i) => value(i));
const rain = draw(() => 4 * rng.uniform());
const river = draw((i) => rain[i] ** 2 + rng.normal());
const mill = draw((i) => Math.tanh(river[i] / 8) + 0.1 * rng.normal());
const salt = draw(() => rng.normal());
const table = tableFromColumns(Object.entries({ rain, river, mill, salt }).map(([name, values]) => ({ name, values })));

// All pairs, on all cores; in a browser, in workers of the page. The option `signal` stops it.
const outcomes = await decidePairs(
  table,
  {},
  { onProgress: ({ done, total }) => console.error(`${done} of ${total}`) },
);
for (const { names, decision } of outcomes) console.log(`${names.x}, ${names.y}: ${decision?.verdict}`);
console.log(pairsSentences(pairsSummary(outcomes)).join("\n"));
