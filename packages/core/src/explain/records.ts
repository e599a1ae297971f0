import type { PairDecision, Stability } from "../decide/decide.js";
import type { Robustness } from "../decide/robustness.js";
import { requireDecision } from "../decide/verdict-sentence.js";
import { byRole } from "../fit/orient.js";
import { type OptionWords, requireParts } from "../primitives/errors.js";
import { findingRecord } from "../primitives/finding.js";
import { jsonText } from "../primitives/output-text.js";
import type { VelocityCandidate } from "./choose-velocity.js";
import type { Explanation } from "./explain.js";

/** What a record says about its making, besides what was decided. */
export interface RecordAbout {
  /** Of the package that made it. */
  readonly version: string;
  /** Name of the routines that computed it. */
  readonly routines: string;
  /** What options are called in the texts; by default as in the library. */
  readonly words?: OptionWords | undefined;
}

/** The part that all records of a decision have in common: what was found, null where there is nothing. */
export function verdictRecord(decision: PairDecision, words?: OptionWords) {
  const { verdict, probability, gate, reason, margin, cost, evidence, given, groups, clusters, names, findings } =
    decision;
  const { cause, effect } = verdict === "cannot-tell" ? { cause: null, effect: null } : byRole(names, verdict);
  return {
    verdict,
    cause,
    effect,
    probability: probability ?? null,
    gate: gate ?? null,
    reason: reason ?? null,
    margin,
    cost,
    evidence: evidence ?? null,
    ...(given ? { given } : {}),
    ...(groups ? { groups } : {}),
    ...(clusters ? { clusters } : {}),
    findings: findings.map((finding) => findingRecord(finding, words)),
  };
}

/** The JSON form of a decision, `causal-velocity/decision@1`. */
export function decisionRecord(
  decision: PairDecision,
  about: RecordAbout,
  stability?: Stability,
  robustness?: Robustness,
) {
  requireDecision(decision);
  requireParts("about", about, ["version", "routines"], "an object with version and routines");
  const { method, options, seed, names, rows, transformations, diagnostics } = decision;
  const { version, routines, words } = about;
  return {
    schema: "causal-velocity/decision@1",
    version,
    x: names.x,
    y: names.y,
    ...verdictRecord(decision, words),
    ...(transformations ? { transformations } : {}),
    rows,
    method,
    options,
    seed,
    ...(stability ? { stability } : {}),
    ...(robustness ? { robustness } : {}),
    diagnostics: { routines, ...diagnostics },
  };
}

/** Candidates for JSON, the best first: null where a curve is lost, or too few rows are left out. */
export function candidateRecords(candidates: readonly VelocityCandidate[]) {
  const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return candidates.map(({ velocity, parameters, nats, heldOutLoss, lost }) => ({
    velocity,
    parameters,
    nats: finite(nats),
    heldOutLoss: finite(heldOutLoss),
    lost,
  }));
}

/**
 * An explanation as JSON, `causal-velocity/explanation@1`: columns are arrays, with null where there is no number. Its
 * findings are those of the decision and of `diagnose`.
 */
export function explanationJson(explanation: Explanation, about: RecordAbout): string {
  requireParts("explanation", explanation, ["decision", "findings", "figures"], "what explain returns");
  const { decision, alone, choice, verdict, reasons, findings, figures } = explanation;
  const decided = decisionRecord(decision, about);
  const { version, words } = about;
  const record = {
    schema: "causal-velocity/explanation@1",
    version,
    verdict,
    reasons,
    decision: decided,
    ...(alone ? { alone: decisionRecord(alone, about) } : {}),
    ...(choice && {
      choice: {
        curves: choice.curves,
        candidates: {
          "x->y": candidateRecords(choice.candidates["x->y"]),
          "y->x": candidateRecords(choice.candidates["y->x"]),
        },
      },
    }),
    findings: findings.map((finding) => findingRecord(finding, words)),
    figures,
  };
  return jsonText(record, 0);
}
