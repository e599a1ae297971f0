import type { ComputeOptions } from "../compute/routines.js";
import type { StandardPair } from "../pair/standardize.js";
import { exp } from "../primitives/elementary.js";
import { wrongOption } from "../primitives/errors.js";
import type { Warning } from "../table/warning.js";
import type { Decision, DirectionMethod, Evidence, MethodEntry, Reason } from "./decision.js";
import { EVIDENCE_WEIGHTS } from "./evidence-weights.js";
import { gate, withoutExtremes } from "./gate.js";
import { measurePair, type PairMeasures } from "./measure-pair.js";
import { classFit, weighEvidence } from "./weigh-evidence.js";

const NAME = "default";
const ABSTAIN = 0.6;
/** From more rows these are drawn: seconds of work, and more rows than the weights were calibrated for. */
const COMFORTABLE_ROWS = 200_000;
/** Below this many rows nothing was calibrated. */
export const FEW_ROWS = 100;
/** Where `classFit` is lower, location-scale noise fits neither direction. */
export const LEAST_FIT = 0.5;
/** Evidence is split where contributions are at least so many log odds and mostly cancel. */
const MUCH_EVIDENCE = 1;
const SPLIT = 2;

/**
 * The default: four kinds of evidence, weighed by constants that were calibrated on simulated mechanisms, and gates for
 * pairs that have no direction to find. The score is log odds, in nats; of the costs each has half of it, so that their
 * difference is the score to the bit.
 *
 * Where a gate is closed, the probability is ½ whatever the evidence says: such pairs cannot be told from those without
 * a direction, which are most of them. The score is then that of a forced choice.
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
      const score = sumOf(evidence);
      const closed = closedGate(gate(pair, measures, compute), measures.rows);
      const warnings = closed ? [] : extremeRows(pair, score, compute);
      const isOpen = !closed && warnings.length === 0;
      const confidence = isOpen ? 1 / (1 + exp(-score)) : 0.5;
      const isSure = score !== 0 && Math.max(confidence, 1 - confidence) >= abstain;
      const { scoreError } = measures;
      const decided = {
        score,
        confidence,
        evidence,
        cost: { "x->y": -score / 2, "y->x": score / 2 },
        ...(scoreError === undefined ? {} : { diagnostics: { scoreError } }),
        rows: pair.rows,
        warnings,
      };
      if (isOpen && isSure) return { ...decided, verdict: score > 0 ? "x->y" : "y->x" };
      const reason = closed ?? (isOpen ? reasonOf(measures, evidence) : "evidence-split");
      return { ...decided, verdict: "cannot-tell", reason };
    },
  };
}

function sumOf(evidence: readonly Evidence[]): number {
  return evidence.reduce((sum, { logOdds }) => sum + logOdds, 0);
}

/** Told where a few extreme rows decide: without them the evidence points the other way. */
function extremeRows(pair: StandardPair, score: number, compute: ComputeOptions): Warning[] {
  const rest = withoutExtremes(pair);
  if (!rest || sumOf(weighEvidence(measurePair(rest, compute), EVIDENCE_WEIGHTS)) * score > 0) return [];
  const count = pair.x.length - rest.x.length;
  const [rows, them] = count === 1 ? ["one row has", "it"] : [`${count} rows have`, "them"];
  const message = `${rows} most of a column's variance, and without ${them} the evidence points the other way. Check ${them}.`;
  return [{ code: "extreme-rows", message }];
}

/** Tests that find nothing in few rows say little about the columns. */
function closedGate(reason: Reason | undefined, rows: number): Reason | undefined {
  return reason && reason !== "discrete" && rows < FEW_ROWS ? "too-few-rows" : reason;
}

/** Why the evidence does not reach the wanted probability. */
function reasonOf(measures: PairMeasures, evidence: readonly Evidence[]): Reason {
  if (measures.rows < FEW_ROWS) return "too-few-rows";
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
  family: "combined",
  summary: "likelihood and independence of location-scale noise and two velocities, weighed by calibration",
  assumes: "a mechanism like one of the simulated families: smooth, with noise that the cause does not set",
  assumesInShort: "smooth mechanism",
  reference: "this project",
  defaults: { abstain: ABSTAIN },
  costs: "difference",
  exempt: [],
  create: ({ abstain = ABSTAIN }, compute) => defaultMethod(abstain, compute),
};
