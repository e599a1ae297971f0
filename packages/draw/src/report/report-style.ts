import { themeCss } from "../theme.js";

/** The report's style sheet: one column, figures wider than the text, light or dark as the reader prefers. */
export function reportStyle(): string {
  return `${themeCss()}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--cv-background); color: var(--cv-ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header, main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
header { padding-top: 3.5rem; }
h1, h2, .lead { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif; }
h1 { margin: 0; font-size: clamp(1.6rem, 1.2rem + 2vw, 2.4rem); line-height: 1.2; font-weight: 600; }
h2 { margin: 3.5rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--cv-grid); font-size: 1.5rem;
  line-height: 1.25; font-weight: 600; }
h3 { margin: 2rem 0 .5rem; font-size: 1.05rem; line-height: 1.35; font-weight: 600; }
p, ul, dl, figcaption { max-width: 44rem; }
p { margin: .5rem 0; }
ul { padding-left: 1.2rem; }
li { margin: .4rem 0; }
.eyebrow { margin: 0 0 .5rem; color: var(--cv-muted); font-size: .875rem; letter-spacing: .02em; }
.lead { margin: .75rem 0 1.5rem; font-size: clamp(1.15rem, 1rem + .8vw, 1.45rem); line-height: 1.4; }
.quiet, figcaption { color: var(--cv-muted); font-size: .9rem; }
figcaption { margin-top: .25rem; color: var(--cv-ink); }
.bar { max-width: 44rem; height: .9rem; border: 1px solid var(--cv-muted); border-radius: 3px; overflow: hidden; }
.bar span { display: block; height: 100%; background: var(--cv-x-to-y); }
.bar.backward span { margin-left: auto; background: var(--cv-y-to-x); }
.bar-words { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 2rem; max-width: 44rem; }
.bar-words p { margin: .35rem 0 0; font-size: .95rem; font-variant-numeric: tabular-nums; }
.forward b { color: var(--cv-x-to-y); }
.backward b { color: var(--cv-y-to-x); }
figure { margin: 0 0 3rem; }
figure svg { display: block; width: 100%; height: auto; }
.wide { margin-left: -8px; }
.narrow { display: none; max-width: 30rem; margin-left: -8px; }
details { margin-top: .75rem; font-size: .9rem; }
summary { cursor: pointer; color: var(--cv-muted); width: fit-content; }
summary:focus-visible, .table:focus-visible { outline: 2px solid var(--cv-x-to-y); outline-offset: 2px; }
.table { overflow-x: auto; margin: 1rem 0; max-height: 24rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem; }
th, td { padding: .15rem 1.25rem .15rem 0; text-align: right; border-bottom: 1px solid var(--cv-grid); }
th { font-weight: 600; vertical-align: bottom; }
.table.all { max-height: none; overflow-wrap: normal; }
th.name, td.name { min-width: 8rem; text-align: left; overflow-wrap: anywhere; }
.findings { list-style: none; padding: 0; max-width: 52rem; }
.finding { display: grid; grid-template-columns: 5.5rem 1fr; gap: 0 1rem; margin: 0 0 1rem; }
.finding p { margin: 0 0 .2rem; }
.severity { font-weight: 600; font-size: .9rem; line-height: 1.8; }
.severity span { display: inline-block; width: 1.5em; height: 1.5em; margin-right: .3em; border: 1.5px solid currentColor;
  border-radius: 50%; line-height: 1.35em; text-align: center; font-size: .85em; }
.fail .severity { color: var(--cv-alert); }
.warn .severity { color: var(--cv-ink); }
.note .severity { color: var(--cv-muted); }
.pass .severity { color: var(--cv-truth); }
.advice { font-style: italic; }
dl { margin: 0; }
dl div { display: grid; grid-template-columns: 6.5rem 1fr; gap: 0 1rem; padding: .3rem 0; border-bottom: 1px solid var(--cv-grid); }
dt { color: var(--cv-muted); }
dd { margin: 0; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .92em; }
footer { padding-top: 3rem; padding-bottom: 3rem; color: var(--cv-muted); font-size: .875rem; }
@media (max-width: 47.5rem) {
  header { padding-top: 2rem; }
  .wide { display: none; }
  .narrow { display: block; }
  .finding { grid-template-columns: 1fr; }
  dl div { grid-template-columns: 1fr; }
}
@media print {
  @page { margin: 16mm 14mm; }
  body { font-size: 10.5pt; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  header { padding-top: 0; }
  .wide { display: block; margin-left: 0; }
  .narrow, details { display: none; }
  figure, .finding, dl div, li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  h2 { margin-top: 1.5rem; }
  section { break-inside: avoid; }
  .bar, .bar span { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
}
