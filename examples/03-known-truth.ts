// Run: npx tsx examples/03-known-truth.ts
import { decide } from "causal-velocity";
import { simulate, simulators } from "causal-velocity/lab";

const PAIRS = 10;

// How often is the default right on pairs whose direction is known?
for (const kind of ["an", "lsnm"]) {
  let right = 0;
  for (let number = 1; number <= PAIRS; number++) {
    const { pair, truth } = simulate(kind, { n: 500, seed: 1, number, direction: "random" });
    if (decide(pair).verdict === truth) right += 1;
  }
  const { summary } = simulators.find(({ name }) => name === kind) ?? { summary: "" };
  console.log(`${kind}: ${right} of ${PAIRS} right (${summary})`);
}
