import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { DROP_WORDS, type DropReason, type RowCount } from "@causal-velocity/core/pair/complete-rows.js";
import { textWith } from "@causal-velocity/core/primitives/errors.js";
import type { Finding, FindingGroup } from "@causal-velocity/core/primitives/finding.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { transformationWords } from "@causal-velocity/core/table/transform-table.js";
import type { FigureOptions } from "../draw-figure.js";
import type { DataTable } from "../figure-numbers.js";
import { numberText } from "../number-text.js";
import { type Html, html, trusted } from "./html.js";
import { reportStyle } from "./report-style.js";

/** What a report needs besides what it reports. */
export interface ReportOptions {
  /** The version of the package that made what is reported. */
  readonly version: string;
  /**
   * Draws a figure as SVG text, which is put into the page unchanged: `figureSvg` in Node, `figureText` with a document
   * in browsers. It is called twice per figure, for wide and for narrow screens.
   */
  readonly svgOf: SvgOf;
}

/** Draws a figure as SVG text. */
export type SvgOf = (figure: Figure, options: FigureOptions) => string;

/** What a page begins with. */
export interface PageHead {
  /** Of the window. */
  readonly title: string;
  readonly question: string;
  readonly heading: Html;
  readonly lead: string;
  /** Below the lead. */
  readonly more?: Html | undefined;
  /** Of the body, for addresses that end with it. */
  readonly id?: string | undefined;
}

/** Forbids the page to load or run anything. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** A page of sections: one file to read, print and keep, which runs no script and loads nothing. */
export function pageHtml(
  { title, question, heading, lead, more, id }: PageHead,
  sections: Html[],
  version: string,
): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${trusted(reportStyle())}</style>
</head>
<body${id ? html` id="${id}"` : html``}>
<header>
<p class="eyebrow">${question}</p>
<h1>${heading}</h1>
<p class="lead">${lead}</p>
${more}
</header>
<main>
${sections}
</main>
<footer><p>Made by causal-velocity ${version}. This page is complete: it loads nothing.</p></footer>
</body>
</html>
`;
  return page.markup;
}

/** A section with a list of sentences; nothing if there are none. */
export function listSection(id: string, title: string, sentences: readonly (string | Html)[]): Html {
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

/** Sentences with a title each, for a `listSection`. */
export function titledSentences(sentences: readonly (readonly [title: string, text: string])[]): Html[] {
  return sentences.map(([title, text]) => html`<b>${title}</b> ${text}`);
}

/** Each figure is drawn for screens and paper, and again for phones, because text must not shrink with the picture. */
const WIDE = 920;
const NARROW = 340;

/** A figure for wide and for narrow screens, with its caption and what is said below it. */
export function figureHtml(figure: Figure, svgOf: SvgOf, below: Html): Html {
  const svg = (width: number) => trusted(svgOf(figure, { theme: "css", width, titled: false }));
  return html`<figure>
<h3>${figure.title}</h3>
<div class="wide">${svg(WIDE)}</div>
<div class="narrow">${svg(NARROW)}</div>
<figcaption>${figure.caption}</figcaption>
${below}
</figure>
`;
}

/** A table that scrolls by itself where it is too wide. */
export function tableHtml({ title, heads, rows, count }: DataTable): Html {
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

/** Findings, each with its severity. */
export function findingList(members: FindingGroup["members"]): Html {
  return html`<ul class="findings">
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
`;
}

function findingBody({ sentence, advice, interval, code }: Finding): Html {
  const spread = interval
    ? html`; on random halves ${numberText(interval[0])} to ${numberText(interval[1])}, nine times in ten`
    : html``;
  const advised = textWith(advice);
  return html`<p>${sentence}</p>
${advised ? html`<p class="advice">${advised}</p>` : html``}<p class="quiet"><code>${code}</code>${spread}</p>`;
}

/** What is needed to get the same answer again. */
export function factsSection(facts: readonly (readonly [name: string, value: string | Html])[]): Html {
  return html`<section aria-labelledby="facts">
<h2 id="facts">Facts</h2>
<dl>${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
  )}</dl>
</section>`;
}

/** What was done to the table before, if anything, as a fact. */
export function doneFacts(transformations: Table["transformations"] = []): [string, Html][] {
  if (transformations.length === 0) return [];
  const words = transformations.map(
    (each) => `${each.kind === "where" ? "rows where " : ""}${transformationWords(each)}`,
  );
  return [["Before", html`${words.map((word, k) => html`${k === 0 ? "" : "; "}<bdi>${word}</bdi>`)}`]];
}

/** How many rows were used, and why others were not. */
export function rowsText({ read, used, dropped, reasons }: RowCount): string {
  if (dropped === 0) return `${used} used of ${read}, none dropped`;
  const why = Object.entries(reasons).map(([reason, count]) => `${count} ${DROP_WORDS[reason as DropReason]}`);
  return `${used} used of ${read}, ${dropped} dropped (${why.join(", ")})`;
}
