import { type Check, checkGroups } from "@causal-velocity/core/diagnose/check.js";
import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import { numberText } from "../number-text.js";
import { type Html, html } from "./html.js";

/** The assumptions about the pair and about each direction, the worst first. */
export function checksSection({ checks, names }: Explanation): Html {
  if (checks.length === 0) return html``;
  return html`<section aria-labelledby="assumptions">
<h2 id="assumptions">Assumptions</h2>
<p>What fails in the direction of the verdict speaks against it; what fails in the other speaks against that one.</p>
${checkGroups(checks).map(
  ({ direction, members }) => html`<h3>${heading(names, direction)}</h3>
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

function heading({ x, y }: Explanation["names"], direction: Direction | undefined): Html {
  switch (direction) {
    case undefined:
      return html`About the pair`;
    case "x->y":
      return html`If <bdi>${x}</bdi> drives <bdi>${y}</bdi>`;
    case "y->x":
      return html`If <bdi>${y}</bdi> drives <bdi>${x}</bdi>`;
  }
}

function checkBody({ sentence, advice, interval, name }: Check): Html {
  const spread = interval
    ? html`; on random halves ${numberText(interval[0])} to ${numberText(interval[1])}, nine times in ten`
    : html``;
  return html`<p>${sentence}</p>
${advice ? html`<p class="advice">${advice}</p>` : html``}<p class="quiet"><code>${name}</code>${spread}</p>`;
}
