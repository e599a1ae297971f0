import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import { checksSection } from "./checks-section.js";
import { confidenceBar } from "./confidence-bar.js";
import { factsSection } from "./facts-section.js";
import { figuresSection, type SvgOf } from "./figures-section.js";
import { type Html, html, trusted } from "./html.js";
import { limitsSection } from "./limits-section.js";
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
