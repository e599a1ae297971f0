import { byRole, type Direction } from "../fit/orient.js";
import { displayName, displayNames } from "../pair/display-names.js";
import { requireParts, wrongOption } from "../primitives/errors.js";
import type { PairDecision } from "./decide.js";
import type { GivenSummary } from "./decide-given.js";
import type { Gate, Reason } from "./decision.js";
import { EVIDENCE_MEANING, type EvidenceName } from "./weigh-evidence.js";

/** Why the evidence gives no verdict, in words that follow "Cannot tell: ". */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  "both-fit": "both directions fit equally well",
  "neither-fit": "neither direction fits the models behind the evidence",
  "evidence-split": "the evidence is split",
  "few-rows": "both directions fit so few rows",
  "below-threshold": "the answer is below the threshold you set",
};

/** Why the evidence was not used, in words that follow "Cannot tell: ". */
export const GATE_WORDS: Readonly<Record<Gate, string>> = {
  independent: "no dependence between the columns was found",
  "linear-gaussian": "both directions fit equally well (linear, near-Gaussian)",
  "gaussian-copula": "both directions fit equally well (jointly normal after rescaling each column)",
  discrete: "a column has only two values, or one far more often than others",
  "few-rows": "no dependence was found in so few rows",
  "extreme-rows": "a few extreme rows decide",
  "missing-codes": "values that may stand for missing ones decide",
  "piled-up": "values piled up at the end of a column decide",
  "ordered-rows": "rows follow each other, which is not supported",
  "exact-function": "one column is an exact function of the other",
  steps: "one column is the other in steps, and the evidence contradicts that",
};

/** What closed a gate, as a sentence. */
const GATE_SENTENCES: Readonly<Record<Gate, string>> = {
  independent: "A test found no dependence between the columns: there is no effect to give a direction to.",
  "linear-gaussian": "A test found that the columns may be jointly normal, which fits both directions equally well.",
  "gaussian-copula":
    "A test found that the columns may be jointly normal after rescaling each of them, which fits both directions equally well.",
  discrete:
    "A column of two values, or with one value far more often than any other, has no density, and the evidence assumes one.",
  "few-rows": "No dependence was found in so few different rows, which says little: more may show one.",
  "extreme-rows": "A few extreme rows decide: without them there is another verdict, or none.",
  "missing-codes":
    "Values far outside all others, which may be codes for missing ones, decide: without them there is another verdict, or none.",
  "piled-up": "Values piled up at the end of a column decide: without them there is another verdict, or none.",
  "ordered-rows":
    "Rows follow each other, as in time series or where several rows of a subject stand together, and the evidence assumes that they do not.",
  "exact-function":
    "One column is an exact function of the other: either both are, and neither direction can be told from the other, or the evidence points against the only one that is.",
  steps:
    "One column has few levels on intervals of the other, and the evidence points from the levels to the intervals.",
};

/** Why the gate `independent` closed for a decision given other columns. */
const NOTHING_LEFT = "nothing is left between the columns";

/** Probabilities from here on are shown as "more than 99%": nothing measured so far supports a claim of 100%. */
const NEARLY_SURE = 0.995;

/** A probability in whole percent; undefined from 99.5% on. */
export function wholePercent(probability: number): number | undefined {
  if (typeof probability !== "number") throw wrongOption("probability", probability, "a number from 0 to 1");
  return probability >= NEARLY_SURE ? undefined : Math.round(100 * probability);
}

/** "97%", or "more than 99%". */
export function percentText(probability: number): string {
  return `${wholePercent(probability) ?? "more than 99"}%`;
}

/** What every decision has. */
const DECISION_PARTS = ["verdict", "names", "rows", "findings", "options"] as const;

/** Refuses what is no decision, for callers without types. @throws InputError `wrong-option` */
export function requireDecision(decision: PairDecision): void {
  requireParts("decision", decision, DECISION_PARTS, "what decide returns");
}

