import {
  type Check,
  checkGroups,
  type Direction,
  DROP_WORDS,
  type DropReason,
  type Explanation,
  type Figure,
  percentSure,
} from "@causal-velocity/core";
import type { FigureOptions } from "../draw-figure.js";
import { type DataTable, dataTables } from "../figure-numbers.js";
import { numberText } from "../number-text.js";
import { type Html, html, trusted } from "./html.js";
import { reportStyle } from "./report-style.js";

export interface ReportOptions {
  /** Of the package that made the explanation. */
  readonly version: string;
  /**
   * A figure as SVG, put into the page as it is: `figureSvg` in Node, `svgText(drawFigure(…))` in browsers. Each figure
   * is asked for in two widths, without a title, in the colors of the page.
   */
  readonly svgOf: SvgOf;
}

/** Whatever a page might be made to load or run, it may not: it holds all it shows, and no script. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** An explanation as a page of its own: one file, without network or script, to read, print and keep. */
export function reportHtml(explanation: Explanation, { version, svgOf }: ReportOptions): string {
  const { names, verdict } = explanation;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${verdict}</title>
<style>
${trusted(reportStyle())}</style>
</head>
<body>
<header>
<p class="eyebrow">Which of two columns drives the other?</p>
<h1><bdi>${names.x}</bdi> and <bdi>${names.y}</bdi></h1>
<p class="lead">${verdict}</p>
${confidenceBar(explanation)}
</header>
<main>
${[
  listSection("why", "Why", explanation.reasons),
  figuresSection(explanation, svgOf),
  checksSection(explanation),
  listSection(
    "warnings",
    "Warnings",
    explanation.warnings.map(({ message }) => message),
  ),
  limitsSection(),
  factsSection(explanation, version),
]}
</main>
<footer><p>Made by causal-velocity ${version}. This page holds all it shows and loads nothing.</p></footer>
</body>
</html>
`;
  return page.markup;
}

function listSection(id: string, title: string, sentences: readonly string[]): Html {
  if (sentences.length === 0) return html``;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul>
${sentences.map(
  (sentence) => html`<li>${sentence}</li>
`,
)}</ul>
</section>
`;
}

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

/** What is needed to get the same answer again. */
export function factsSection({ decision, rows, seed, names }: Explanation, version: string): Html {
  const settings = Object.entries(decision.options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  const facts: [string, string | Html][] = [
    ["Columns", html`<bdi>${names.x}</bdi> (x), <bdi>${names.y}</bdi> (y)`],
    ["Rows", `${rows.used} used of ${rows.read}${droppedText(rows)}`],
    ["Method", decision.method],
    ["Settings", settings.join(", ") || "none"],
    ["Seed", String(seed)],
    ["Version", `causal-velocity ${version}`],
  ];
  return html`<section aria-labelledby="facts">
<h2 id="facts">Facts</h2>
<dl>${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
  )}</dl>
</section>`;
}

function droppedText({ dropped, reasons }: Explanation["rows"]): string {
  if (dropped === 0) return ", none dropped";
  const why = Object.entries(reasons).map(([reason, count]) => `${count} ${DROP_WORDS[reason as DropReason]}`);
  return `, ${dropped} dropped (${why.join(", ")})`;
}
