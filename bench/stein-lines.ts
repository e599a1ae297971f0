import { bestRoutines, plainRoutines } from "causal-velocity";
import { pairScores, type StandardPair, stein } from "causal-velocity/model";
import { benchPair, count, type Line, medianCpu, numpyCpu } from "./measure.js";

const fits = (pair: StandardPair, options: Parameters<typeof stein>[0]) => pairScores(pair, stein(options));

/** Three Stein fits, compared with numpy and with our plain TypeScript. */
export function steinLines(folder: string, rows: number, repeats: { ours: number; numpy: number }): Line[] {
  const pair = benchPair(rows);
  const ours = medianCpu(() => fits(pair, { routines: bestRoutines() }), repeats.ours);
  const fast = medianCpu(() => fits(pair, { routines: bestRoutines(), accuracy: "fast" }), repeats.ours);
  const name = `three Stein fits, n = ${count(rows)}`;
  const cholesky = numpyCpu(folder, pair, "cholesky", repeats.numpy);
  return [
    { name, ours, peer: "numpy, Cholesky", theirs: cholesky },
    { name, ours, peer: "numpy, explicit inverse", theirs: numpyCpu(folder, pair, "inverse", repeats.numpy) },
    { name: `${name}, fast`, ours: fast, peer: "numpy, Cholesky", theirs: cholesky },
    { name, ours, peer: "our plain TypeScript", theirs: medianCpu(() => fits(pair, { routines: plainRoutines }), 3) },
  ];
}

/** Three Stein fits, compared with our dense oracle. */
export function denseLine(rows: number): Line {
  const pair = benchPair(rows);
  const ours = medianCpu(() => fits(pair, { routines: bestRoutines() }), 10);
  const theirs = medianCpu(() => fits(pair, { accuracy: "exact" }), 3);
  return { name: `three Stein fits, n = ${count(rows)}`, ours, peer: "our dense oracle", theirs };
}