/** The verdict in one sentence, with its probability if the method gives one: "dose drives response, 97% sure." */
export function verdictSentence(decision: PairDecision): string {
  requireDecision(decision);
  const { verdict, probability, names } = decision;
  if (verdict === "cannot-tell") return `Cannot tell: ${doubtWords(decision, arrowOf(decision))}.`;
  const { cause, effect } = byRole(displayNames(names), verdict);
  if (probability === undefined) return `${decision.method} ranks ${cause} → ${effect} first.`;
  const known = decision.given ? ` given ${namesText(decision.given.columns)}` : "";
  return `${cause} drives ${effect}${known}, ${percentText(probability)} sure.`;
}

/** "age", "age and sex", "age, sex and dose". */
export function namesText(names: readonly string[]): string {
  const shown = names.map(displayName);
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown[shown.length - 1]}`;
}

/** "97% likely", also for what is hardly likely. */
function likelyText(probability: number): string {
  return `${probability < 1 - NEARLY_SURE ? "less than 1%" : percentText(probability)} likely`;
}

/** What conditioning assumes and what it found, and how likely each is: two sentences without an end. */
export function givenWords({ columns, presence, assumed }: GivenSummary): { assumption: string; direct: string } {
  const [taken, effects] =
    columns.length === 1
      ? ["is taken as a cause of both columns or of neither", "it is no effect of them"]
      : ["are taken as causes of both columns or of neither", "none is an effect of them"];
  return {
    assumption: `${namesText(columns)} ${taken}; that ${effects} is ${likelyText(assumed)}`,
    direct: `that one column drives the other directly is ${likelyText(presence)}`,
  };
}

/** Why there is no verdict; where the evidence leans one way, also which way and how far. */
export function doubtWords(decision: PairDecision, arrow: (direction: Direction) => string): string {
  const { gate, reason, probability, margin, given } = decision;
  const known = given ? `given ${namesText(given.columns)}, ` : "";
  if (gate) return known && gate === "independent" ? `${known}${NOTHING_LEFT}` : GATE_WORDS[gate];
  const why = known + REASON_WORDS[reason ?? "both-fit"];
  if (probability === undefined) return why;
  return `${why}; ${arrow(margin > 0 ? "x->y" : "y->x")} is ${percentText(probability)} likely`;
}

/** The kind of evidence whose name does not say where it comes from. */
const LEARNED = "learned" satisfies EvidenceName;

/** Why, one sentence for each kind of evidence, or for the two costs. */
export function reasonSentences(decision: PairDecision): string[] {
  requireDecision(decision);
  const { evidence, gate, margin, cost, method, given } = decision;
  const arrow = arrowOf(decision);
  const toward = (value: number): string => arrow(value >= 0 ? "x->y" : "y->x");
  if (!evidence) {
    const [forward, backward] = [cost["x->y"], cost["y->x"]].map((value) => value.toPrecision(4));
    return [
      `By ${method}, the cost of ${toward(1)} is ${forward} and that of ${toward(-1)} is ${backward}; lower is better.`,
      "The costs rank the two directions; they are no probability.",
    ];
  }
  const known = given ? [`${givenWords(given).assumption}.`, `${capital(givenWords(given).direct)}.`] : [];
  if (gate) {
    const closed =
      given && gate === "independent" ? `Given ${namesText(given.columns)}, ${NOTHING_LEFT}.` : GATE_SENTENCES[gate];
    return [`${closed} The evidence was not used.`, ...known];
  }
  if (given) {
    const graphs = "The description lengths of graphs over all columns add up to";
    return [`${graphs} ${Math.abs(margin).toFixed(2)} in log odds for ${toward(margin)}.`, ...known];
  }
  const kinds = evidence.map(({ name, logOdds }) => `${name}: ${Math.abs(logOdds).toFixed(2)} for ${toward(logOdds)}`);
  const isLearned = evidence.some(({ name }) => name === LEARNED);
  return [
    `The evidence adds up to ${Math.abs(margin).toFixed(2)} in log odds for ${toward(margin)}. ${capital(kinds.join("; "))}.`,
    ...(isLearned ? [`Evidence that is ${LEARNED} is ${EVIDENCE_MEANING[LEARNED]}.`] : []),
  ];
}

/** "dose → response", in the names of a decision. */
function arrowOf({ names }: PairDecision): (direction: Direction) => string {
  return (direction) => {
    const { cause, effect } = byRole(displayNames(names), direction);
    return `${cause} → ${effect}`;
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
