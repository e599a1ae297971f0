import { byRole, type Direction } from "../fit/orient.js";
import { displayNames } from "../pair/display-names.js";
import type { PairDecision } from "./decide.js";
import type { Evidence, Reason } from "./decision.js";
import { reasonSentences, requireDecision } from "./verdict-sentence.js";
import type { EvidenceName } from "./weigh-evidence.js";

interface Roles {
  readonly cause: string;
  readonly effect: string;
}

/**
 * What each kind of evidence found where it speaks for a direction: two sentences for readers who know no statistics.
 * They compare, as the evidence does: neither direction need fit well.
 */
const FOUND: Readonly<Record<EvidenceName, (likelier: Roles) => string>> = {
  likelihood: ({ cause, effect }) =>
    `If ${cause} drives ${effect}, a curve with noise around it makes these rows likelier. The other way around they are more of a surprise.`,
  independence: ({ cause, effect }) =>
    `If ${cause} drives ${effect}, what is left over looks more like pure noise. The other way around it depends more on ${effect}.`,
  "location-scale velocity": ({ cause, effect }) =>
    `If ${cause} drives ${effect}, raising ${cause} shifts and stretches ${effect} in a way that is closer to where the rows lie. The other way around it misses them more.`,
  "quadratic velocity": ({ cause, effect }) =>
    `If ${cause} drives ${effect}, rows that move along smooth curves keep closer to the shape of the cloud. The other way around they crowd or tear it more.`,
  learned: ({ cause, effect }) =>
    `To a network that was trained on simulated tables, the cloud looks like one in which ${cause} drives ${effect}. The other way around it looks less familiar.`,
};

/** Why evidence that was used gives no verdict: two sentences. */
const UNDECIDED: Readonly<Record<Reason, string>> = {
  "both-fit": "Both directions explain the rows about equally well. What speaks for either is too little to decide.",
  "neither-fit":
    "Neither direction explains the rows well. Which of two wrong explanations is less wrong means little.",
  "evidence-split":
    "Some of the evidence speaks for one direction and some for the other. What is left of it is too little to decide.",
  "few-rows": "Both directions fit so few rows. More rows may decide.",
  "below-threshold": "The likelier direction is not as likely as you ask for. A lower threshold would give a verdict.",
};

/** The kind of evidence that speaks most for a direction; the first of equally strong ones, undefined where none does. */
export function strongestEvidence(evidence: readonly Evidence[], direction: Direction): Evidence | undefined {
  const sign = direction === "x->y" ? 1 : -1;
  return evidence
    .filter(({ logOdds }) => sign * logOdds > 0)
    .reduce<Evidence | undefined>((best, each) => {
      return best && Math.abs(best.logOdds) >= Math.abs(each.logOdds) ? best : each;
    }, undefined);
}

/** Of the learned evidence, the least that another kind adds for being told instead. */
const FAIR_SHARE = 1 / 3;

/**
 * The kind of evidence that is told: the strongest that says something about the columns. What a network saw is told
 * only where that adds less than a fair share of it.
 */
function toldEvidence(evidence: readonly Evidence[], direction: Direction): Evidence | undefined {
  const strongest = strongestEvidence(evidence, direction);
  if (strongest?.name !== "learned") return strongest;
  const others = evidence.filter(({ name }) => name !== "learned");
  const next = strongestEvidence(others, direction);
  return next && Math.abs(next.logOdds) >= FAIR_SHARE * Math.abs(strongest.logOdds) ? next : strongest;
}

/**
 * The reason for a verdict in plain words, two sentences at most: of the evidence that speaks for it, what the strongest
 * kind found, a physical one where it is a fair share of the learned one; what closed a gate; or why the evidence does
 * not decide. It holds whatever the other evidence says.
 */
export function plainReason(decision: PairDecision): string {
  requireDecision(decision);
  const { verdict, evidence, gate, reason, given, names } = decision;
  const [first = ""] = reasonSentences(decision);
  if (!evidence || gate || given) return first;
  if (verdict === "cannot-tell") return UNDECIDED[reason ?? "both-fit"];
  const told = toldEvidence(evidence, verdict)?.name;
  const found = told === undefined ? undefined : (FOUND as Record<string, typeof FOUND.learned>)[told];
  return found?.(byRole(displayNames(names), verdict)) ?? first;
}
