import type { DropReason, Explanation } from "@causal-velocity/core";
import { type Html, html } from "./html.js";

const DROP_WORDS: Readonly<Record<DropReason, string>> = {
  missing: "with a missing value",
  infinite: "with an infinite value",
  text: "with text in place of a number",
  subsampled: "not drawn",
  trimmed: "trimmed",
};

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
