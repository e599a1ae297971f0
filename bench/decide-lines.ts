import { bestRoutines, decide } from "causal-velocity";
import {
  anmVelocity,
  basisVelocity,
  exponentialTerms,
  fitBoth,
  fourierTerms,
  lsnmVelocity,
  pairScores,
  polynomialTerms,
  stein,
  type VelocityClass,
} from "causal-velocity/model";
import { benchPair, count, type Line, medianCpu } from "./measure.js";

/** Scores and every linear velocity class, both directions, and a decision by the default method. */
export function decideLines(rows: number): Line[] {
  const pair = benchPair(rows);
  const exponential = exponentialTerms();
  const classes: VelocityClass[] = [
    lsnmVelocity(),
    anmVelocity(),
    ...[1, 2, 3].map((degree) => basisVelocity(`degree ${degree}`, polynomialTerms(degree))),
    ...[1, 2].map((degree) => basisVelocity(`degree ${degree} exp`, [...polynomialTerms(degree), ...exponential])),
    basisVelocity("fourier", fourierTerms()),
    basisVelocity("zero", []),
  ];
  const routines = bestRoutines();
  const all = () => {
    const scores = pairScores(pair, stein({ routines }));
    for (const velocity of classes) fitBoth(velocity, pair, scores, { routines });
  };
  const name = `scores and all ${classes.length} velocity classes, both directions, n = ${count(rows)}`;
  return [
    { name, ours: medianCpu(all, 30), peer: "" },
    { name: `decide, n = ${count(rows)}`, ours: medianCpu(() => decide(pair), 30), peer: "" },
  ];
}
