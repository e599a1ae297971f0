import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import type { SimulatedPair } from "@causal-velocity/lab/simulate/simulator.js";
import { EXAMPLE_NAMES, type Example, examples } from "./examples.js";
import type { Thumbnail } from "./messages.js";

/** @throws InputError `wrong-option` */
export function exampleNamed(id: string): Example {
  const example = examples.find((candidate) => candidate.id === id);
  if (example) return example;
  throw new InputError({
    code: "wrong-option",
    place: "the example in the address",
    value: `"${id}"`,
    expected: `one of ${examples.map((known) => known.id).join(", ")}`,
    remedy: "Choose one from the gallery.",
  });
}

/** An example as a table, with its truth. @throws InputError `wrong-option` */
export function exampleTable(
  id: string,
): { readonly table: Table; readonly example: Example } & Pick<SimulatedPair, "truth"> {
  const example = exampleNamed(id);
  const { pair, truth } = simulate(example.kind, example.options);
  const { x, y } = EXAMPLE_NAMES;
  const table = tableFromColumns([
    { name: x, values: pair.x },
    { name: y, values: pair.y },
  ]);
  return { table, example, truth };
}

/** Small pictures of all examples: the first rows, each column scaled to the unit interval. */
export function thumbnails(rows: number): Thumbnail[] {
  return examples.map(({ id, kind, options }) => {
    const { pair } = simulate(kind, { ...options, n: Math.min(rows, options.n ?? rows) });
    return { id, x: scaled(pair.x), y: scaled(pair.y) };
  });
}

function scaled(column: Float64Array): Float32Array {
  let [low, high] = [Infinity, -Infinity];
  for (const value of column) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return Float32Array.from(column, (value) => (value - low) / (high - low));
}

/** The pairs of the example table with their column names. Columns of a pair are not neighbors in the table. */
const PARTS = [
  ["growing-noise", "D", "G"],
  ["multiplied", "A", "F"],
  ["straight-line", "C", "H"],
  ["low-noise", "B", "E"],
] as const;

const SEED = 1;
const UNDECIDABLE = " (a straight line with normal noise, where no method can tell)";

/** A table of four pairs, its columns shuffled, and the truth about them. */
export function tableExample(): { readonly table: Table; readonly lesson: string } {
  const parts = PARTS.flatMap(([id, x, y]) => {
    const example = examples.find((candidate) => candidate.id === id);
    if (!example) return [];
    const { pair, truth } = simulate(example.kind, { ...example.options, seed: SEED });
    const columns = [
      { name: x, values: pair.x },
      { name: y, values: pair.y },
    ];
    const [cause, effect] = truth === "x->y" ? [x, y] : [y, x];
    return [{ columns, sentence: `${cause} drives ${effect}${example.undecidable ? UNDECIDABLE : ""}` }];
  });
  const columns = parts.flatMap((part) => part.columns).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    table: tableFromColumns(columns),
    lesson: `${parts.map(({ sentence }) => sentence).join(", ")}. Columns of different pairs are unrelated.`,
  };
}
