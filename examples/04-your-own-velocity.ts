// Run: npx tsx examples/04-your-own-velocity.ts
import { readFileSync } from "node:fs";
import { decide, pairFromTable, parseTable } from "causal-velocity";
import { basisVelocity, methodOf, parseBasis } from "causal-velocity/model";

const text = readFileSync(new URL("./dose-response.csv", import.meta.url), "utf8");
const pair = pairFromTable(parseTable(text), { x: "dose", y: "response" });

// What you know about the process, as a velocity: the benefit of more dose falls with the dose and turns into harm, and
// the scatter grows. x is the cause and y the effect, each in standard deviations from its mean.
const { verdict, options } = decide(pair, { basis: "1, x, y, x*y" });
console.log(`${verdict} with ${options.basis}`);

// Any function with its derivatives is allowed: here the effect of the dose fades beyond one standard deviation.
const fading = (x: number) => 1 / (1 + Math.exp(4 * (x - 1)));
const velocity = basisVelocity("fading", [
  ...parseBasis("1, x, y"),
  {
    name: "fading",
    linearGrowth: true,
    value: (_, x) => fading(x),
    dEffect: () => 0,
    dCause: (_, x) => -4 * fading(x) * (1 - fading(x)),
  },
]);
const { method, cost } = decide(pair, { method: methodOf(velocity) });
console.log(`${method}: loss ${cost["x->y"].toFixed(3)} against ${cost["y->x"].toFixed(3)}`);
