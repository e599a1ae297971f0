import { findPart, HALVES, joinParts, prepareGraph } from "@causal-velocity/core/graph/graph.js";
import { tableFromColumns } from "@causal-velocity/core/table/table.js";
import { graphMechanisms } from "@causal-velocity/lab/simulate/graphs/column-mechanism.js";
import { type SimulatedGraph, simulateGraph } from "@causal-velocity/lab/simulate/graphs/simulate-graph.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";

// How often graphs warn of a hidden cause: once with a column that drives two others in the table, once without it.
// Counts also how often the two are joined by an arrow then. Its figures are in docs/diagnostics.md.
//   npx tsx scripts/graph-finding-rates.ts [rows] [graphs of each mechanism]
const [rows = 1000, graphs = 15] = process.argv.slice(2).map(Number);
const FIRST_SEED = 30_000;
const CODES = ["hidden-cause", "dependent-noise"] as const;
const routines = wasmRoutines();

/** Arrows and findings of the search on all rows; sureness takes no part. */
function look(columns: SimulatedGraph["columns"]) {
  const prepared = prepareGraph(tableFromColumns(columns), { routines });
  const part = findPart(prepared, 0);
  return joinParts(
    prepared,
    Array.from({ length: 1 + HALVES }, () => part),
  );
}

/** A column and two that it drives, neither of which drives the other directly. */
function commonCause({ parents }: SimulatedGraph): readonly [cause: number, a: number, b: number] | undefined {
  for (let b = 0; b < parents.length; b++) {
    for (let a = 0; a < b; a++) {
      const shared = parents[a].find((cause) => parents[b].includes(cause));
      if (shared !== undefined && !parents[a].includes(b) && !parents[b].includes(a)) return [shared, a, b];
    }
  }
  return undefined;
}

const total = { graphs: 0, joined: 0, known: [0, 0], hidden: [0, 0] };
for (const mechanism of graphMechanisms) {
  let found = 0;
  for (let seed = FIRST_SEED; found < graphs; seed++) {
    const simulated = simulateGraph({ topology: "erdos-renyi", mechanism, columns: 7, degree: 2, rows }, seed);
    const common = commonCause(simulated);
    if (!common) continue;
    found += 1;
    const [cause, ...effects] = common;
    const names = effects.map((effect) => simulated.columns[effect].name);
    const known = look(simulated.columns);
    const hidden = look(simulated.columns.filter((_, k) => k !== cause));
    total.graphs += 1;
    total.joined += Number(hidden.edges.some(({ from, to }) => names.includes(from) && names.includes(to)));
    CODES.forEach((code, k) => {
      total.known[k] += Number(known.findings.some((finding) => finding.code === code));
      total.hidden[k] += Number(hidden.findings.some((finding) => finding.code === code));
    });
  }
  process.stderr.write(`${mechanism}\n`);
}
const { graphs: count, joined } = total;
console.log(`${count} graphs of 7 columns, ${rows} rows; the two effects joined without their cause: ${joined}`);
CODES.forEach((code, k) => {
  console.log(`${code}: in ${total.known[k]} graphs with the cause in the table, in ${total.hidden[k]} without it`);
});
