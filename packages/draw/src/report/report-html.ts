import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import { doubtWords, namesText, verdictSentence, wholePercent } from "@causal-velocity/core/decide/verdict-sentence.js";
import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import { DROP_WORDS, type DropReason } from "@causal-velocity/core/pair/pair.js";
import { textWith } from "@causal-velocity/core/primitives/errors.js";
import { type Finding, findingGroups } from "@causal-velocity/core/primitives/finding.js";
import type { FigureOptions } from "../draw-figure.js";
import { type DataTable, dataTables } from "../figure-numbers.js";
import { numberText } from "../number-text.js";
import { type Html, html, trusted } from "./html.js";
import { reportStyle } from "./report-style.js";

/** What a report needs besides the explanation. */
export interface ReportOptions {
  /** The version of the package that made the explanation. */
  readonly version: string;
  /**
   * Draws a figure as SVG text, which is put into the page unchanged: `figureSvg` in Node, `figureText` with a document
   * in browsers. It is called twice per figure, for wide and for narrow screens.
   */
  readonly svgOf: SvgOf;
}

/** Forbids the page to load or run anything. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Writes an explanation as an HTML page: one file to read, print and keep, which runs no script and loads nothing. */
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
${probabilityBar(explanation)}
</header>
<main>
${[
  listSection("why", "Why", explanation.reasons),
  conditioningSection(explanation),
  figuresSection(explanation, svgOf),
  findingsSection(explanation),
  limitsSection(),
  factsSection(explanation, version),
]}
</main>
<footer><p>Made by causal-velocity ${version}. This page is complete: it loads nothing.</p></footer>
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

/** What the given columns changed: the pair alone and given them, of a decision given other columns. */
function conditioningSection(explanation: Explanation): Html {
  const { alone, decision, names } = explanation;
  if (!alone || !decision.given) return html``;
  const row = (
    what: string,
    decided: PairDecision,
  ): Html => html`<div><dt>${what}</dt><dd>${verdictSentence({ ...decided, names })}</dd></div>
`;
  return html`<section aria-labelledby="conditioning">
<h2 id="conditioning">What conditioning changed</h2>
<dl>${[row("Alone", alone), row(`Given ${namesText(decision.given.columns)}`, decision)]}</dl>
<p>The figures below are about the pair alone.</p>
</section>
`;
}

const PERCENT = 100;

/** The probability of each direction, as a bar and in words; without one, why there is none. */
function probabilityBar({ names, decision }: Explanation): Html {
  const { probability, gate, margin, method } = decision;
  if (gate) return html`<p class="quiet">No probability is given: ${doubtWords(decision, () => "")}.</p>`;
  if (probability === undefined) {
    return html`<p class="quiet">The method ${method} gives no probability, only a direction.</p>`;
  }
  const percent = wholePercent(probability);
  const likelier = percent === undefined ? "more than 99%" : `${percent}%`;
  const other = percent === undefined ? "less than 1%" : `${PERCENT - percent}%`;
  const isForward = margin >= 0;
  const width = PERCENT * (isForward ? probability : 1 - probability);
  return html`<div class="bar" aria-hidden="true"><span style="width:${width.toFixed(1)}%"></span></div>
<div class="bar-words"><p class="forward">${directionText(names.x, names.y, isForward ? likelier : other)}</p><p class="backward">${directionText(names.y, names.x, isForward ? other : likelier)}</p></div>`;
}

function directionText(cause: string, effect: string, probability: string): Html {
  return html`<b>${probability}</b> <span><bdi>${cause}</bdi> → <bdi>${effect}</bdi></span>`;
}

/** Each figure is drawn for screens and paper, and again for phones, because text must not shrink with the picture. */
const WIDE = 920;
const NARROW = 340;

/** Draws a figure as SVG text. */
export type SvgOf = (figure: Figure, options: FigureOptions) => string;

function figuresSection({ figures }: Explanation, svgOf: SvgOf): Html {
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
  const note = leftOut > 0 ? ` (${rows.length} of ${count} rows, evenly spaced; ${leftOut} left out)` : "";
  return html`<div class="table" tabindex="0" role="group" aria-label="${title}"><table>
<caption>${title}${note}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>
`;
}

/** What was found about the pair and about each direction, the worst first. */
function findingsSection({ findings, names }: Explanation): Html {
  if (findings.length === 0) return html``;
  return html`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
<p>What fails in one direction counts against that direction.</p>
${findingGroups(findings).map(
  ({ direction, members }) => html`<h3>${heading(names, direction)}</h3>
<ul class="findings">
${members.map(
  ({
    severity,
    symbol,
    word,
    finding,
  }) => html`<li class="finding ${severity}"><p class="severity"><span aria-hidden="true">${symbol}</span> ${word}</p>
<div>${findingBody(finding)}</div></li>
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

function findingBody({ sentence, advice, interval, code }: Finding): Html {
  const spread = interval
    ? html`; on random halves ${numberText(interval[0])} to ${numberText(interval[1])}, nine times in ten`
    : html``;
  const advised = textWith(advice);
  return html`<p>${sentence}</p>
${advised ? html`<p class="advice">${advised}</p>` : html``}<p class="quiet"><code>${code}</code>${spread}</p>`;
}

/** What no analysis of two columns can rule out, and where this one does not work: titles and sentences. */
export const LIMITS: readonly [title: string, text: string][] = [
  [
    "Hidden common causes.",
    "A third quantity that drives both columns can produce the same pattern. Two columns alone cannot show that there is none.",
  ],
  ["Feedback.", "If each column drives the other, there is no single direction to find, and the verdict means little."],
  [
    "Selection.",
    "If rows were selected by both values, the two columns depend on each other although neither causes the other.",
  ],
  ["Straight lines with normal noise.", "These look the same in both directions: no method can find the right one."],
  [
    "Discrete columns.",
    "Counts, grades and other columns with few distinct values have no slopes, and this analysis needs slopes.",
  ],
];

function limitsSection(): Html {
  return html`<section aria-labelledby="limits">
<h2 id="limits">What this cannot tell you</h2>
<ul>
${LIMITS.map(
  ([title, text]) => html`<li><b>${title}</b> ${text}</li>
`,
)}</ul>
</section>`;
}

/** What is needed to get the same answer again: columns, rows, settings, seed and version. */
function factsSection({ decision, rows, seed, names }: Explanation, version: string): Html {
  const settings = Object.entries(decision.options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  const facts: [string, string | Html][] = [
    ["Columns", html`<bdi>${names.x}</bdi> (x), <bdi>${names.y}</bdi> (y)`],
    ...(decision.given ? [["Given", namesText(decision.given.columns)] satisfies [string, string]] : []),
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
