import { type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { examples } from "./examples.js";

/** Examples of pairs, each with the names of its two columns: apart in the table, so that their places tell nothing. */
const PARTS = [
  ["growing-noise", "D", "G"],
  ["multiplied", "A", "F"],
  ["straight-line", "C", "H"],
  ["low-noise", "B", "E"],
] as const;

const SEED = 1;
const UNTELLABLE = " (a straight line with normal noise, which nobody can tell)";

/** Four pairs in one table, shuffled, and what is behind them. */
export function mapExample(): { readonly table: Table; readonly lesson: string } {
  const parts = PARTS.flatMap(([id, x, y]) => {
    const example = examples.find((candidate) => candidate.id === id);
    if (!example) return [];
    const { pair, truth } = simulate(example.kind, { ...example.options, seed: SEED });
    const columns = [
      { name: x, values: pair.x },
      { name: y, values: pair.y },
    ];
    const [cause, effect] = truth === "x->y" ? [x, y] : [y, x];
    return [{ columns, words: `${cause} drives ${effect}${example.untellable ? UNTELLABLE : ""}` }];
  });
  const columns = parts.flatMap((part) => part.columns).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    table: tableFromColumns(columns),
    lesson: `${parts.map(({ words }) => words).join(", ")}. Columns of different pairs have nothing to do with each other.`,
  };
}
