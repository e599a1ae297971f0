import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import { percentSure, REASON_WORDS, UNHEARD } from "@causal-velocity/core/explain/verdict-sentence.js";
import { arrow, displayWidth, MARGIN, padDisplay, wrap } from "../printable.js";

const HEADLINE_NAME_WIDTH = 27;
const NAME_WIDTH = 10;
const BAR_WIDTH = 10;

/** What a calibrated decision says: the sentence with its probability, and the evidence behind it. */
export function confidenceText(decision: PairDecision & { readonly confidence: number }): {
  readonly headline: string;
  readonly facts: string;
  readonly footnote: string;
} {
  const { verdict, confidence } = decision;
  const sure = percentSure(Math.max(confidence, 1 - confidence));
  return {
    headline:
      verdict === "cannot-tell"
        ? wrap(`Cannot tell: ${doubtWords(decision)}.`, MARGIN)
        : `${MARGIN}${arrow(decision, verdict, HEADLINE_NAME_WIDTH)}, ${sure} % sure`,
    // Where the evidence has no say, its sum would contradict the sentence.
    facts: confidence === UNHEARD ? "" : evidenceLines(decision),
    footnote: wrap("Calibrated on simulated mechanisms; assumes no hidden common cause of both columns.", MARGIN),
  };
}

/** Why there is no verdict; where the evidence leans one way, too little, how far. */
function doubtWords(decision: PairDecision & { readonly confidence: number }): string {
  const { reason = "both-fit", confidence } = decision;
  if (confidence === UNHEARD) return REASON_WORDS[reason] + (reason === "both-fit" ? " (linear, near-Gaussian)" : "");
  const likelier = arrow(decision, confidence > 0.5 ? "x->y" : "y->x", HEADLINE_NAME_WIDTH);
  return `${REASON_WORDS[reason]}; ${likelier} is ${percentSure(Math.max(confidence, 1 - confidence))} % likely`;
}

/** One line for each kind of evidence, and one for their sum: for which direction, and how much, in log odds. */
function evidenceLines(decision: PairDecision): string {
  const evidence = decision.evidence ?? [];
  const largest = Math.max(...evidence.map(({ logOdds }) => Math.abs(logOdds)));
  const rows = [...evidence, { name: "sum, in log odds", logOdds: decision.score }].map(({ name, logOdds }) => ({
    name,
    size: Math.abs(logOdds),
    direction: arrow(decision, logOdds < 0 ? "y->x" : "x->y", NAME_WIDTH),
  }));
  const nameWidth = Math.max(...rows.map(({ name }) => displayWidth(name)));
  const arrowWidth = Math.max(...rows.map(({ direction }) => displayWidth(direction)));
  return rows
    .map(({ name, size, direction }, i) => {
      const bar = i < evidence.length ? "█".repeat(Math.round((BAR_WIDTH * size) / (largest || 1))) : "";
      const label = `${padDisplay(name, nameWidth)}  ${padDisplay(direction, arrowWidth)}`;
      return `${MARGIN}${i === 0 ? "evidence" : "        "}  ${label}  ${size.toFixed(2).padStart(5)}  ${bar}`.trimEnd();
    })
    .join("\n");
}
