import type { GraphCounterfactual } from "@causal-velocity/core/graph/counterfactual-on.js";
import { type ColumnChange, type Intervention, QUANTILE_SHARES } from "@causal-velocity/core/graph/intervene.js";
import type { Estimate, Summary } from "@causal-velocity/core/graph/summary.js";
import type { WhatIfBasis } from "@causal-velocity/core/graph/what-if.js";
import { findingRecord } from "@causal-velocity/core/primitives/finding.js";
import { roundedNear } from "@causal-velocity/core/primitives/quantiles.js";
import { version } from "@causal-velocity/core/version.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { flagName } from "../arguments.js";
import { displayWidth, MARGIN, padDisplay, rowLines, shortName, TERMINAL_WIDTH, wrap } from "../printable.js";
import { findingLines } from "./decision-text.js";
import { finiteOrNull } from "./records.js";

const NAME_WIDTH = 24;
const TABLE_NAME_WIDTH = 18;
/** Values are shown as they were given, but for what arithmetic adds at the end. */
const GIVEN_DIGITS = 12;

/** An intervention for people, at most 80 columns wide: all numbers of a single column, or the means of several. */
export function interventionText(answer: Intervention): string {
  const { changes } = answer;
  const [first] = changes;
  const what =
    first === undefined
      ? "no other column would change: no arrows lead from it."
      : changes.length === 1
        ? `${nameOf(first.column)} would be:`
        : "the means of these columns would be:";
  const lines = first === undefined ? [] : ["", changes.length === 1 ? summaryTable(first) : meansTable(changes)];
  const head = wrap(`If ${settingWords(answer, "were")} in every row, ${what}`, MARGIN);
  return textOf([head, ...lines].join("\n"), answer);
}

/** A counterfactual on a graph for people, at most 80 columns wide. @param row its number, if it is one of the table */
export function graphCounterfactualText(answer: GraphCounterfactual, row: string | undefined): string {
  const { changes } = answer;
  const where = row === undefined ? "" : ` in row ${row}`;
  const head = `If ${settingWords(answer, `had been`)}${where}, `;
  const [first] = changes;
  if (first === undefined)
    return textOf(wrap(`${head}nothing else would have changed: no arrows lead from it.`, MARGIN), answer);
  if (changes.length === 1) {
    const { value, band } = estimateText(first.after);
    const words = `${nameOf(first.column)} would have been ${value}${band} instead of ${given(first.before)}.`;
    return textOf(wrap(head + words, MARGIN), answer);
  }
  const cells = changes.map(({ column, before, after, supported }) => {
    const { value, band } = estimateText(after);
    return [shortName(column, TABLE_NAME_WIDTH), given(before), `${value}${band}`, supported ? "" : "outside the data"];
  });
  const table = tableText([["", "was", "would have been", ""], ...cells]);
  return textOf(`${wrap(`${head}these columns would have been:`, MARGIN)}\n\n${table}`, answer);
}

function textOf(
  answer: string,
  {
    way,
    rows,
    seed,
    halves,
    findings,
    transformations,
    changes,
  }: WhatIfBasis & Pick<Intervention | GraphCounterfactual, "changes">,
): string {
  const arrows = way.map(({ from, to }) => `${nameOf(from)} → ${nameOf(to)}`).join(", ");
  const bands = `from ${halves} random halves: nine in ten hold the truth, if nothing outside the table drives two of its columns, nothing feeds back, and noise enters by location and scale`;
  const facts = [
    ...(arrows === "" ? [] : [wrap(arrows, `${MARGIN}arrows  `)]),
    rowLines(rows, transformations),
    `${MARGIN}seed    ${seed}`,
    ...(changes.length === 0 ? [] : [wrap(bands, `${MARGIN}bands   `)]),
    ...findingLines(findings),
  ];
  return `\n${answer}\n\n${facts.join("\n")}\n\n`;
}

function nameOf(column: string): string {
  return shortName(column, NAME_WIDTH);
}

/** "dose were 3 and age 40". */
function settingWords({ set }: WhatIfBasis, verb: string): string {
  return set
    .map(({ column, value }, k) => `${nameOf(column)} ${k === 0 ? `${verb} ` : ""}${given(value)}`)
    .join(" and ");
}

/** Names of a summary's numbers. @param shares of the rows below the quantiles */
export function statisticNames(shares: readonly number[]): string[] {
  return ["mean", "sd", ...shares.map((share) => (share === 0.5 ? "median" : `${given(100 * share)}%`))];
}

const STATISTICS = statisticNames(QUANTILE_SHARES);

/** Its numbers, in the order of `statisticNames`. */
export function listOf<T>({ mean, sd, quantiles }: Summary<T>): T[] {
  return [mean, sd, ...quantiles];
}

