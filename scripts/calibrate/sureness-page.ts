import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { choleskyInPlace, choleskySolveInPlace } from "@causal-velocity/core/algebra/cholesky.js";
import { edgeSureness, SURENESS, surenessTerms } from "@causal-velocity/core/graph/edge-sureness.js";
import { LEAST_DIRECTION, LEAST_PRESENCE } from "@causal-velocity/core/graph/graph.js";
import { matrix } from "@causal-velocity/core/primitives/columns.js";
import { ROOT } from "../source-files.js";
import { emptySection } from "./empty-graphs.js";
import type { MeasuredGraph } from "./graph-sureness.js";

// Fits the weights of an arrow's sureness to measured graphs and prints them; judges the weights of the core on other
// graphs; counts arrows between independent columns. Writes docs/benchmarks/graph-sureness.md.
// With --empty only the section of independent columns is made anew.
// usage: tsx scripts/calibrate/sureness-page.ts FIT.jsonl OTHERS.jsonl | --empty
const [fitFile, otherFile] = process.argv.slice(2);
const PAGE = join(ROOT, "docs/benchmarks/graph-sureness.md");
if (fitFile === "--empty") {
  const [others] = readFileSync(PAGE, "utf8").split("## Columns without arrows");
  writeFileSync(PAGE, others + emptySection());
  process.exit();
}
const BINS = 5;
const RIDGE = 0.01;
const NEWTON_STEPS = 60;

type Found = MeasuredGraph["found"][number];

function measured(file: string): MeasuredGraph[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as MeasuredGraph);
}

/** Weights of a logistic regression with a slight ridge, by Newton's steps. */
function logistic(terms: readonly (readonly number[])[], outcomes: readonly boolean[]): number[] {
  const size = terms[0].length;
  const weights = new Float64Array(size);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const information = matrix(size, size);
    const slope = weights.map((weight) => -RIDGE * weight);
    terms.forEach((values, i) => {
      const share = 1 / (1 + Math.exp(-values.reduce((sum, value, k) => sum + value * weights[k], 0)));
      for (let k = 0; k < size; k++) {
        slope[k] += values[k] * (Number(outcomes[i]) - share);
        for (let l = 0; l <= k; l++) information.data[k * size + l] += values[k] * values[l] * share * (1 - share);
      }
    });
    for (let k = 0; k < size; k++) information.data[k * size + k] += RIDGE;
    choleskyInPlace(information);
    choleskySolveInPlace(information, slope);
    for (let k = 0; k < size; k++) weights[k] += slope[k];
  }
  return [...weights].map((weight) => Number(weight.toFixed(2)));
}

const isThere = ({ truth }: Found) => truth !== "wrong";
const isRight = ({ truth }: Found) => truth === "right";

function fitted(graphs: readonly MeasuredGraph[]) {
  const arrows = graphs.flatMap(({ found }) => found);
  const present = arrows.filter(isThere);
  return {
    presence: logistic(
      arrows.map((arrow) => surenessTerms(arrow).presence),
      arrows.map(isThere),
    ),
    direction: logistic(
      present.map((arrow) => surenessTerms(arrow).direction),
      present.map(isRight),
    ),
  };
}

