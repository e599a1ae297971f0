import { findPart, graph, prepareGraph } from "@causal-velocity/core/graph/graph.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { tableFromColumns } from "@causal-velocity/core/table/table.js";
import { simulateGraph } from "@causal-velocity/lab/simulate/graphs/simulate-graph.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";

/** Columns of independent values, by distribution: noise of simulated graphs, and what tables have besides. */
const DRAWN: Readonly<Record<string, (rng: Rng) => number>> = {
  normal: (rng) => rng.normal(),
  lognormal: (rng) => Math.exp(rng.normal()),
  "Student's t, 2 degrees of freedom": (rng) => rng.normal() / Math.sqrt(-Math.log(1 - rng.uniform())),
  Cauchy: (rng) => rng.normal() / rng.normal(),
};
const SIMULATED = "as in simulated graphs";
const FIRST_SEED = 20_000;

/** Graphs of independent columns: their number, columns and rows. */
const EMPTY = [
  ...[100, 200, 500].flatMap((rows) =>
    [SIMULATED, ...Object.keys(DRAWN)].map((values) => ({ columns: 5, rows, values, graphs: 100 })),
  ),
  { columns: 20, rows: 500, values: SIMULATED, graphs: 20 },
  { columns: 20, rows: 500, values: "Cauchy", graphs: 10 },
  { columns: 50, rows: 500, values: SIMULATED, graphs: 5 },
];

function independentColumns({ columns, rows, values }: (typeof EMPTY)[number], seed: number) {
  const draw = DRAWN[values];
  if (!draw) {
    const settings = { topology: "erdos-renyi", mechanism: "location-scale", columns, degree: 0, rows } as const;
    return simulateGraph(settings, seed).columns;
  }
  const rng = seededRng(seed).split(`independent ${values}`);
  return Array.from({ length: columns }, (_, k) => ({
    name: `c${k + 1}`,
    values: Float64Array.from({ length: rows }, () => draw(rng)),
  }));
}

/** A section of the page: of graphs of independent columns, those with an arrow. */
export function emptySection(): string {
  const routines = bestRoutines();
  const lines = EMPTY.map((kind) => {
    const { columns, rows, values, graphs } = kind;
    let withArrow = 0;
    for (let seed = 0; seed < graphs; seed++) {
      const table = tableFromColumns(independentColumns(kind, FIRST_SEED + seed));
      // Without an arrow in all rows the halves add none.
      const { parents } = findPart(prepareGraph(table, { routines }), 0);
      if (parents.flat().length > 0 && graph(table, { routines }).edges.length > 0) withArrow += 1;
    }
    const line = `| ${values} | ${columns} | ${rows} | ${graphs} | ${withArrow} (${((100 * withArrow) / graphs).toFixed(1)}%) |`;
    console.log(line);
    return line;
  });
  return `## Columns without arrows

Graphs of independent columns in which any arrow is shown.

| values | columns | rows | graphs | with an arrow |
|---|--:|--:|--:|--:|
${lines.join("\n")}
`;
}
