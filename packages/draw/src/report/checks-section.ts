import type { Check, Explanation } from "@causal-velocity/core";
import { numberText } from "../number-text.js";
import { type Html, html } from "./html.js";
import { STATUS_WORDS } from "./status-words.js";

/** The assumptions about the pair and about each direction, the worst first. */
export function checksSection({ checks, names }: Explanation): Html {
  if (checks.length === 0) return html``;
  const groups = [
    { heading: html`About the pair`, direction: undefined },
    { heading: html`If <bdi>${names.x}</bdi> drives <bdi>${names.y}</bdi>`, direction: "x->y" },
    { heading: html`If <bdi>${names.y}</bdi> drives <bdi>${names.x}</bdi>`, direction: "y->x" },
  ].map(({ heading, direction }) => ({
    heading,
    members: STATUS_WORDS.flatMap((words) =>
      checks
        .filter((check) => check.direction === direction && check.status === words.status)
        .map((check) => ({ ...words, check })),
    ),
  }));
  return html`<section aria-labelledby="assumptions">
<h2 id="assumptions">Assumptions</h2>
<p>What fails in the direction of the verdict speaks against it; what fails in the other speaks against that one.</p>
${groups
  .filter(({ members }) => members.length > 0)
  .map(
    ({ heading, members }) => html`<h3>${heading}</h3>
<ul class="checks">
${members.map(
  ({
    status,
    symbol,
    word,
    check,
  }) => html`<li class="check ${status}"><p class="status"><span aria-hidden="true">${symbol}</span> ${word}</p>
<div>${checkBody(check)}</div></li>
`,
)}</ul>
`,
  )}</section>`;
}

function checkBody({ sentence, advice, interval, name }: Check): Html {
  const spread = interval
    ? html`; on random halves ${numberText(interval[0])} to ${numberText(interval[1])}, nine times in ten`
    : html``;
  return html`<p>${sentence}</p>
${advice ? html`<p class="advice">${advice}</p>` : html``}<p class="quiet"><code>${name}</code>${spread}</p>`;
}