interface Claim {
  readonly claimed: number;
  readonly isTrue: boolean;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Bins of equal size, the least sure first. */
function binsOf(claims: readonly Claim[]) {
  const sorted = [...claims].sort((a, b) => a.claimed - b.claimed);
  return Array.from({ length: BINS }, (_, b) => {
    const bin = sorted.slice(Math.round((b * sorted.length) / BINS), Math.round(((b + 1) * sorted.length) / BINS));
    const [claimed, seen] = [mean(bin.map((each) => each.claimed)), mean(bin.map((each) => Number(each.isTrue)))];
    return { size: bin.length, claimed, seen, points: 100 * (claimed - seen) };
  });
}

function binRows(claims: readonly Claim[]): string {
  return binsOf(claims)
    .map(({ size, claimed, seen, points }, b) => {
      const error = Math.sqrt((seen * (1 - seen)) / size);
      return `| ${b + 1} | ${size} | ${percent(claimed)} | ${percent(seen)} ± ${percent(error)} | ${points.toFixed(1)} |`;
    })
    .join("\n");
}

/** The largest difference of a bin, in points. */
const farthest = (claims: readonly Claim[]): string =>
  Math.max(...binsOf(claims).map(({ points }) => Math.abs(points))).toFixed(1);

/** The largest table, in cells. */
const mostCells = (all: readonly MeasuredGraph[]): string =>
  Math.max(...all.map(({ settings }) => settings.columns * settings.rows)).toLocaleString("en-US");

const fitGraphs = measured(fitFile);
console.log("fitted weights:", JSON.stringify(fitted(fitGraphs)), "in the core:", JSON.stringify(SURENESS));
const graphs = measured(otherFile);
const judged = graphs.flatMap(({ found, settings }) =>
  found.map((arrow) => ({ arrow, mechanism: settings.mechanism, ...edgeSureness(arrow) })),
);
const shown = judged.filter(({ presence }) => presence >= LEAST_PRESENCE);
const directed = shown.filter(({ direction }) => direction >= LEAST_DIRECTION);
const mechanisms = [...new Set(shown.map(({ mechanism }) => mechanism))].sort();
const presences = judged.map(({ arrow, presence }) => ({ claimed: presence, isTrue: isThere(arrow) }));
const directions = judged
  .filter(({ arrow }) => isThere(arrow))
  .map(({ arrow, direction }) => ({ claimed: direction, isTrue: isRight(arrow) }));
const both = shown.map(({ arrow, presence, direction }) => ({ claimed: presence * direction, isTrue: isRight(arrow) }));
const page = `# How sure an arrow is

Made by \`scripts/calibrate/graph-sureness.ts\` and \`sureness-page.ts\`; regenerate, do not edit. Weights were fitted to ${fitGraphs.flatMap(({ found }) => found).length} arrows of ${fitGraphs.length} simulated graphs (tables of up to ${mostCells(fitGraphs)} cells), and are judged here on ${graphs.length} others, of up to ${mostCells(graphs)} cells: 3 to 20 columns, 100 to 2,000 rows, both topologies and all seven mechanisms, one column in ten rounded. Linear-Gaussian graphs, most of whose directions no method can tell, are a seventh of them. ${shown.length} arrows were shown (presence of ${percent(LEAST_PRESENCE)} or more), of ${graphs.reduce((sum, { edges }) => sum + edges, 0)} true ones.

The aim is that claimed and true differ by at most 5 points in every bin. The farthest bin of the arrows that are shown differs by ${farthest(both)} points, of directions by ${farthest(directions)}, and of the presence of all arrows found, also those too unsure to be shown, by ${farthest(presences)}. By kind of mechanism differences are larger (last table but one).

## Presence

Whether the two columns are joined by an arrow, either way: all arrows found, in five bins of equal size.

| bin | arrows | claimed | true | difference, points |
|--:|--:|--:|--:|--:|
${binRows(presences)}

## Direction

Arrows between columns that are joined.

| bin | arrows | claimed | true | difference, points |
|--:|--:|--:|--:|--:|
${binRows(directions)}

## Shown arrows

Presence times direction is the probability that an arrow is there and points this way. ${directed.length} of the ${shown.length} shown arrows have a direction (${percent(LEAST_DIRECTION)} or more); of these ${percent(mean(directed.map(({ arrow }) => Number(isRight(arrow)))))} are right in both.

| bin | arrows | claimed | true | difference, points |
|--:|--:|--:|--:|--:|
${binRows(both)}

| mechanism | arrows shown | claimed | right |
|---|--:|--:|--:|
${mechanisms
  .map((mechanism) => {
    const own = shown.filter((each) => each.mechanism === mechanism);
    const claimed = mean(own.map(({ presence, direction }) => presence * direction));
    return `| ${mechanism} | ${own.length} | ${percent(claimed)} | ${percent(mean(own.map(({ arrow }) => Number(isRight(arrow)))))} |`;
  })
  .join("\n")}

${emptySection()}`;
writeFileSync(PAGE, page);
