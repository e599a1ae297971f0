import { candidateRecords } from "@causal-velocity/core/explain/records.js";
import type { SetCause, StructuralModel } from "@causal-velocity/core/explain/structural-model.js";
import type { Estimate } from "@causal-velocity/core/graph/summary.js";
import { findingRecord } from "@causal-velocity/core/primitives/finding.js";
import { type CsvForm, csvLine } from "@causal-velocity/core/primitives/output-text.js";
import { roundedNear } from "@causal-velocity/core/primitives/quantiles.js";
import { version } from "@causal-velocity/core/version.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { flagName } from "../arguments.js";
import { displayWidth, MARGIN, rowLines, shortName, TERMINAL_WIDTH, wrap } from "../printable.js";
import { candidateParagraph } from "./candidates-text.js";
import { findingLines } from "./decision-text.js";
import { finiteOrNull } from "./records.js";
import {
  estimateRecord,
  estimateText,
  given,
  listOf,
  statisticNames,
  summaryRecord,
  tableText,
} from "./what-if-text.js";

const NAME_WIDTH = 24;
const TABLE_NAME_WIDTH = 14;

/** A structural model for people, at most 80 columns wide. */
export function structuralText(answer: StructuralModel): string {
  const { names, at, rows, transformations, method, seed, halves, findings, samples, density } = answer;
  const [cause, effect] = [shortName(names.cause, NAME_WIDTH), shortName(names.effect, NAME_WIDTH)];
  const [first] = at;
  const where = at.length === 1 && first ? `${cause} were ${given(first.cause)}` : `${cause} were set`;
  const head = wrap(`If ${where} in every row, ${effect} would be:`, MARGIN);
  const bands = `from ${halves} random halves: nine in ten hold the truth, if the direction and the class of curves are right, and nothing drives both columns`;
  const more = [
    ...(samples ? [`${samples.cause.length} rows drawn`] : []),
    ...(density ? [`${density.effect.length} densities for each value of ${cause}`] : []),
  ];
  const facts = [
    rowLines(rows, transformations),
    wrap(`${method}, seed ${seed}`, `${MARGIN}method  `),
    wrap(bands, `${MARGIN}bands   `),
    ...(more.length === 0 ? [] : [wrap(`${more.join(", ")}: --json or --out FILE.csv`, `${MARGIN}more    `)]),
    ...findingLines(findings),
    ...candidateParagraph(answer.candidates),
  ];
  return `\n${head}\n\n${at.length === 1 && first ? single(first, answer) : several(answer)}\n\n${facts.join("\n")}\n\n`;
}

/** All numbers of one value, each with its band. */
function single(point: SetCause, { levels }: StructuralModel): string {
  const names = statisticNames(levels);
  return tableText(
    listOf(point).map((estimate, k) => {
      const { value, band } = shown(estimate, point);
      return [names[k] ?? "", `${value}${band}`];
    }),
  );
}

/** A number and its band; without a band, with the digits that the spread of the rows leaves. */
function shown(estimate: Estimate, { sd }: SetCause): ReturnType<typeof estimateText> {
  const { value, low, high } = estimate;
  const hasBand = !Number.isFinite(value) || high > low;
  return hasBand ? estimateText(estimate) : { value: given(roundedNear(value, sd.value)), band: "" };
}

/** A line for each value: the mean with its band, then the standard deviation and quantiles, as many as there is room for. */
function several({ at, names, levels }: StructuralModel): string {
  const [, ...others] = statisticNames(levels);
  const table = (columns: number): string =>
    tableText([
      [shortName(names.cause, TABLE_NAME_WIDTH), "mean", ...others.slice(0, columns), ""],
      ...at.map((point) => {
        const [mean, ...rest] = listOf(point).map((estimate) => shown(estimate, point));
        const cells = rest.slice(0, columns).map(({ value }) => value);
        return [given(point.cause), `${mean?.value}${mean?.band}`, ...cells, point.supported ? "" : "outside the data"];
      }),
    ]);
  const isNarrow = (text: string): boolean => text.split("\n").every((line) => displayWidth(line) <= TERMINAL_WIDTH);
  const counts = Array.from({ length: others.length + 1 }, (_, k) => others.length - k);
  const most = counts.find((count) => isNarrow(table(count))) ?? 0;
  if (most === others.length) return table(most);
  return `${table(most)}\n\n${wrap(`All of ${others.join(", ")}: --json or --out FILE.csv.`, MARGIN)}`;
}

/** The JSON form of a structural model, `causal-velocity/structural-model@1`. */
export function structuralRecord(answer: StructuralModel) {
  const { names, at, levels, baseline, samples, density, transformations, rows, halves, method, seed, findings } =
    answer;
  const { candidates } = answer;
  const numbers = (column: Float64Array) => Array.from(column, finiteOrNull);
  return {
    schema: "causal-velocity/structural-model@1",
    version,
    cause: names.cause,
    effect: names.effect,
    at: at.map((point) => ({
      ...{ cause: point.cause, supported: point.supported },
      ...summaryRecord(point, estimateRecord, levels),
    })),
    baseline,
    ...(samples && { samples: { cause: samples.cause, noise: samples.noise, effect: numbers(samples.effect) } }),
    ...(density && { density: { effect: density.effect, at: density.at } }),
    ...(transformations ? { transformations } : {}),
    rows,
    halves,
    method,
    ...(candidates && { candidates: candidateRecords(candidates) }),
    seed,
    findings: findings.map((finding) => findingRecord(finding, flagName)),
    diagnostics: { routines: bestRoutines().name },
  };
}

/** The rows drawn, or else the densities, or else the summaries, as a table. */
export function structuralCsv(answer: StructuralModel, form: CsvForm): string {
  const { names, samples, density, at, levels } = answer;
  if (samples) {
    const { cause, effect, noise } = samples;
    const rows = Array.from(cause, (value, i) => [value, effect[i], noise[i]]);
    return linesOf([[names.cause, names.effect, "noise"], ...rows], form);
  }
  if (density) {
    const rows = at.flatMap(({ cause }, k) =>
      Array.from(density.effect, (effect, i) => [cause, effect, density.at[k]?.[i]]),
    );
    return linesOf([[names.cause, names.effect, "density"], ...rows], form);
  }
  const numbers = ["mean", "sd", ...levels.map((share) => `q${share}`)];
  const header = [names.cause, ...numbers.flatMap((name) => [name, `${name}_low`, `${name}_high`]), "supported"];
  const rows = at.map((point) => [
    point.cause,
    ...listOf(point).flatMap(({ value, low, high }) => [value, low, high]),
    String(point.supported),
  ]);
  return linesOf([header, ...rows], form);
}

function linesOf(rows: readonly Parameters<typeof csvLine>[0][], form: CsvForm): string {
  return rows.map((row) => `${csvLine(row, form)}\n`).join("");
}
