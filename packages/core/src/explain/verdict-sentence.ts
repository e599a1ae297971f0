import type { PairDecision } from "../decide/decide.js";
import type { Reason } from "../decide/decision.js";
import { byRole } from "../fit/orient.js";
import { displayNames } from "../pair/display-names.js";

/** Why a method that can abstain does, in words that follow "Cannot tell: ". */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  independent: "no dependence of the columns was found",
  "both-fit": "both directions fit equally well",
  "neither-fit": "neither direction fits the models behind the evidence",
  "too-few-rows": "too few rows",
  discrete: "a column has few different values, or one value in many rows",
  "evidence-split": "the evidence is split",
};

/** The probability where no evidence was heard: a gate is closed. */
export const UNHEARD = 0.5;

/** Why evidence was not heard, by what closed the gate. */
const UNHEARD_WORDS: Readonly<Record<Reason, string>> = {
  independent: "Before any evidence, a test of dependence found none: there is no effect to give a direction to.",
  "both-fit":
    "Before any evidence, a test found that the columns may be jointly normal, which fits both directions alike.",
  "neither-fit": "Neither direction fits the models behind the evidence.",
  "too-few-rows": "With so few rows the tests before the evidence find nothing, and nothing was calibrated on fewer.",
  discrete: "A column without a density has no scores: the evidence means nothing there.",
  "evidence-split": "A few extreme rows decide: without them the evidence points the other way.",
};

/** Whether the evidence had a say. */
export function isHeard({ confidence }: PairDecision): boolean {
  return confidence !== UNHEARD;
}

/** Whole percent; never 100, since nothing measured so far says that. */
export function percentSure(share: number): string {
  return share > 0.995 ? "more than 99" : String(Math.round(100 * share));
}

/** The verdict in one sentence, with how sure it is where the method knows: "dose drives response, 97 % sure." */
export function verdictSentence(decision: PairDecision): string {
  const { verdict, confidence, names } = decision;
  if (verdict === "cannot-tell") return `Cannot tell: ${doubtWords(decision)}.`;
  const { cause, effect } = byRole(displayNames(names), verdict);
  if (confidence === undefined) return `${decision.method} ranks ${cause} → ${effect} first.`;
  return `${cause} drives ${effect}, ${percentSure(Math.max(confidence, 1 - confidence))} % sure.`;
}

/** Why, one sentence for each kind of evidence, or for the two losses. */
export function reasonSentences(decision: PairDecision): string[] {
  const { evidence, reason, score, cost, names, method } = decision;
  const toward = (value: number): string => {
    const { cause, effect } = byRole(displayNames(names), value >= 0 ? "x->y" : "y->x");
    return `${cause} → ${effect}`;
  };
  if (!evidence) {
    const [forward, backward] = [cost["x->y"], cost["y->x"]].map((value) => value.toPrecision(4));
    return [
      `By ${method}, the cost of ${toward(1)} is ${forward} and that of ${toward(-1)} is ${backward}; lower is better.`,
      "The costs rank the two directions; they are no probability.",
    ];
  }
  if (!isHeard(decision)) return [`${UNHEARD_WORDS[reason ?? "both-fit"]} The evidence was not heard.`];
  const kinds = evidence.map(({ name, logOdds }) => `${name}: ${Math.abs(logOdds).toFixed(2)} for ${toward(logOdds)}`);
  return [
    `The evidence adds up to ${Math.abs(score).toFixed(2)} in log odds for ${toward(score)}. ${capital(kinds.join("; "))}.`,
  ];
}

function doubtWords(decision: PairDecision): string {
  const { reason, confidence, names } = decision;
  if (reason === undefined || confidence === undefined) return REASON_WORDS["both-fit"];
  if (confidence === UNHEARD) return REASON_WORDS[reason] + (reason === "both-fit" ? " (linear, near-Gaussian)" : "");
  const { cause, effect } = byRole(displayNames(names), confidence > 0.5 ? "x->y" : "y->x");
  return `${REASON_WORDS[reason]}; ${cause} → ${effect} is ${percentSure(Math.max(confidence, 1 - confidence))} % likely`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