function summaryTable({ before, after, change }: ColumnChange): string {
  const [now, then, changed] = [listOf(before), listOf(after), listOf(change)];
  const cells = STATISTICS.map((name, k) => {
    const level = estimateText(then[k] as Estimate);
    const difference = estimateText(changed[k] as Estimate);
    return [name, near(now[k] as number, then[k] as Estimate), `${level.value}${level.band}`, signed(difference)];
  });
  const wide = tableText([["", "now", "then", "change"], ...cells]);
  const isWide = wide.split("\n").some((line) => displayWidth(line) > TERMINAL_WIDTH);
  return isWide ? tableText([["", "now", "then"], ...cells.map((line) => line.slice(0, 3))]) : wide;
}

function meansTable(changes: readonly ColumnChange[]): string {
  const cells = changes.map(({ column, before, after, change }) => [
    shortName(column, TABLE_NAME_WIDTH),
    near(before.mean, after.mean),
    estimateText(after.mean).value,
    signed(estimateText(change.mean)),
  ]);
  return tableText([["", "now", "then", "change"], ...cells]);
}

/** Names on the left, everything else on the right of its column. */
export function tableText(cells: readonly (readonly string[])[]): string {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => displayWidth(line[column] ?? ""))),
  );
  return cells
    .map((line) => {
      const padded = widths.map((width, column) => {
        const text = line[column] ?? "";
        return column === 0 ? padDisplay(text, width) : padDisplay("", width - displayWidth(text)) + text;
      });
      return `${MARGIN}${padded.join("   ")}`.trimEnd();
    })
    .join("\n");
}

/** A number and its band with the digits that the band's width leaves; no band where it has none. */
export function estimateText({ value, low, high }: Estimate): { readonly value: string; readonly band: string } {
  const width = high - low;
  const number = (each: number): string => given(width > 0 ? roundedNear(each, width) : each);
  const band = width > 0 ? ` (${number(low)} to ${number(high)})` : "";
  return { value: number(value), band };
}

/** A number with the digits of an estimate beside it. */
function near(value: number, { low, high }: Estimate): string {
  return given(high > low ? roundedNear(value, high - low) : value);
}

function signed({ value, band }: { readonly value: string; readonly band: string }): string {
  return `${Number(value) > 0 ? "+" : ""}${value}${band}`;
}

/** A value as it was given, but for what arithmetic adds at the end; "?" where there is none. */
export function given(value: number): string {
  if (Number.isNaN(value)) return "?";
  if (!Number.isFinite(value)) return value > 0 ? "above 1.8e+308" : "below -1.8e+308";
  return String(Number(value.toPrecision(GIVEN_DIGITS)));
}

/** The JSON form of an intervention, `causal-velocity/intervention@1`. */
export function interventionRecord(answer: Intervention) {
  return {
    schema: "causal-velocity/intervention@1",
    version,
    set: answer.set,
    changes: answer.changes.map(({ column, follows, followsInRefits, supported, before, after, change }) => ({
      ...{ column, follows, followsInRefits, supported },
      before: summaryRecord(before, (value) => ({ value })),
      after: summaryRecord(after, estimateRecord),
      change: summaryRecord(change, estimateRecord),
    })),
    ...basisRecord(answer),
  };
}

/** The JSON form of a counterfactual on a graph, `causal-velocity/graph-counterfactual@1`. */
export function graphCounterfactualRecord(answer: GraphCounterfactual) {
  return {
    schema: "causal-velocity/graph-counterfactual@1",
    version,
    from: answer.from,
    set: answer.set,
    changes: answer.changes.map(({ column, follows, followsInRefits, supported, before, after }) => ({
      ...{ column, follows, followsInRefits, supported, before },
      after: estimateRecord(after),
    })),
    ...basisRecord(answer),
  };
}

function basisRecord({ way, halves, rows, seed, findings, transformations }: WhatIfBasis) {
  return {
    way,
    halves,
    ...(transformations ? { transformations } : {}),
    rows,
    seed,
    findings: findings.map((finding) => findingRecord(finding, flagName)),
    diagnostics: { routines: bestRoutines().name },
  };
}

/** @param shares of the rows below the quantiles */
export function summaryRecord<T, R extends object>(
  { mean, sd, quantiles }: Summary<T>,
  record: (value: T) => R,
  shares: readonly number[] = QUANTILE_SHARES,
) {
  return {
    mean: record(mean),
    sd: record(sd),
    quantiles: quantiles.map((value, k) => ({ share: shares[k], ...record(value) })),
  };
}

/** JSON has no NaN: what is not known is null. */
export function estimateRecord({ value, low, high }: Estimate) {
  return { value: finiteOrNull(value), low: finiteOrNull(low), high: finiteOrNull(high) };
}
