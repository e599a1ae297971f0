// Run: npx tsx examples/02-what-if.ts
import { readFileSync } from "node:fs";
import { pairFromTable, parseTable } from "causal-velocity";
import {
  fitBoth,
  fitScm,
  flow,
  lsnmVelocity,
  orientScale,
  pairScores,
  standardize,
  stein,
  toStandardUnits,
  toUserUnits,
} from "causal-velocity/model";

const text = readFileSync(new URL("./dose-response.csv", import.meta.url), "utf8");
const pair = standardize(pairFromTable(parseTable(text), { x: "dose", y: "response" }));
const fit = fitBoth(lsnmVelocity(), pair, pairScores(pair, stein()))["x->y"];
const units = orientScale(pair, "x->y");

// One patient: the same noise, another dose.
const [from, to] = toStandardUnits(Float64Array.of(4, 6), units.cause);
const effect = toStandardUnits(Float64Array.of(60), units.effect);
const [moved] = toUserUnits(flow(fit, { effect, from, to }).effect, units.effect);
console.log(`response 60 at dose 4; had the dose been 6: ${moved.toFixed(1)}`);

// All patients: the mean response if everyone got this dose.
const doses = Float64Array.of(3, 4, 5, 6, 7);
const { effect: means } = fitScm(fit).interventionMean(toStandardUnits(doses, units.cause));
toUserUnits(means, units.effect).forEach((mean, i) => {
  console.log(`dose ${doses[i]}: mean response ${mean.toFixed(1)}`);
});
