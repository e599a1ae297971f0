import type { ComputeOptions } from "../compute/routines.js";
import { fewRowsFinding, inspectColumn } from "../pair/inspect.js";
import { toUserUnits } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { option, shown, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { hsicTail, kernelSpectrum } from "../statistics/hsic-tail.js";
import { lagCorrelations } from "../statistics/lag-correlations.js";
import { normalScoreHsic, normalScoreKernel } from "../statistics/normal-score-kernel.js";
import { planeNormality } from "../statistics/plane-normality.js";
import { unitRanks } from "../statistics/ranks.js";
import type { GraphRows } from "./graph-rows.js";
import type { Arrow } from "./knowledge.js";
import type { GraphFlows, LocalScores } from "./local-scores.js";
import { copyFindings, type NearCopy } from "./near-copies.js";
import { isAncestor, type Parents, type SearchRules, SMALLEST_GAIN } from "./search.js";

/** Level of all tests of independence together: one graph in a hundred has such a finding by chance. */
const LEVEL = 0.01;
/** Least correlation of neighboring rows that counts, and standard errors of independent rows that it must exceed. */
const LEAST_ROW_CORRELATION = 0.2;
const STANDARD_ERRORS = 3.1;

/** Directions from this probability on are not doubted because columns look jointly normal. */
const SURE_DIRECTION = 0.9;

/** Codes of findings about the levels of a column. */
const LEVELS: readonly string[] = ["ties", "discrete"];

/**
 * What is doubtful about a graph: its columns, its rows, and of its assumptions those that the rows can show. The noise
 * of a column should depend neither on its parents nor on the noise of another column.
 *
 * @cost one test for each pair of columns
 */
export function graphFindings(
  { names, columns, scales }: GraphRows,
  flows: GraphFlows,
  parents: Parents,
  withoutDirection: ReadonlyMap<number, "discrete" | "exact-function">,
  compute: ComputeOptions & { readonly unordered?: boolean; readonly copies?: readonly NearCopy[] } = {},
): Finding[] {
  const { copies = [] } = compute;
  const isCopy = (column: number): boolean => copies.some((copy) => copy.column === column);
  const noises = columns.map((_, column) => flows.flow(column, parents[column]).noise);
  return [
    fewRowsFinding(columns[0].length),
    ...columns.flatMap((column, k) =>
      inspectColumn(toUserUnits(column, scales[k]), names[k], false, compute).map((finding) =>
        withoutDirection.get(k) === "discrete" && LEVELS.includes(finding.code)
          ? { ...finding, sentence: `${finding.sentence} Its arrows are shown without a direction.` }
          : finding,
      ),
    ),
    ...(compute.unordered ? [] : rowOrderFinding(noises, compute)),
    ...copyFindings(names, copies),
    ...exactFindings(names, parents, withoutDirection, isCopy),
    ...dependentNoises(names, columns, noises, parents, withoutDirection, isCopy, compute),
    // Columns come back from standardizing with rounding: whether they are whole numbers is not known.
  ].filter(({ code, severity }) => severity !== "pass" && code !== "integer-valued");
}

/** `ordered-rows`: the noises of two columns or more resemble those of the row before. */
function rowOrderFinding(noises: readonly Column[], compute: ComputeOptions): Finding[] {
  const correlations = noises.map((noise) => lagCorrelations(unitRanks(noise, compute), 1)[0]).sort((a, b) => b - a);
  const value = correlations[1];
  if (!(value >= Math.max(LEAST_ROW_CORRELATION, STANDARD_ERRORS / Math.sqrt(noises[0].length)))) return [];
  return [
    {
      code: "ordered-rows",
      severity: "fail",
      value,
      sentence: `Rows follow each other: what is left of two columns or more resembles the row before (correlation ${shown(value)}), as in time series or where several rows are of one subject. No arrows are given for such tables.`,
      advice: text`Where several rows are of one subject, use one row of each. Only where rows are independent and their order means nothing, set ${option("unordered")}.`,
    },
  ];
}

/** `exact-function`: a column of which its parents leave nothing. */
function exactFindings(
  names: readonly string[],
  parents: Parents,
  withoutDirection: ReadonlyMap<number, "discrete" | "exact-function">,
  isCopy: (column: number) => boolean,
): Finding[] {
  return [...withoutDirection].flatMap(([column, reason]): Finding[] => {
    if (reason !== "exact-function" || parents[column].length === 0 || isCopy(column)) return [];
    const of = parents[column].map((parent) => `"${names[parent]}"`).join(", ");
    return [
      {
        code: "exact-function",
        severity: "warn",
        column: names[column],
        sentence: `"${names[column]}" is a function of ${of} with hardly any noise: which of them drives the others cannot be told.`,
        advice: "Leave out columns that are computed from others.",
      },
    ];
  });
}

/**
 * `linear-gaussian`: arrows between columns that may be jointly normal, with a direction that is not very sure.
 *
 * @cost one test for each such arrow
 */
export function linearGaussianFindings(
  { names, columns }: Pick<GraphRows, "names" | "columns">,
  edges: readonly (Arrow & { readonly direction: number; readonly directed: boolean })[],
  compute: ComputeOptions,
): Finding[] {
  const column = (name: string): Column => columns[names.indexOf(name)];
  const doubtful = edges.filter(({ from, to, direction, directed }) => {
    if (!directed || direction >= SURE_DIRECTION) return false;
    return !(planeNormality(column(from), column(to), compute).tail < LEVEL);
  });
  if (doubtful.length === 0) return [];
  const arrows = doubtful.map(({ from, to }) => `"${from}" → "${to}"`).join(", ");
  const each = doubtful.length === 1 ? "This arrow joins" : "Each of these arrows joins";
  return [
    {
      code: "linear-gaussian",
      severity: "warn",
      value: doubtful.length,
      sentence: `${each} columns that may be jointly normal, which fits both directions: ${arrows}. Other columns may tell, but where all is linear with normal noise such directions are right less often than claimed.`,
      advice: text`If you know them, state them with ${option("require")}, ${option("forbid")} or ${option("tiers")}.`,
    },
  ];
}

/**
 * `dependent-noise` for a column and its parent, `hidden-cause` for two columns neither of which drives the other. What
 * is left of a near copy says nothing: it may be what drives a third column.
 */
function dependentNoises(
  names: readonly string[],
  columns: readonly Column[],
  noises: readonly Column[],
  parents: Parents,
  withoutDirection: ReadonlyMap<number, unknown>,
  isCopy: (column: number) => boolean,
  compute: ComputeOptions,
): Finding[] {
  const prepared = (column: Column) => {
    const kernel = normalScoreKernel(column, compute);
    return { kernel, spectrum: kernelSpectrum(kernel) };
  };
  type Prepared = ReturnType<typeof prepared>;
  const tailOf = (a: Prepared, b: Prepared): number =>
    hsicTail(normalScoreHsic(a.kernel, b.kernel), columns[0].length, a.spectrum, b.spectrum);
  const ofNoises = noises.map(prepared);
  const ofColumns = columns.map(prepared);
  const own = Array.from(names.keys()).filter((column) => !isCopy(column));
  const level = LEVEL / ((own.length * (own.length - 1)) / 2 + own.flatMap((column) => parents[column]).length);
  const findings: Finding[] = [];
  parents.forEach((each, to) => {
    // What is left of such a column is rounding, or levels.
    if (withoutDirection.has(to) || isCopy(to)) return;
    for (const from of each) {
      const value = tailOf(ofColumns[from], ofNoises[to]);
      if (value >= level) continue;
      findings.push({
        code: "dependent-noise",
        severity: "warn",
        column: names[to],
        value,
        sentence: `What is left of "${names[to]}" still depends on "${names[from]}", which drives it: noise does not enter by location and scale alone, or something else drives both.`,
        advice: "Take the strength of this arrow, and what follows from it, as rough.",
      });
    }
  });
  for (const a of own) {
    for (const b of own) {
      if (b <= a || isAncestor(parents, a, b) || isAncestor(parents, b, a)) continue;
      const value = tailOf(ofNoises[a], ofNoises[b]);
      if (value >= level) continue;
      findings.push({
        code: "hidden-cause",
        severity: "warn",
        value,
        sentence: `"${names[a]}" and "${names[b]}" may share a hidden cause: what their parents leave of them depends on each other.`,
        advice: "Add the column that may drive both, if there is one; no arrow is drawn between them.",
      });
    }
  }
  return findings;
}

/**
 * `most-causes`: columns with as many parents as the search may give them, which one more would describe better.
 *
 * @cost of such a column, a score for each further parent
 */
export function boundFindings(
  names: readonly string[],
  flows: GraphFlows,
  parents: Parents,
  { allows, mostParents }: SearchRules,
): Finding[] {
  return parents.flatMap((each, to): Finding[] => {
    if (each.length < mostParents) return [];
    const saved = (scores: LocalScores, from: number): number =>
      scores.nats(to, each) - scores.nats(to, [...each, from]);
    const [next] = Array.from(names.keys())
      .filter((from) => allows(from, to) && !each.includes(from) && !isAncestor(parents, to, from))
      .map((from) => ({ from, gain: saved(flows.coarse ?? flows, from) }))
      .sort((a, b) => b.gain - a.gain);
    const gain = next && flows.coarse ? saved(flows, next.from) : next?.gain;
    if (!(gain > SMALLEST_GAIN)) return [];
    return [
      {
        code: "most-causes",
        severity: "warn",
        column: names[to],
        value: gain,
        sentence: `The search gave "${names[to]}" ${mostParents} direct ${mostParents === 1 ? "cause" : "causes"}, as many as it may, and "${names[next.from]}" would describe it better still: causes may be missing.`,
        advice: text`Allow more with ${option("maxParents")}.`,
      },
    ];
  });
}
