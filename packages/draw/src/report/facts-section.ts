import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import { DROP_WORDS, type DropReason } from "@causal-velocity/core/pair/pair.js";
import { type Html, html } from "./html.js";

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
