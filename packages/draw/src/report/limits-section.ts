import { type Html, html } from "./html.js";

/** What no analysis of two columns can rule out, and what this one cannot see. */
export const LIMITS: readonly [title: string, text: string][] = [
  [
    "Hidden common causes.",
    "A third quantity that drives both columns leaves the same kind of trace. Two columns alone cannot show that there is none.",
  ],
  ["Feedback.", "If each column drives the other, there is no one direction to find, and the verdict means little."],
  [
    "Selection.",
    "If a row is in the table because of both values, the two depend on each other without either causing the other.",
  ],
  ["Straight lines with normal noise.", "These look the same from both sides: no method can tell their direction."],
  ["Discrete columns.", "Counts, grades and other values of few levels have no slopes, on which this analysis rests."],
];

export function limitsSection(): Html {
  return html`<section aria-labelledby="limits">
<h2 id="limits">What this cannot tell you</h2>
<ul>
${LIMITS.map(
  ([title, text]) => html`<li><b>${title}</b> ${text}</li>
`,
)}</ul>
</section>`;
}
