import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type ColumnChange,
  counterfactualOn,
  type Estimate,
  graph,
  intervene,
  seededRng,
  tableFromColumns,
} from "causal-velocity";
import { type SimulatedGraph, simulateGraph } from "causal-velocity/lab";
import { median } from "./measure.js";

// How far interventions and counterfactuals on graphs are from the truth on simulated graphs, and how often their bands
// contain it. Writes docs/benchmarks/interventions.md. usage: npm run bench -- interventions

const KINDS = ["linear-gaussian", "additive", "location-scale", "post-nonlinear", "mixed"] as const;
const SIZES = [300, 1000];
const GRAPHS = 40;
const COLUMNS = 5;
const DEGREE = 2;
/** Rows whose counterfactuals are asked for in each graph. */
const ROWS_ASKED = 2;
/** Rows behind a true mean. */
const TRUE_ROWS = 8000;
/** The column that is set gets one of these quantiles. */
const QUANTILES = [0.2, 0.8];
/** Rows nearest to the value: what one reads off the rows without a graph. */
const NEAREST_SHARE = 0.1;

interface Question {
  readonly simulated: SimulatedGraph;
  readonly cause: number;
  readonly effect: number;
  readonly value: number;
  readonly rows: readonly number[];
}

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const sdOf = (values: ArrayLike<number>): number => {
  const center = mean(values);
  return Math.sqrt(mean(Array.from(values, (value) => (value - center) ** 2)));
};
const at = (values: ArrayLike<number>, row: number): number => values[row] ?? Number.NaN;
const column = (simulated: SimulatedGraph, j: number) =>
  simulated.columns[j] ?? { name: "", values: new Float64Array() };

/** Columns that follow from one. */
function descendants({ parents }: SimulatedGraph, from: number): number[] {
  const found = new Set([from]);
  for (const _ of parents) {
    parents.forEach((each, j) => {
      if (each.some((i) => found.has(i))) found.add(j);
    });
  }
  return [...found].filter((j) => j !== from);
}

/** @param follows whether the effect is to follow from the cause */
function questionOf(simulated: SimulatedGraph, seed: number, follows: boolean): Question | undefined {
  const rng = seededRng(seed).split("question");
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(rng.uniform() * list.length)];
  const pairs = simulated.parents.flatMap((_, cause) => {
    const after = descendants(simulated, cause);
    const others = simulated.parents.flatMap((_, j) => (j === cause || after.includes(j) ? [] : [j]));
    return (follows ? after : others).map((effect) => ({ cause, effect }));
  });
  const pair = pick(pairs);
  if (!pair) return undefined;
  const { values } = column(simulated, pair.cause);
  const ascending = values.slice().sort();
  const value = at(ascending, Math.floor((pick(QUANTILES) ?? 0) * ascending.length));
  const rows = Array.from({ length: ROWS_ASKED }, () => Math.floor(rng.uniform() * values.length));
  return { simulated, ...pair, value, rows };
}

/** What was measured: errors in standard deviations of the effect, and how many bands hold. */
class Tally {
  readonly errors: Record<string, number[]> = {};
  readonly bands: Record<string, boolean[]> = {};
  error(name: string, value: number): void {
    const list = this.errors[name] ?? [];
    this.errors[name] = [...list, Math.abs(value)];
  }
  band(name: string, { low, high }: Estimate, truth: number): void {
    const list = this.bands[name] ?? [];
    this.bands[name] = [...list, low <= truth && truth <= high];
  }
  median(name: string): string {
    return median(this.errors[name] ?? []).toFixed(3);
  }
  share(name: string): string {
    const list = this.bands[name] ?? [];
    return `${Math.round((100 * list.filter((held) => held).length) / list.length)}%`;
  }
}

function measure(tally: Tally, question: Question, change: ColumnChange, seed: number): void {
  const { simulated, cause, effect, value } = question;
  const set = { column: cause, value };
  const after = simulated.sample(TRUE_ROWS, seededRng(seed).split("truth"), set)[effect] ?? new Float64Array();
  const before = simulated.sample(TRUE_ROWS, seededRng(seed).split("truth"))[effect] ?? new Float64Array();
  const { values } = column(simulated, effect);
  const causes = column(simulated, cause).values;
  const sd = sdOf(values);
  const order = Array.from(causes.keys()).sort(
    (a, b) => Math.abs(at(causes, a) - value) - Math.abs(at(causes, b) - value),
  );
  const nearest = order.slice(0, Math.ceil(NEAREST_SHARE * order.length)).map((row) => at(values, row));
  const truth = mean(after) - mean(before);
  tally.error("effect", truth / sd);
  tally.error("change", (change.change.mean.value - truth) / sd);
  tally.error("nearest", (mean(nearest) - mean(after)) / sd);
  tally.error("width", (change.change.mean.high - change.change.mean.low) / 2 / sd);
  tally.band("change", change.change.mean, truth);
  tally.band("mean", change.after.mean, mean(after));
  tally.band("sd", change.after.sd, sdOf(after));
  const ascending = Float64Array.from(after).sort();
  [0.05, 0.25, 0.5, 0.75, 0.95].forEach((share, k) => {
    const band = change.after.quantiles[k];
    if (band) tally.band("quantiles", band, at(ascending, Math.floor(share * TRUE_ROWS)));
  });
}

