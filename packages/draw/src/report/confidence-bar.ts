import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import { percentSure } from "@causal-velocity/core/explain/verdict-sentence.js";
import { type Html, html } from "./html.js";

const PERCENT = 100;

/** How probable each direction is, as a bar and in words. */
export function confidenceBar({ names, decision }: Explanation): Html {
  const { confidence } = decision;
  if (confidence === undefined) {
    return html`<p class="quiet">The method ${decision.method} gives no probability, only a direction.</p>`;
  }
  const forward = directionText(names.x, names.y, confidence);
  const backward = directionText(names.y, names.x, 1 - confidence);
  return html`<div class="bar" aria-hidden="true"><span style="width:${(PERCENT * confidence).toFixed(1)}%"></span></div>
<div class="bar-words"><p class="forward">${forward}</p><p class="backward">${backward}</p></div>`;
}

function directionText(cause: string, effect: string, probability: number): Html {
  return html`<b>${percentText(probability)}</b> <span><bdi>${cause}</bdi> → <bdi>${effect}</bdi></span>`;
}

/** In the words of the verdict: "more than 99 %" and "less than 1 %", or numbers that add up to 100. */
function percentText(probability: number): string {
  if (probability >= 0.5) return `${percentSure(probability)} %`;
  const other = Number(percentSure(1 - probability));
  return Number.isNaN(other) ? "less than 1 %" : `${PERCENT - other} %`;
}
