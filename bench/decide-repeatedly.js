import { bestRoutines, decide } from "causal-velocity";
import { simulate } from "causal-velocity/lab";

// Decides one pair repeatedly in a separate process, after warming up, and prints the seconds per decision. usage: node
// bench/decide-repeatedly.js ROWS COUNT
const [rows, count] = process.argv.slice(2).map(Number);
const { pair } = simulate("an", { n: rows, seed: 1 });
const routines = bestRoutines();
for (let k = 0; k < count / 4; k++) decide(pair, { routines });
const start = performance.now();
for (let k = 0; k < count; k++) decide(pair, { routines });
console.log((performance.now() - start) / 1000 / count);