const known: string[] = [];
for (const rows of SIZES) {
  for (const mechanism of KINDS) {
    const tally = new Tally();
    for (let seed = 1; (tally.errors.change ?? []).length < GRAPHS; seed++) {
      const settings = { topology: "erdos-renyi", mechanism, columns: COLUMNS, degree: DEGREE, rows } as const;
      const question = questionOf(simulateGraph(settings, seed), seed, true);
      if (!question) continue;
      const { simulated, cause, effect, value } = question;
      const names = simulated.columns.map(({ name }) => name);
      const edges = simulated.parents.flatMap((each, to) =>
        each.map((from) => ({ from: names[from] ?? "", to: names[to] ?? "" })),
      );
      const table = tableFromColumns(simulated.columns);
      const asked = { set: { column: names[cause] ?? "", value }, of: names[effect] ?? "" };
      const arrows = { columns: names, edges };
      const [change] = intervene(table, arrows, asked).changes;
      if (change) measure(tally, question, change, seed);
      const truth = simulated.counterfactual({ column: cause, value })[effect] ?? new Float64Array();
      for (const row of question.rows) {
        const [found] = counterfactualOn(table, arrows, { ...asked, row: row + 1 }).changes;
        if (!found) continue;
        tally.error("row", (found.after.value - at(truth, row)) / sdOf(column(simulated, effect).values));
        if (found.after.high > found.after.low) tally.band("row", found.after, at(truth, row));
      }
    }
    const errors = ["effect", "change", "nearest", "row"].map((name) => tally.median(name));
    const bands = ["change", "mean", "sd", "quantiles", "row"].map((name) => tally.share(name));
    known.push(`| ${rows} | ${mechanism} | ${[...errors, ...bands].join(" | ")} |`);
    process.stderr.write(`${known.at(-1)}\n`);
  }
}

const FOUND_ROWS = 500;
const found: string[] = [];
for (const mechanism of KINDS) {
  for (const follows of [true, false]) {
    const tally = new Tally();
    let right = 0;
    for (let seed = 1001; (tally.errors.change ?? []).length < GRAPHS / 2; seed++) {
      const settings = {
        topology: "erdos-renyi",
        mechanism,
        columns: COLUMNS,
        degree: DEGREE,
        rows: FOUND_ROWS,
      } as const;
      const question = questionOf(simulateGraph(settings, seed), seed, follows);
      if (!question) continue;
      const { simulated, cause, effect, value } = question;
      const table = tableFromColumns(simulated.columns);
      const asked = { set: { column: cause + 1, value }, of: effect + 1 };
      const [change] = intervene(table, graph(table), asked).changes;
      if (!change) continue;
      if (change.follows === follows) right += 1;
      measure(tally, question, change, seed);
    }
    const cells = [
      ...["effect", "change", "nearest", "width"].map((name) => tally.median(name)),
      ...["change", "mean"].map((name) => tally.share(name)),
    ];
    found.push(`| ${mechanism} | ${follows ? "yes" : "no"} | ${right} of ${GRAPHS / 2} | ${cells.join(" | ")} |`);
    process.stderr.write(`${found.at(-1)}\n`);
  }
}

/** Standard error, in points, of a share of 90%. */
const shareError = (count: number): string => (100 * Math.sqrt((0.9 * 0.1) / count)).toFixed(0);

const page = `# Interventions and counterfactuals on graphs

Made by \`npm run bench -- interventions\`. Random graphs of ${COLUMNS} columns, ${DEGREE} neighbors each on average. One column is set to its 20% or 80% quantile, and another one is asked for; the truth is the mean of ${TRUE_ROWS} new rows of the same graph with the column set, and for rows the simulator's own counterfactual. Errors are medians, in standard deviations of the column asked for.

## The graph is known

${GRAPHS} graphs of each kind; the column asked for follows from the one that is set. "Nearest rows": the mean over the tenth of the rows in which the column has nearly the value already, which is what one reads off the rows without a graph. Bands should hold the truth in 90% of the cases; of ${GRAPHS} graphs, such a share has a standard error of ${shareError(GRAPHS)} points.

| rows | kind | true change | error of it | error of nearest rows | error of rows | bands: change | mean | sd | quantiles | rows |
|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${known.join("\n")}

## The graph is found

${GRAPHS / 2} graphs of each kind with ${FOUND_ROWS} rows, each for a column that follows from the one that is set, and for one that does not, of which the true change is 0. "Right": whether arrows lead from one to the other in the graph found, or not, as in the true one. Shares of ${GRAPHS / 2} graphs have a standard error of ${shareError(GRAPHS / 2)} points.

| kind | follows | right | true change | error of it | error of nearest rows | half width of band | bands: change | mean |
|---|---|---:|---:|---:|---:|---:|---:|---:|
${found.join("\n")}
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/interventions.md", import.meta.url)), page);
