import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import { plainReason } from "@causal-velocity/core/decide/plain-reason.js";
import { doubtWords, namesText, verdictSentence, wholePercent } from "@causal-velocity/core/decide/verdict-sentence.js";
import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import { DIRECTIONS, type Direction } from "@causal-velocity/core/fit/orient.js";
import { shortNames, withShortNames } from "@causal-velocity/core/pair/display-names.js";
import { findingGroups } from "@causal-velocity/core/primitives/finding.js";
import { dataTables } from "../figure-numbers.js";
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
  type SvgOf,
  tableHtml,
  titledSentences,
} from "./report-parts.js";

/** Writes an explanation as an HTML page: one file to read, print and keep, which runs no script and loads nothing. */
export function reportHtml(whole: Explanation, { version, svgOf }: ReportOptions): string {
  const { names } = whole;
  const explanation = withShortWords(whole);
  const { verdict } = explanation;
  return pageHtml(
    {
      title: verdict,
      question: "Which of two columns drives the other?",
      heading: html`<bdi>${names.x}</bdi> and <bdi>${names.y}</bdi>`,
      lead: verdict,
      more: probabilityBar(explanation),
    },
    [
      listSection("why", "Why", whySentences(explanation)),
      conditioningSection(explanation),
      choiceSection(explanation),
      figuresSection(explanation, svgOf),
      findingsSection(explanation),
      listSection("limits", "What this cannot tell you", titledSentences(LIMITS)),
      factsSection(factsOf(whole, version)),
    ],
    version,
  );
}

/** Letters of a name in a text that repeats it. */
const NAME_LETTERS = 36;

/** An explanation whose sentences have long names shortened. The page has them in full once, in its heading or facts. */
export function withShortWords(explanation: Explanation): Explanation {
  const { names, decision } = explanation;
  const inShort = (text: string): string => withShortNames(text, names, NAME_LETTERS);
  return {
    ...explanation,
    names: shortNames(names, NAME_LETTERS),
    verdict: inShort(explanation.verdict),
    reasons: explanation.reasons.map(inShort),
    figures: explanation.figures.map((figure) => ({ ...figure, caption: inShort(figure.caption) })),
    findings: explanation.findings.map((finding) => ({ ...finding, sentence: inShort(finding.sentence) })),
    decision: { ...decision, names: shortNames(decision.names, NAME_LETTERS) },
  };
}

/** The reason in plain words, then the numbers behind it. */
export function whySentences({ decision, names, reasons }: Explanation): readonly string[] {
  return [...new Set([plainReason({ ...decision, names }), ...reasons])];
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

/** How well each class of curves describes either direction, where the class was chosen by that. */
function choiceSection({ choice, names }: Explanation): Html {
  if (!choice) return html``;
  const number = (value: number): string => (Number.isFinite(value) ? value.toPrecision(6) : "none");
  const table = (direction: Direction): Html => {
    const rows = choice.candidates[direction].map(({ velocity, parameters, nats, heldOutLoss, lost }) => [
      velocity,
      String(parameters),
      lost > 0 ? `${lost} curves end` : number(nats),
      number(heldOutLoss),
    ]);
    const title = direction === "x->y" ? `${names.x} → ${names.y}` : `${names.y} → ${names.x}`;
    return tableHtml({ title, heads: ["class", "parameters", "nats", "left-out loss"], rows, count: rows.length });
  };
  return html`<section aria-labelledby="choice">
<h2 id="choice">Classes of curves</h2>
<p>The figures show curves of the class ${choice.curves}, which describes the rows in the fewest nats in the direction of the evidence. The left-out loss is the mean squared residual of the velocity equation at rows that were not fitted.</p>
${DIRECTIONS.map(table)}
</section>
`;
}

const PERCENT = 100;

/** The probability of the likelier direction as a bar from its end, and of both in words; without one, why there is none. */
export function probabilityBar({ names, decision }: Explanation): Html {
  const { probability, gate, margin, method } = decision;
  if (gate) return html`<p class="quiet">No probability is given: ${doubtWords(decision, () => "")}.</p>`;
  if (probability === undefined) {
    return html`<p class="quiet">The method ${method} gives no probability, only a direction.</p>`;
  }
  const percent = wholePercent(probability);
  const likelier = percent === undefined ? "more than 99%" : `${percent}%`;
  const other = percent === undefined ? "less than 1%" : `${PERCENT - percent}%`;
  const isForward = margin >= 0;
  const width = PERCENT * probability;
  return html`<div class="bar ${isForward ? "forward" : "backward"}" aria-hidden="true"><span style="width:${width.toFixed(1)}%"></span></div>
<div class="bar-words"><p class="forward">${directionText(names.x, names.y, isForward ? likelier : other)}</p><p class="backward">${directionText(names.y, names.x, isForward ? other : likelier)}</p></div>`;
}

function directionText(cause: string, effect: string, probability: string): Html {
  return html`<b>${probability}</b> <span><bdi>${cause}</bdi> → <bdi>${effect}</bdi></span>`;
}

function figuresSection({ figures }: Explanation, svgOf: SvgOf): Html {
  if (figures.length === 0) return html``;
  const numbers = (figure: Explanation["figures"][number]): Html =>
    html`<details><summary>Numbers behind this figure</summary>
${dataTables(figure).map(tableHtml)}
</details>`;
  return html`<section aria-labelledby="figures">
<h2 id="figures">Figures</h2>
${figures.map((figure) => figureHtml(figure, svgOf, numbers(figure)))}
</section>`;
}

/** What was found about the pair and about each direction, the worst first. */
function findingsSection({ findings, names }: Explanation): Html {
  if (findings.length === 0) return html``;
  return html`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
<p>What fails in one direction counts against that direction.</p>
${findingGroups(findings).map(
  ({ direction, members }) => html`<h3>${heading(names, direction)}</h3>
${findingList(members)}`,
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
  ["Time series.", "Rows are assumed to be independent of each other. Two unrelated random walks look related."],
];

/** What is needed to get the same answer again: columns, rows, settings, seed and version. */
function factsOf({ decision, rows, seed, names }: Explanation, version: string): [string, string | Html][] {
  const settings = Object.entries(decision.options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [
    ["Columns", html`<bdi>${names.x}</bdi> (x), <bdi>${names.y}</bdi> (y)`],
    ...(decision.given ? [["Given", namesText(decision.given.columns)] satisfies [string, string]] : []),
    ...doneFacts(decision.transformations),
    ["Rows", rowsText(rows)],
    ["Method", decision.method],
    ["Settings", settings.join(", ") || "none"],
    ["Seed", String(seed)],
    ["Version", `causal-velocity ${version}`],
  ];
}
