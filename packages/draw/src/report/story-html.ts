import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import { findingGroups } from "@causal-velocity/core/primitives/finding.js";
import { type Html, html, trusted } from "./html.js";
import { LIMITS, probabilityBar, whySentences } from "./report-html.js";
import {
  factsSection,
  figureHtml,
  findingList,
  listSection,
  pageHtml,
  type ReportOptions,
  rowsText,
  titledSentences,
} from "./report-parts.js";

/** What the author of a story adds to the verdict. */
export interface Story {
  /** Instead of the names of the columns. */
  readonly title?: string | undefined;
  /** Plain text; an empty line begins a new paragraph. */
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

/** With `#card` in the address, only the verdict and its picture are shown. */
const CARD_STYLE = `
.card-only { display: none; }
#${CARD}:target .card-only { display: block; }
#${CARD}:target header { padding-top: 1rem; }
#${CARD}:target .rest, #${CARD}:target footer, #${CARD}:target figcaption { display: none; }
#${CARD}:target figure { margin: 0; }
`;

/**
 * Writes a verdict for readers who were not there: the sentence, the picture, what would have been, the author's notes
 * and the limits. One file, which runs no script and loads nothing.
 */
export function storyHtml(explanation: Explanation, story: Story, { version, svgOf }: ReportOptions): string {
  const { names, verdict, rows, decision } = explanation;
  const picture = explanation.figures.find(({ id }) => id === PICTURE);
  const { title, notes, whatIf, command } = story;
  const rest = [
    paragraphsSection("notes", "Notes", notes),
    paragraphsSection("what-if", "What if?", whatIf),
    listSection("why", "Why", whySentences(explanation)),
    doubtsSection(explanation),
    listSection("limits", "What this cannot tell you", titledSentences(LIMITS)),
    factsSection([
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
      html`<style>${trusted(CARD_STYLE)}</style>
${picture ? figureHtml(picture, svgOf, html``) : html``}
<p class="card-only"><a href="#" target="_blank" rel="noopener">Why, and what this cannot tell you</a></p>
<div class="rest">
${rest}
</div>`,
    ],
    version,
  );
}

/** A section of plain text; nothing if there is none. */
function paragraphsSection(id: string, title: string, text: string | undefined): Html {
  const paragraphs = (text ?? "").split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  if (paragraphs.length === 0) return html``;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${paragraphs.map(
  (paragraph) => html`<p>${paragraph.trim()}</p>
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
