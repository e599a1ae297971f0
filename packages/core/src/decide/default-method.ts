import { columnMemo } from "../compute/memo.js";
import type { ComputeOptions } from "../compute/routines.js";
import { nearDuplicates, repeatedRows } from "../pair/repeated-rows.js";
import { withPilesSpread } from "../pair/spread-piles.js";
import { type StandardPair, standardize, standardizeRows } from "../pair/standardize.js";
import { suspiciousValues } from "../pair/suspicious-values.js";
import { grouped, whereUsable, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import {
  type Decision,
  type DirectionMethod,
  type Evidence,
  type Gate,
  type MethodEntry,
  probabilityOf,
  type Reason,
} from "./decision.js";
import { EVIDENCE_WEIGHTS, FEWER_WEIGHTS } from "./evidence-weights.js";
import { exactRelation } from "./exact-relation.js";
import { extremeRowsFinding, withoutExtremes } from "./extreme-rows.js";
import { closedGate, type GateFinding } from "./gate.js";
import { measurePair, type PairMeasures } from "./measure-pair.js";
import { orderedRows } from "./ordered-rows.js";
import { classFit, EVIDENCE_NAMES, type EvidenceWeights, weighEvidence } from "./weigh-evidence.js";

const NAME = "default";
/** Probability from which the evidence leans one way enough for a verdict, unless another is wanted. */
const ABSTAIN = 0.6;
/** From more rows these are drawn: seconds of work, and ten times as many as the weights were calibrated for. */
const COMFORTABLE_ROWS = 1_000_000;
/** Where `classFit` is lower, location-scale noise fits neither direction. */
export const LEAST_FIT = 0.5;
/** On fewer rows it says little about the columns that a test finds nothing, or that the evidence leans neither way. */
const TELLING_ROWS = 100;
/** Evidence is split where contributions are at least so many log odds and mostly cancel. */
const MUCH_EVIDENCE = 1;
const SPLIT = 2;

/** How the default method decides. */
export interface DefaultMethodOptions {
  /** Probability, at least ½, that the likelier direction must reach for a verdict. */
  readonly abstain: number;
  /** Whether the order of the rows means nothing. */
  readonly unordered: boolean;
  /** Kinds of evidence that are not weighed, separated by commas; the others have weights that were fitted without them. */
  readonly without: string;
}

/**
 * The default: five kinds of evidence, weighed by constants that were calibrated on simulated mechanisms, and gates for
 * pairs that have no direction to find. The margin is log odds, in nats; of the costs each has half of it, so that their
 * difference is the margin to the bit.
 *
 * Rows that repeat others count once. Where values or rows are suspicious the pair is decided without them as well, and
 * the weaker margin holds. Where a gate closes there is no probability: most such pairs have no direction, so the
 * calibration does not apply. The margin is then that of a forced choice.
 * @throws InputError `wrong-option`
 */
export function defaultMethod(options: DefaultMethodOptions, compute: ComputeOptions = {}): DirectionMethod {
  const { abstain, unordered, without } = options;
  if (!(typeof abstain === "number" && abstain >= 0.5 && abstain < 1)) {
    throw wrongOption("abstain", abstain, "a probability of at least 0.5 and below 1, such as 0.6");
  }
  if (typeof unordered !== "boolean") throw wrongOption("unordered", unordered, "true or false");
  const weights = weightsWithout(without);
  return {
    name: NAME,
    comfortableRows: COMFORTABLE_ROWS,
    decide(pair): Decision {
      const repeated = repeatedRows(pair, compute);
      const different = repeated && whereUsable(() => standardizeRows(pair, repeated.rows))[0];
      const counted = different ?? pair;
      const whole = lookAt(counted, weights, compute);
      const { closed, findings, look } =
        repeated && !different
          ? { closed: fewRowsGate(repeated.rows.length), findings: [], look: whole }
          : doubtsOf(counted, whole, { unordered, weights }, compute);
      const { measures, evidence } = look;
      const margin = sumOf(evidence);
      const { scoreError } = measures;
      const decided = {
        margin,
        evidence,
        cost: { "x->y": -margin / 2, "y->x": margin / 2 },
        ...(scoreError === undefined ? {} : { diagnostics: { scoreError } }),
        rows: pair.rows,
      };
      if (closed) return { ...decided, verdict: "cannot-tell", gate: closed.code, findings: [...findings, closed] };
      const probability = probabilityOf(margin);
      const isSure = margin !== 0 && probability >= abstain;
      return {
        ...decided,
        probability,
        findings,
        ...(isSure
          ? { verdict: margin > 0 ? "x->y" : "y->x" }
          : { verdict: "cannot-tell", reason: abstain === ABSTAIN ? reasonOf(measures, evidence) : "below-threshold" }),
      };
    },
  };
}

/** The weights of the kinds of evidence that are left. @throws InputError `wrong-option` */
function weightsWithout(without: string): Partial<EvidenceWeights> {
  if (typeof without !== "string") throw wrongOption("without", without, `some of ${EVIDENCE_NAMES.join(", ")}`);
  const names = without
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const left = EVIDENCE_NAMES.filter((name) => !names.includes(name));
  const isKnown = names.every((name) => (EVIDENCE_NAMES as readonly string[]).includes(name));
  const weights = [EVIDENCE_WEIGHTS, ...FEWER_WEIGHTS].find((choice) =>
    EVIDENCE_NAMES.every((name) => left.includes(name) === name in choice),
  );
  if (isKnown && weights) return weights;
  throw wrongOption("without", without, `some kinds of evidence, but not all: ${EVIDENCE_NAMES.join(", ")}`);
}

/** What the evidence says of some rows, and the gate that it closes. */
interface Look {
  readonly measures: PairMeasures;
  readonly evidence: readonly Evidence[];
  readonly closed: GateFinding | undefined;
}

function lookAt(pair: StandardPair, weights: Partial<EvidenceWeights>, compute: ComputeOptions): Look {
  const measures = measurePair(pair, compute);
  const evidence = weighEvidence(measures, weights);
  return { measures, evidence, closed: orFewRows(closedGate(pair, measures, compute), measures.rows) };
}

/** What is left of a look once everything doubtful about the rows has been considered. */
interface Doubts {
  readonly closed: GateFinding | undefined;
  /** Those that close no gate. */
  readonly findings: readonly Finding[];
  readonly look: Look;
}

function doubtsOf(
  pair: StandardPair,
  whole: Look,
  { unordered, weights }: { readonly unordered: boolean; readonly weights: Partial<EvidenceWeights> },
  compute: ComputeOptions,
): Doubts {
  const gate = (closed: GateFinding, findings: readonly Finding[] = []): Doubts => ({ closed, findings, look: whole });
  // An exact function that rises or falls is a Gaussian copula too, the one with a correlation of 1: what it is says more.
  if (whole.closed && !isAboutCopula(whole.closed)) return gate(whole.closed);
  const margin = sumOf(whole.evidence);
  const exact = exactRelation(pair, compute);
  if (exact && exact.direction === undefined) return gate({ ...exact.finding, severity: "fail" });
  // Tests of normality count rows that follow each other as independent.
  const ordered = unordered ? undefined : orderedRows(pair, compute);
  if (whole.closed)
    return gate(ordered?.finding.severity === "fail" ? ordered.finding : whole.closed, exact ? [exact.finding] : []);
  if (exact && (exact.direction === "x->y") !== margin > 0) return gate({ ...exact.finding, severity: "fail" });
  let look = whole;
  for (const { finding, rest, gatesOnly = false } of suspects(pair, compute)) {
    // Its own memo, so that what is kept of these rows goes with them.
    const again = rest && lookAt(rest, weights, { ...compute, memo: columnMemo() });
    if (!again || again.closed) return gate(closing(finding, again?.closed));
    if (gatesOnly) continue;
    const left = sumOf(again.evidence);
    if (left * margin <= 0) return gate(closing(finding, undefined));
    if (Math.abs(left) < Math.abs(sumOf(look.evidence))) look = again;
  }
  if (ordered?.finding.severity === "fail") return gate(ordered.finding);
  const near = nearDuplicates(pair, compute);
  const share = (ordered?.share ?? 1) / (near?.groupSize ?? 1);
  const evidence = look.evidence.map(({ name, logOdds }) => ({ name, logOdds: share * logOdds }));
  const findings = [exact, ordered, near].flatMap((doubt) => (doubt ? [doubt.finding] : []));
  return { closed: undefined, findings, look: { ...look, evidence } };
}

function sumOf(evidence: readonly Evidence[]): number {
  return evidence.reduce((sum, { logOdds }) => sum + logOdds, 0);
}

/** Whether rows may be jointly normal, on their scale or another, and not merely on a line. */
function isAboutCopula({ code, value }: GateFinding): boolean {
  return code === "gaussian-copula" || (code === "linear-gaussian" && !Number.isNaN(value));
}

/** A test that finds nothing in few rows is no reason of its own. */
function orFewRows(closed: GateFinding | undefined, rows: number): GateFinding | undefined {
  return closed?.code === "independent" && rows < TELLING_ROWS ? fewRowsGate(rows) : closed;
}

function fewRowsGate(rows: number): GateFinding {
  return {
    code: "few-rows",
    severity: "fail",
    value: rows,
    sentence: `${grouped(rows)} different rows show no dependence; below ${TELLING_ROWS} rows that says little.`,
    advice: "Collect more rows, or choose other columns.",
  };
}

/** Rows that should not decide. */
interface Suspects {
  readonly finding: GateFinding;
  /** The pair without them; undefined where too little is left. */
  readonly rest: StandardPair | undefined;
  /** Whether `rest` is asked for closed gates only, because its values are made up in part. */
  readonly gatesOnly?: boolean;
}

/**
 * Codes for missing values with rows that have most of a column's variance; those rows alone; piled-up values, which are
 * left out, and put back as if nothing had been cut off: a linear-Gaussian pair without them is none.
 */
function suspects(pair: StandardPair, compute: ComputeOptions): Suspects[] {
  const found = suspiciousValues(pair, compute);
  const without = (code: Gate): StandardPair | undefined => {
    const values = found.filter(({ finding }) => finding.code === code);
    const rows = Uint32Array.from(pair.x.keys()).filter((i) =>
      values.every(({ axis, isSuspicious }) => !isSuspicious(pair[axis][i])),
    );
    return whereUsable(() => standardizeRows(pair, rows))[0];
  };
  const first = (code: Gate): GateFinding[] =>
    found
      .filter(({ finding }) => finding.code === code)
      .slice(0, 1)
      .map(({ finding }) => finding);
  const piles = found.filter(({ finding }) => finding.code === "piled-up");
  const extremes = withoutExtremes(pair);
  const codes = first("missing-codes").map((finding) => {
    const rest = without("missing-codes");
    return { finding, rest: rest && (withoutExtremes(rest) ?? rest) };
  });
  return [
    ...codes,
    ...(extremes && codes.length === 0 ? [{ finding: extremeRowsFinding(pair, extremes), rest: extremes }] : []),
    ...first("piled-up").flatMap((finding) => [
      { finding, rest: without("piled-up") },
      { finding, rest: whereUsable(() => standardize(withPilesSpread(pair, piles, compute)))[0], gatesOnly: true },
    ]),
  ];
}

/** The finding about rows without which there is another verdict, or none. */
function closing(finding: GateFinding, closed: GateFinding | undefined): GateFinding {
  const without = closed
    ? `Without such rows there is no verdict: ${closed.sentence}`
    : "Without such rows the evidence points the other way.";
  return { ...finding, severity: "fail", sentence: `${finding.sentence} ${without}` };
}

/** Why the evidence leans neither way. Where a threshold was set, the threshold is the reason. */
function reasonOf(measures: PairMeasures, evidence: readonly Evidence[]): Reason {
  if (measures.rows < TELLING_ROWS) return "few-rows";
  let [sum, size] = [0, 0];
  for (const { logOdds } of evidence) {
    sum += logOdds;
    size += Math.abs(logOdds);
  }
  if (size > MUCH_EVIDENCE && size > SPLIT * Math.abs(sum)) return "evidence-split";
  return classFit(measures) < LEAST_FIT ? "neither-fit" : "both-fit";
}

/** The line of the registry. */
export const defaultEntry: MethodEntry = {
  name: NAME,
  kind: "combined",
  summary:
    "likelihood and independence of location-scale noise, two velocities and a trained network, weighed by calibration",
  assumes: "a mechanism like one of the simulated families: smooth, with noise that the cause does not set",
  assumesInShort: "smooth mechanism",
  reference: "this project",
  defaults: { abstain: ABSTAIN, unordered: false, without: "" },
  costs: "difference",
  exempt: [
    {
      law: "row-order",
      reason: "rows that follow each other are not independent, and only their order shows it",
      finding: "ordered-rows",
    },
  ],
  create: ({ abstain = ABSTAIN, unordered = false, without = "" }, compute) =>
    defaultMethod({ abstain, unordered, without }, compute),
};
