import type { Pair } from "../pair/pair.js";
import { pairRows } from "../pair/resample.js";
import { type RowGroups, rowsOfGroups } from "../pair/row-groups.js";
import { MINIMUM_ROWS } from "../pair/standardize.js";
import { InputError, option, text, whereUsable } from "../primitives/errors.js";
import type { Rng } from "../primitives/random.js";
import type { PairDecision } from "./decide.js";
import { type Decision, probabilityOf } from "./decision.js";

/** What a decision within groups rests on. */
export interface GroupsSummary {
  /** The column of the groups. */
  readonly name: string;
  readonly count: number;
  /** Groups that were also decided alone: the 50 largest of those with 20 rows or more. */
  readonly judged: number;
  /** Those of them whose margin points the same way as that of all rows. */
  readonly agree: number;
}

/** What a decision about repeated measurements rests on. */
export interface ClustersSummary {
  readonly name: string;
  readonly count: number;
}

/**
 * Mean and spread of a group of r rows are taken from the same rows, which distorts their shape by about 1/r: log odds
 * count 1 - 2/r. How true they are then on simulated tables is in docs/benchmarks/grouped.md.
 */
const ROWS_LOST = 2;
const MOST_JUDGED = 50;

/**
 * A decision whose log odds count as much as rows that are standardized within their groups can say.
 *
 * @param abstain probability from which there is a verdict; undefined of methods without one
 */
export function withinGroupsDecision(
  decision: Decision,
  { codes, count }: RowGroups,
  abstain: number | undefined,
): Decision {
  if (decision.probability === undefined || abstain === undefined) return decision;
  const share = Math.max(0, 1 - (ROWS_LOST * count) / codes.length);
  const margin = share * decision.margin;
  const probability = probabilityOf(margin);
  const weaker: Decision = {
    ...decision,
    margin,
    cost: { "x->y": -margin / 2, "y->x": margin / 2 },
    ...(decision.evidence && {
      evidence: decision.evidence.map(({ name, logOdds }) => ({ name, logOdds: share * logOdds })),
    }),
    probability,
  };
  const isLost = decision.verdict !== "cannot-tell" && probability < abstain;
  return isLost ? { ...weaker, verdict: "cannot-tell", reason: "few-rows" } : weaker;
}

/**
 * How many groups agree with the decision on all rows.
 *
 * @param marginOf margin of a pair     @cost a decision for each of at most 50 groups
 */
export function groupsSummary(
  pair: Pair,
  groups: RowGroups,
  margin: number,
  marginOf: (pair: Pair) => number,
): GroupsSummary {
  const largest = rowsOfGroups(groups)
    .filter((rows) => rows.length >= MINIMUM_ROWS)
    .sort((a, b) => b.length - a.length || a[0] - b[0])
    .slice(0, MOST_JUDGED);
  const { groups: _, clusters: __, ...plain } = pair;
  const margins = largest.flatMap((rows) => {
    const [found] = whereUsable(() => marginOf(pairRows(plain, rows)));
    return found === undefined ? [] : [found];
  });
  return {
    name: groups.name,
    count: groups.count,
    judged: margins.length,
    agree: margins.filter((own) => own * margin > 0).length,
  };
}

/**
 * One random row of each cluster: rows that are independent of each other.
 *
 * @throws InputError `too-few-rows` if there are fewer than 20 clusters
 */
export function oneRowEach(pair: Pair, clusters: RowGroups, rng: Rng): Pair {
  if (clusters.count < MINIMUM_ROWS) {
    throw new InputError({
      code: "too-few-rows",
      place: `clusters of "${clusters.name}"`,
      value: `${clusters.count} different values in ${clusters.codes.length} rows`,
      expected: `at least ${MINIMUM_ROWS}: repeated measurements of few subjects say little about others`,
      remedy: text`Measure more subjects, or decide within each of them with ${option("group")}.`,
    });
  }
  const rows = rowsOfGroups(clusters).map((own) => own[Math.floor(own.length * rng.uniform())]);
  return pairRows(
    pair,
    rows.sort((a, b) => a - b),
  );
}

/**
 * The decision on all rows, overruled by a gate that closes on one row of each cluster: tests count rows, and take rows
 * that are alike for more than they are.
 */
export function gatedByClusters(whole: PairDecision, alone: Decision, { name }: RowGroups): PairDecision {
  const { gate } = alone;
  const closed = alone.findings.find(({ code }) => code === gate);
  if (whole.gate || !gate || !closed) return whole;
  const { probability: _, reason: __, ...rest } = whole;
  const finding = { ...closed, sentence: `In one row of each "${name}": ${lowerFirst(closed.sentence)}` };
  const others = whole.findings.filter(({ code }) => code !== gate);
  return { ...rest, verdict: "cannot-tell", gate, findings: [...others, finding] };
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
