import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import type { FigureOptions } from "../draw-figure.js";
import { type DataTable, dataTables } from "./data-table.js";
import { type Html, html, trusted } from "./html.js";

/** Drawn twice, as text cannot shrink with a picture: for screens and paper, and for phones. */
export const WIDE = 920;
export const NARROW = 340;

export type SvgOf = (figure: Figure, options: FigureOptions) => string;

export function figuresSection({ figures }: Explanation, svgOf: SvgOf): Html {
  if (figures.length === 0) return html``;
  return html`<section aria-labelledby="figures">
<h2 id="figures">Figures</h2>
${figures.map((figure) => figureHtml(figure, svgOf))}
</section>`;
}

function figureHtml(figure: Figure, svgOf: SvgOf): Html {
  const svg = (width: number) => trusted(svgOf(figure, { theme: "css", width, titled: false }));
  return html`<figure>
<h3>${figure.title}</h3>
<div class="wide">${svg(WIDE)}</div>
<div class="narrow">${svg(NARROW)}</div>
<figcaption>${figure.caption}</figcaption>
<details><summary>Numbers behind this figure</summary>
${dataTables(figure).map(tableHtml)}
</details>
</figure>
`;
}

function tableHtml({ title, heads, rows, count }: DataTable): Html {
  const leftOut = count - rows.length;
  const note = leftOut > 0 ? ` (${rows.length} of ${count} rows, evenly spread; ${leftOut} left out)` : "";
  return html`<div class="table" tabindex="0" role="group" aria-label="${title}"><table>
<caption>${title}${note}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>
`;
}
