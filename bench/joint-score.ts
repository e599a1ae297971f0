import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { orientScale } from "@causal-velocity/core/fit/orient.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { pairScores } from "@causal-velocity/core/score/pair-scores.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { quartiles } from "@causal-velocity/lab/evaluate/metrics.js";
import { publishedStudies } from "@causal-velocity/lab/reproduce/published-sample-sizes.js";
import { jointScore, type StructuralModel } from "@causal-velocity/lab/simulate/joint-density.js";
import { mechanismJet } from "@causal-velocity/lab/simulate/mechanism.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { rolesOf } from "@causal-velocity/lab/simulate/simulator.js";
import { bestRoutines } from "causal-velocity";

// The joint-score column of the paper's sample-size tables: errors of our estimates from the true score, and from the
// one that the published program computes, which does not divide the noise by its variance. Writes
// docs/reproduction/joint-score.md.
// usage: npm run bench -- joint-score [--pairs 100] [--rows 5000]

const { values } = parseArgs({
  options: { pairs: { type: "string", default: "100" }, rows: { type: "string", default: "5000" } },
});
const [pairs, mostRows] = [Number(values.pairs), Number(values.rows)];
const routines = bestRoutines();

/** Half of the summed squared errors of both components, as the paper averages them. */
function errorOf(estimated: readonly Column[], known: readonly Column[]): number {
  let sum = 0;
  known.forEach((column, k) => {
    for (let i = 0; i < column.length; i++) sum += (estimated[k][i] - column[i]) ** 2;
  });
  return sum / known[0].length / 2;
}

function errorsAt(kind: string, rows: number): { right: Column; omitted: Column } {
  const [right, omitted] = [new Float64Array(pairs), new Float64Array(pairs)];
  for (let k = 0; k < pairs; k++) {
    const simulated = simulate(kind, { n: rows, number: k + 1 });
    const { noise: drawn, density } = simulated;
    if (!drawn || !density) throw new Error(`${kind} has no known scores`);
    const pair = standardize(simulated.pair);
    const scale = orientScale(pair, simulated.truth === "y->x" ? "y->x" : "x->y");
    const { jointX, jointY } = pairScores(pair, stein({ routines }));
    const estimated = simulated.truth === "x->y" ? [jointX, jointY] : [jointY, jointX];
    const { model } = density;
    // A normal score is −e/σ²; without the variance it is −e.
    const variance = -1 / model.noise.score(1);
    const published = { ...model, noise: { ...model.noise, score: (e: number) => variance * model.noise.score(e) } };
    const { cause } = rolesOf(simulated);
    const jet = mechanismJet();
    const knownBy = (of: StructuralModel): Column[] => {
      const known = [new Float64Array(rows), new Float64Array(rows)];
      for (let i = 0; i < rows; i++) {
        model.mechanism.jetInto(cause[i], drawn[i], jet);
        const score = jointScore(of, cause[i], drawn[i], jet);
        known[0][i] = score.cause * scale.cause.sd;
        known[1][i] = score.effect * scale.effect.sd;
      }
      return known;
    };
    right[k] = errorOf(estimated, knownBy(model));
    omitted[k] = errorOf(estimated, knownBy(published));
  }
  return { right, omitted };
}

const two = (value: number): string => String(Number(value.toPrecision(2)));
const cell = (column: Column): string => {
  const { median, lower, upper } = quartiles(column);
  return `${two(median)} (${two(lower)}, ${two(upper)})`;
};

const tables = publishedStudies.map(({ title, label, kind, sizes }) => {
  const lines = sizes
    .filter(({ rows }) => rows <= mostRows)
    .map(({ rows, jointError }) => {
      const { right, omitted } = errorsAt(kind, rows);
      console.log(kind, rows, cell(right), cell(omitted));
      const printed = `${two(jointError.median)} (${two(jointError.lower)}, ${two(jointError.upper)})`;
      return `| ${rows} | ${printed} | ${cell(omitted)} | ${cell(right)} |`;
    });
  return [
    `## ${title} (\`${label}\`)`,
    ["| n | printed | without 1/σ² | with 1/σ² |", "| --- | --- | --- | --- |", ...lines].join("\n"),
  ].join("\n\n");
});

const page = `# The joint-score column

Made by \`npm run bench -- joint-score\`; regenerate, do not edit. Mean squared error of Stein's estimate of the joint score, averaged over its two components: median (first, third quartile) over ${pairs} simulated pairs of our own, the same as on the pages of the two tables. Errors are measured from two scores. *Without 1/σ²* is what the published program computes: the score of the noise, −e/σ² with σ = 0.2, lacks the division by the variance, and so belongs to noise of variance 1. *With 1/σ²* is the score of the pairs.

${tables.join("\n\n")}
`;
writeFileSync(fileURLToPath(new URL("../docs/reproduction/joint-score.md", import.meta.url)), page);
