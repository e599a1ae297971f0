import { type Graph, graph } from "@causal-velocity/core/graph/graph.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { type NamedValues, type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { graphMechanisms } from "@causal-velocity/lab/simulate/graphs/column-mechanism.js";
import { simulateGraph } from "@causal-velocity/lab/simulate/graphs/simulate-graph.js";
import { compiledRoutines } from "./compiled-routines.js";
import { nearCopy } from "./hard-tables.js";

/** A simulated table, and the same with a near copy of one of its columns somewhere among them. */
interface CopiedTable {
  readonly plain: Table;
  readonly copied: Table;
  /** Names. */
  readonly original: string;
  readonly copy: string;
}

const [FEWEST_ROWS, MOST_ROWS] = [200, 1000];

/** Table number `seed`: 4 to 7 columns of all kinds of simulated graphs, 200 to 1,000 rows. */
function copiedTable(seed: number): CopiedTable {
  const rng = seededRng(seed).split("copied table");
  const place = (count: number): number => Math.floor(count * rng.uniform());
  const rows = Math.round(FEWEST_ROWS * (MOST_ROWS / FEWEST_ROWS) ** rng.uniform());
  const mechanism = graphMechanisms[seed % graphMechanisms.length] as (typeof graphMechanisms)[number];
  const { columns } = simulateGraph(
    { topology: "erdos-renyi", mechanism, columns: 4 + place(4), degree: 2, rows },
    100_000 + seed,
  );
  const original = columns[place(columns.length)] as NamedValues & { values: Float64Array };
  const copied: NamedValues[] = [...columns];
  copied.splice(place(columns.length + 1), 0, { name: "copy", values: nearCopy(rng, original.values) });
  return {
    plain: tableFromColumns(columns),
    copied: tableFromColumns(copied),
    original: original.name,
    copy: "copy",
  };
}

/** Tables in which a near copy changes the arrows among the other columns, copies merged. */
export function changedByCopies(seeds: readonly number[]): string[] {
  const compute = { routines: compiledRoutines() };
  return seeds.flatMap((seed) => {
    const tables = copiedTable(seed);
    const [plain, copied] = [tables.plain, tables.copied].map((table) => mergedArrows(graph(table, compute), tables));
    return `${plain}` === `${copied}` ? [] : [`table ${seed}: ${plain} became ${copied}`];
  });
}

/** The arrows of a graph in which a copy and its original count as one column; sorted. */
function mergedArrows({ edges }: Pick<Graph, "edges">, { original, copy }: CopiedTable): string[] {
  const called = (name: string): string => (name === copy ? original : name);
  const arrows = edges.flatMap(({ from, to, directed }) => {
    const ends = [called(from), called(to)];
    if (ends[0] === ends[1]) return [];
    return [directed ? ends.join(" -> ") : ends.sort().join(" -- ")];
  });
  return [...new Set(arrows)].sort();
}
