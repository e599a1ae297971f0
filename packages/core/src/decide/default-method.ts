import type { ComputeOptions } from "../compute/routines.js";
import { fewRowsFinding, UNCALIBRATED_BELOW } from "../pair/inspect.js";
import type { StandardPair } from "../pair/standardize.js";
import { exp } from "../primitives/elementary.js";
import { wrongOption } from "../primitives/errors.js";
import type { Decision, DirectionMethod, Evidence, MethodEntry, Reason } from "./decision.js";
import { EVIDENCE_WEIGHTS } from "./evidence-weights.js";
import { closedGate, type GateFinding, withoutExtremes } from "./gate.js";
import { measurePair, type PairMeasures } from "./measure-pair.js";
import { classFit, weighEvidence } from "./weigh-evidence.js";

const NAME = "default";
/** Probability from which the evidence leans one way enough for a verdict, unless another is wanted. */
const ABSTAIN = 0.6;
/** From more rows these are drawn: seconds of work, and more rows than the weights were calibrated for. */
const COMFORTABLE_ROWS = 200_000;
/** Where `classFit` is lower, location-scale noise fits neither direction. */
export const LEAST_FIT = 0.5;
/** Evidence is split where contributions are at least so many log odds and mostly cancel. */
const MUCH_EVIDENCE = 1;
const SPLIT = 2;

/**
 * The default: four kinds of evidence, weighed by constants that were calibrated on simulated mechanisms, and gates for
 * pairs that have no direction to find. The margin is log odds, in nats; of the costs each has half of it, so that their
 * difference is the margin to the bit.
 *
 * Where a gate closes there is no probability: most such pairs have no direction, so the calibration does not apply. The
 * margin is then that of a forced choice.
 * @throws InputError `wrong-option`
 */
export function defaultMethod(abstain: number, compute: ComputeOptions = {}): DirectionMethod {
  if (!(typeof abstain === "number" && abstain >= 0.5 && abstain < 1)) {
    throw wrongOption("abstain", abstain, "a probability of at least 0.5 and below 1, such as 0.6");
  }
  return {
    name: NAME,
    comfortableRows: COMFORTABLE_ROWS,
    decide(pair): Decision {
      const measures = measurePair(pair, compute);
      const evidence = weighEvidence(measures, EVIDENCE_WEIGHTS);
      const margin = sumOf(evidence);
      const { scoreError } = measures;
      const decided = {
        margin,
        evidence,
        cost: { "x->y": -margin / 2, "y->x": margin / 2 },
        ...(scoreError === undefined ? {} : { diagnostics: { scoreError } }),
        rows: pair.rows,
      };
      const closed =
        orFewRows(closedGate(pair, measures, compute), measures.rows) ?? extremeRowsFinding(pair, margin, compute);
      if (closed) return { ...decided, verdict: "cannot-tell", gate: closed.code, findings: [closed] };
      const forward = 1 / (1 + exp(-margin));
      const probability = Math.max(forward, 1 - forward);
      const isSure = margin !== 0 && probability >= abstain;
      return {
        ...decided,
        probability,
        findings: [],
        ...(isSure
          ? { verdict: margin > 0 ? "x->y" : "y->x" }
          : { verdict: "cannot-tell", reason: abstain === ABSTAIN ? reasonOf(measures, evidence) : "below-threshold" }),
      };
    },
  };
}

function sumOf(evidence: readonly Evidence[]): number {
  return evidence.reduce((sum, { logOdds }) => sum + logOdds, 0);
}

/** Tests that find nothing in few rows say little about the columns. */
function orFewRows(closed: GateFinding | undefined, rows: number): GateFinding | undefined {
  if (!closed || closed.code === "discrete" || rows >= UNCALIBRATED_BELOW) return closed;
  return { ...fewRowsFinding(rows), code: "few-rows" };
}

/** `extreme-rows`: a few rows decide, and without them the evidence points the other way. */
function extremeRowsFinding(pair: StandardPair, margin: number, compute: ComputeOptions): GateFinding | undefined {
  const rest = withoutExtremes(pair);
  if (!rest || sumOf(weighEvidence(measurePair(rest, compute), EVIDENCE_WEIGHTS)) * margin > 0) return undefined;
  const count = pair.x.length - rest.x.length;
  const [rows, them] = count === 1 ? ["One row has", "it"] : [`${count} rows have`, "them"];
  return {
    code: "extreme-rows",
    severity: "fail",
    value: count,
    sentence: `${rows} most of a column's variance, and without ${them} the evidence points the other way.`,
    advice: `Check ${them}.`,
  };
}

/** Why the evidence leans neither way. Where a threshold was set, the threshold is the reason. */
function reasonOf(measures: PairMeasures, evidence: readonly Evidence[]): Reason {
  if (measures.rows < UNCALIBRATED_BELOW) return "few-rows";
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
  summary: "likelihood and independence of location-scale noise and two velocities, weighed by calibration",
  assumes: "a mechanism like one of the simulated families: smooth, with noise that the cause does not set",
  assumesInShort: "smooth mechanism",
  reference: "this project",
  defaults: { abstain: ABSTAIN },
  costs: "difference",
  exempt: [],
  create: ({ abstain = ABSTAIN }, compute) => defaultMethod(abstain, compute),
};
