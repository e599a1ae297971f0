import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { columnMemo } from "@causal-velocity/core/compute/memo.js";
import { decide } from "@causal-velocity/core/decide/decide.js";
import { methodNamed } from "@causal-velocity/lab/rivals/methods.js";
import { loadSuite } from "@causal-velocity/lab/suites/load-suite.js";
import { suites } from "@causal-velocity/lab/suites/suites.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";

// How often velocity methods are right with each estimator of scores. Writes docs/benchmarks/scores.md.
// usage: CAUSAL_VELOCITY_DATA=folder npm run bench -- scores [pairs of each suite] [rows of each pair]

const [PAIRS, ROWS] = [process.argv[2] ?? "15", process.argv[3] ?? "500"].map(Number);
const METHODS = ["v-lsnm", "b-quad"];
const SCORES = ["stein", "stein-cv", "kde", "hybrid"] as const;
const folder = process.env.CAUSAL_VELOCITY_DATA;
if (!folder) throw new Error("CAUSAL_VELOCITY_DATA is not set: it names the folder that holds data/*.zip");

const routines = bestRoutines();
const columns = METHODS.flatMap((method) => SCORES.map((score) => ({ method, score })));
/** Verdicts that are right, by column; a forced choice, by the sign of the margin. */
const totals = columns.map(() => 0);
let count = 0;
const lines: string[] = [];
const milliseconds = new Map<string, number>();
for (const { name } of suites) {
  const suite = loadSuite(name, `${folder}/data`);
  const entries = suite.entries.filter(({ excluded }) => excluded === undefined).slice(0, PAIRS);
  const right = columns.map(() => 0);
  for (const entry of entries) {
    const pair = suite.readPair(entry);
    const memo = columnMemo();
    columns.forEach(({ method, score }, k) => {
      const start = process.cpuUsage();
      const { margin } = decide(pair, { method: methodNamed(method), score, maxRows: ROWS, routines, memo });
      const { user } = process.cpuUsage(start);
      // The second method finds the scores of the first.
      if (method === METHODS[0]) milliseconds.set(score, (milliseconds.get(score) ?? 0) + user / 1000);
      if ((margin > 0 ? "x->y" : "y->x") === entry.truth) right[k] += 1;
    });
  }
  count += entries.length;
  right.forEach((value, k) => {
    totals[k] += value;
  });
  lines.push(`| ${name} | ${entries.length} | ${right.join(" | ")} |`);
  console.log(lines.at(-1));
}

const shares = totals.map((total) => `${Math.round((100 * total) / count)}%`);
const costs = SCORES.map((score) => `${score} ${Math.round((milliseconds.get(score) ?? 0) / count)}`).join(", ");
const document = `# Scores compared

Made by \`npm run bench -- scores\`; regenerate, do not edit. The first ${PAIRS} pairs of every suite, ${ROWS} rows of each, two velocity methods with four estimators of scores: how many pairs are right by the sign of the margin. \`stein\` is the default, \`stein-cv\` chooses ridge and bandwidth by score matching on held-out rows, \`kde\` is the paper's second estimator, \`hybrid\` has kernel densities for single columns and Stein for both. Of ${count} pairs a share is known to ${Math.round(100 / Math.sqrt(count))} points (two standard errors, at one half), and of ${PAIRS} pairs hardly at all: compare the last line, and that with care, for the suites are not alike, and pairs of tuebingen-cts are in tuebingen too.

| suite | pairs | ${columns.map(({ method, score }) => `${method}, ${score}`).join(" | ")} |
|---|---|${columns.map(() => "---|").join("")}
${lines.join("\n")}
| all | ${count} | ${shares.join(" | ")} |

CPU milliseconds of a decision by ${METHODS[0]}, mean: ${costs}.
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/scores.md", import.meta.url)), document);
console.log(document);
