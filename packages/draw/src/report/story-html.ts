import type { Verdict } from "@causal-velocity/core/decide/decision.js";
import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { findingGroups } from "@causal-velocity/core/primitives/finding.js";
import { type Html, html, trusted } from "./html.js";
import { LIMITS, probabilityBar, whySentences, withShortWords } from "./report-html.js";
import {
  factsSection,
  figureHtml,
  findingList,
  listSection,
  pageHtml,
  type ReportOptions,
  rowsText,
  type SvgOf,
  titledSentences,
} from "./report-parts.js";

/** What the author of a story adds to the verdict. */
export interface Story {
  /** Instead of the names of the columns. */
  readonly title?: string | undefined;
  /** Plain text in lines; an empty line begins a new paragraph. */
  readonly notes?: string | undefined;
  /** What would have been for one row, in one sentence. */
  readonly whatIf?: string | undefined;
  /** The command that gives the same answer. */
  readonly command?: string | undefined;
}

/** The end of the address that shows only verdict and picture, for a frame in another page. */
export const CARD = "card";

/** The figure of a story: both directions with their causal curves. */
const PICTURE = "curves";

/** Pixels of the card's picture, before it is scaled to its frame. */
const CARD_WIDTH = 340;

/** With `#card` in the address, only the verdict and the picture of its direction are shown, in a frame 320 pixels wide too. */
const STORY_STYLE = `
.card-only { display: none; }
#${CARD}:target .card-only { display: block; }
#${CARD}:target .whole, #${CARD}:target .eyebrow, #${CARD}:target footer { display: none; }
#${CARD}:target header { padding-top: 1rem; }
#${CARD}:target h1 { font-size: 1.5rem; }
#${CARD}:target .lead { margin: .4rem 0 .8rem; font-size: 1.15rem; }
.card-picture { max-width: 24rem; margin: .75rem 0 .5rem -8px; }
.card-picture svg { display: block; width: 100%; height: auto; }
.card-only a { color: var(--cv-x-to-y); }
`;

/**
 * Writes a verdict for readers who were not there: the sentence, the picture, what would have been, the author's notes
 * and the limits. One file, which runs no script and loads nothing.
 */
export function storyHtml(whole: Explanation, story: Story, { version, svgOf }: ReportOptions): string {
  const explanation = withShortWords(whole);
  const { verdict, rows, decision, names } = explanation;
  const picture = explanation.figures.find(({ id }) => id === PICTURE);
  const { title, notes, whatIf, command } = story;
  const card = picture && cardPicture(picture, decision.verdict);
  const rest = [
    paragraphsSection("notes", "Notes", notes),
    paragraphsSection("what-if", "What if?", whatIf),
    whySection(explanation),
    doubtsSection(explanation),
    listSection("limits", "What this cannot tell you", titledSentences(LIMITS)),
    factsSection([
      ["Columns", html`<bdi>${whole.names.x}</bdi> (x), <bdi>${whole.names.y}</bdi> (y)`],
      ["Rows", rowsText(rows)],
      ["Method", `${decision.method}, seed ${decision.seed}`],
      ["Version", `causal-velocity ${version}`],
      ...(command ? [["Command", html`<code>${command}</code>`] satisfies [string, Html]] : []),
    ]),
  ];
  return pageHtml(
    {
      title: title?.trim() || verdict,
      question: "Which of two columns drives the other?",
      heading: title?.trim() ? html`${title.trim()}` : html`<bdi>${names.x}</bdi> and <bdi>${names.y}</bdi>`,
      lead: verdict,
      more: probabilityBar(explanation),
      id: CARD,
    },
    [
      html`<style>${trusted(STORY_STYLE)}</style>
<div class="card-only">
${card ? html`<div class="card-picture">${trusted(svgOf(card, { theme: "css", width: CARD_WIDTH, titled: false }))}</div>` : html``}
<p><a href="#" target="_blank" rel="noopener">Why, and what this cannot tell you</a></p>
</div>
<div class="whole">
${picture ? pictureSection(picture, svgOf) : html``}
${rest}
</div>`,
    ],
    version,
  );
}

/** The reason in plain words; the numbers behind it are folded. */
function whySection(explanation: Explanation): Html {
  const [plain = "", ...numbers] = whySentences(explanation);
  return html`<section aria-labelledby="why">
<h2 id="why">Why</h2>
<p>${plain}</p>
${
  numbers.length === 0
    ? html``
    : html`<details><summary>Numbers</summary>
${numbers.map(
  (sentence) => html`<p>${sentence}</p>
`,
)}</details>`
}</section>
`;
}

function pictureSection(picture: Figure, svgOf: SvgOf): Html {
  return html`<section aria-labelledby="picture">
<h2 id="picture">The picture</h2>
${figureHtml(picture, svgOf, html``)}</section>`;
}

/** The side of the verdict, or both where there is none. */
function cardPicture(picture: Figure, verdict: Verdict): Figure {
  const side = { "x->y": 0, "y->x": 1, "cannot-tell": undefined }[verdict];
  return { ...picture, id: CARD, panels: side === undefined ? picture.panels : picture.panels.slice(side, side + 1) };
}

/** A section of plain text; nothing if there is none. */
function paragraphsSection(id: string, title: string, text: string | undefined): Html {
  const paragraphs = (text ?? "").split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  if (paragraphs.length === 0) return html``;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${paragraphs.map(
  (paragraph) => html`<p>${paragraph
    .trim()
    .split("\n")
    .map((line, k) => html`${k === 0 ? "" : trusted("<br>")}${line}`)}</p>
`,
)}</section>
`;
}

/**
 * What speaks against the data, or against the assumptions in the direction of the verdict. What fails in the other
 * direction speaks for the verdict; it is in the report.
 */
function doubtsSection({ findings, decision: { verdict } }: Explanation): Html {
  const doubts = findings.filter(
    ({ severity, direction }) =>
      (severity === "fail" || severity === "warn") && (direction === undefined || direction === verdict),
  );
  if (doubts.length === 0) return html``;
  return html`<section aria-labelledby="doubts">
<h2 id="doubts">Doubts about these data</h2>
${findingGroups(doubts).map(({ members }) => findingList(members))}</section>
`;
}
