import type { Check, Explanation } from "@causal-velocity/core";
import { numberText } from "../number-text.js";
import { type Html, html } from "./html.js";
import { STATUS_WORDS } from "./status-words.js";

/** The assumptions by status, the worst first. */
export function checksSection({ checks, names }: Explanation): Html {
  if (checks.length === 0) return html``;
  const groups = STATUS_WORDS.map((words) => ({
    ...words,
    members: checks.filter(({ status }) => status === words.status),
  })).filter(({ members }) => members.length > 0);
  return html`<section aria-labelledby="assumptions">
<h2 id="assumptions">Assumptions</h2>
${groups.map(
  ({ status, symbol, word, heading, members }) => html`<h3>${heading}</h3>
<ul class="checks">
${members.map(
  (check) => html`<li class="check ${status}"><p class="status"><span aria-hidden="true">${symbol}</span> ${word}</p>
<div>${checkBody(check, names)}</div></li>
`,
)}</ul>
`,
)}</section>`;
}

function checkBody({ sentence, advice, interval, name, direction }: Check, names: Explanation["names"]): Html {
  const [cause, effect] = direction === "y->x" ? [names.y, names.x] : [names.x, names.y];
  const about = direction ? html`, if <bdi>${cause}</bdi> causes <bdi>${effect}</bdi>` : html``;
  const spread = interval
    ? html`; on random halves ${numberText(interval[0])} to ${numberText(interval[1])}, nine times in ten`
    : html``;
  return html`<p>${sentence}</p>
${advice ? html`<p class="advice">${advice}</p>` : html``}<p class="quiet"><code>${name}</code>${about}${spread}</p>`;
}
