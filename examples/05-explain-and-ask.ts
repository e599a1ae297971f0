// Run: npx tsx examples/05-explain-and-ask.ts
import { readFileSync } from "node:fs";
import { counterfactual, explain, pairFromTable, parseTable } from "causal-velocity";
import { figureSvg } from "causal-velocity/draw/node";

const text = readFileSync(new URL("./dose-response.csv", import.meta.url), "utf8");
const pair = pairFromTable(parseTable(text), { x: "dose", y: "response" });

// Why: a sentence, findings about what it assumes, and figures as plain data, drawn on request.
const { verdict, findings, figures } = explain(pair);
console.log(verdict);
for (const { code, severity, sentence } of findings.filter((finding) => !finding.direction)) {
  console.log(`${severity} ${code}: ${sentence}`);
}
const [data] = figures;
console.log(`${data.id}: ${figureSvg(data, { theme: "light" }).slice(0, 4)}…`);

// What if: one patient at another dose, with a band.
const from = { cause: 4, effect: 60 };
const { to } = counterfactual(pair, { direction: "x->y", from, to: [6] });
for (const { cause, effect, low, high, supported } of to) {
  const band = `${low.toFixed(1)} to ${high.toFixed(1)}`;
  console.log(
    `response 60 at dose 4; had the dose been ${cause}: ${effect.toFixed(1)} (${band}), supported: ${supported}`,
  );
}
