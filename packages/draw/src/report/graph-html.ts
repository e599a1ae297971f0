import { wholePercent } from "@causal-velocity/core/decide/verdict-sentence.js";
import { graphFigure } from "@causal-velocity/core/explain/figures/graph-figure.js";
import {
  arrowCount,
  columnsWithoutArrow,
  edgeNames,
  edgeSign,
  GRAPH_ASSUMPTIONS,
  knowledgeSentences,
  noArrowSentence,
  requireGraph,
  shareText,
  toldEdge,
} from "@causal-velocity/core/explain/graph-words.js";
import { type Graph, LEAST_DIRECTION } from "@causal-velocity/core/graph/graph.js";
import { findingGroups } from "@causal-velocity/core/primitives/finding.js";
import { numberText } from "../number-text.js";
import { type Html, html } from "./html.js";
import {
  doneFacts,
  factsSection,
  figureHtml,
  findingList,
  listSection,
  pageHtml,
  type ReportOptions,
  rowsText,
  titledSentences,
} from "./report-parts.js";

/** Writes a graph as an HTML page: picture, arrows, findings and what it assumes. It runs no script and loads nothing. */
export function graphHtml(graph: Graph, { version, svgOf }: ReportOptions): string {
  requireGraph(graph);
  const { columns, findings } = graph;
  const arrows = arrowCount(graph);
  const doubts = findingGroups(findings).flatMap(({ members }) => members);
  return pageHtml(
    {
      title: `Graph of ${columns.length} columns`,
      question: "Which columns of a table drive which directly?",
      heading: html`${columns.length} columns, ${arrows === 1 ? "one arrow" : `${arrows} arrows`}`,
      lead: leadSentence(graph),
    },
    [
      html`<section aria-labelledby="picture">
<h2 id="picture">Picture</h2>
${figureHtml(graphFigure(graph), svgOf, html``)}</section>`,
      arrowsSection(graph),
      listSection("stated", "Stated beforehand", knowledgeSentences(graph)),
      doubts.length === 0
        ? html``
        : html`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
${findingList(doubts)}</section>`,
      listSection("assumptions", "What this assumes", titledSentences(GRAPH_ASSUMPTIONS)),
      factsSection(factsOf(graph, version)),
    ],
    version,
  );
}

function leadSentence(graph: Graph): string {
  const edges = graph.edges.filter(({ copy }) => !copy);
  const first = edges.find(({ known }) => known !== "arrow");
  if (edges.length === 0) return noArrowSentence(graph);
  const unsure = edges.filter(({ directed }) => !directed).length;
  const doubt = unsure === 0 ? "" : ` The direction of ${unsure} of ${edges.length} cannot be told.`;
  return `${first ? `The surest: ${edgeNames(toldEdge(first))}.` : "All were stated beforehand."}${doubt}`;
}

function arrowsSection(graph: Graph): Html {
  const { edges } = graph;
  const without = columnsWithoutArrow(graph);
  const alone =
    without.length === 0
      ? html``
      : html`<p>Columns without an arrow: ${without.map((name, k) => html`${k === 0 ? "" : ", "}<bdi>${name}</bdi>`)}.</p>`;
  if (edges.length === 0) return html``;
  return html`<section aria-labelledby="arrows">
<h2 id="arrows">Arrows</h2>
<p>The surest first. <em>Sure</em>: the probability that one column drives the other directly. <em>Direction</em>: the probability, if so, that it is this way; below ${100 * LEAST_DIRECTION}% it cannot be told. <em>Explains</em>: the share of the effect's variance that is explained with this cause and not without.${edges.some(({ copy }) => copy) ? " ≈ joins near copies: the first stands for both in all other arrows." : ""}</p>
<div class="table all" tabindex="0" role="group" aria-label="Arrows"><table>
<thead><tr><th scope="col" class="name">cause</th><th scope="col"></th><th scope="col" class="name">effect</th><th scope="col">sure</th><th scope="col">direction</th><th scope="col">explains</th><th scope="col">nats a row</th></tr></thead>
<tbody>${edges.map(toldEdge).map(
    ({ from, to, presence, direction, directed, strength, known, copy }) =>
      html`<tr><td class="name"><bdi>${from}</bdi></td><td>${edgeSign({ directed, copy })}</td><td class="name"><bdi>${to}</bdi></td><td>${copy ? "copy" : known === "arrow" ? "stated" : shortPercent(presence)}</td><td>${known ? "stated" : `${shortPercent(direction)}${directed ? "" : " ?"}`}</td><td>${shareText(strength.variance)}</td><td>${numberText(strength.nats)}</td></tr>
`,
  )}</tbody></table></div>
${alone}
</section>`;
}

/** A probability in a narrow column. */
function shortPercent(probability: number): string {
  return `${wholePercent(probability) ?? ">99"}%`;
}

function factsOf(
  { columns, rows, halves, maxParents, unordered, seed, transformations }: Graph,
  version: string,
): [string, string | Html][] {
  return [
    ["Columns", html`${columns.map((name, k) => html`${k === 0 ? "" : ", "}<bdi>${name}</bdi>`)}`],
    ...doneFacts(transformations),
    ["Rows", rowsText(rows)],
    ["Searches", `one on all rows, ${halves} on random halves of them`],
    ["Settings", `at most ${maxParents} causes of a column${unordered ? "; the order of the rows ignored" : ""}`],
    ["Seed", String(seed)],
    ["Version", `causal-velocity ${version}`],
  ];
}
