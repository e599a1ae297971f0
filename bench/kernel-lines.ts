import { learnedLogOdds } from "@causal-velocity/core/learned/learned-log-odds.js";
import { bestRoutines, plainRoutines, type Routines } from "causal-velocity";
import { hsic, hsicFeatures, kde, medianDistance, type StandardPair } from "causal-velocity/model";
import { benchPair, count, type Line, medianCpu, numpyCpu } from "./measure.js";

/** Scores of a kernel density estimate of both columns, compared with numpy and with our plain TypeScript. */
export function kdeLines(folder: string, rows: number): Line[] {
  const pair = benchPair(rows);
  return (["exponential", "gaussian"] as const).flatMap((kernel) => {
    const estimate = (routines: Routines) => () => kde({ kernel, routines }).estimate([pair.x, pair.y]);
    const ours = medianCpu(estimate(bestRoutines()), 10);
    const name = `KDE scores, ${kernel}, two columns, n = ${count(rows)}`;
    return [
      { name, ours, peer: "numpy, pair by pair", theirs: numpyCpu(folder, pair, `kde-${kernel}`, 1) },
      { name, ours, peer: "our plain TypeScript, pair by pair", theirs: medianCpu(estimate(plainRoutines), 1) },
    ];
  });
}

/** HSIC with bandwidths, compared with numpy and with our plain TypeScript. */
export function hsicLines(folder: string, rows: number): Line[] {
  const pair = benchPair(rows);
  const ours = medianCpu(() => statistic(pair, bestRoutines()), 10);
  const name = `HSIC, n = ${count(rows)}`;
  return [
    { name, ours, peer: "numpy, n × n matrices", theirs: numpyCpu(folder, pair, "hsic", 1) },
    { name, ours, peer: "our plain TypeScript", theirs: medianCpu(() => statistic(pair, plainRoutines), 3) },
  ];
}

/** Learned evidence from two columns: margins, both pictures, both passes of the network in the package. */
export function learnedLine(rows: number): Line {
  const pair = benchPair(rows);
  const evidence = (routines: Routines) => () => learnedLogOdds(pair, { routines });
  return {
    name: `learned evidence, n = ${count(rows)}`,
    ours: medianCpu(evidence(bestRoutines()), 100),
    peer: "our plain TypeScript",
    theirs: medianCpu(evidence(plainRoutines), 10),
  };
}

function statistic(pair: StandardPair, routines: Routines): number {
  const features = (column: Float64Array) => hsicFeatures(column, medianDistance(column, routines), { routines });
  return hsic(features(pair.x), features(pair.y));
}
