import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import type { SimulatedPair } from "@causal-velocity/lab/simulate/simulator.js";
import { EXAMPLE_NAMES, type Example, examples } from "./examples.js";
import type { Thumbnail } from "./messages.js";

/** An example as a table like any other, with its truth. @throws InputError `wrong-option` */
export function exampleTable(
  id: string,
): { readonly table: Table; readonly example: Example } & Pick<SimulatedPair, "truth"> {
  const example = examples.find((candidate) => candidate.id === id);
  if (!example) {
    throw new InputError({
      code: "wrong-option",
      place: "the example in the address",
      value: `"${id}"`,
      expected: `one of ${examples.map((known) => known.id).join(", ")}`,
      remedy: "Choose one from the gallery.",
    });
  }
  const { pair, truth } = simulate(example.kind, example.options);
  const { x, y } = EXAMPLE_NAMES;
  const table = tableFromColumns([
    { name: x, values: pair.x },
    { name: y, values: pair.y },
  ]);
  return { table, example, truth };
}

/** Small pictures of all examples: the first rows, each column stretched over the unit interval. */
export function thumbnails(rows: number): Thumbnail[] {
  return examples.map(({ id, kind, options }) => {
    const { pair } = simulate(kind, { ...options, n: Math.min(rows, options.n ?? rows) });
    return { id, x: stretched(pair.x), y: stretched(pair.y) };
  });
}

function stretched(column: Float64Array): Float32Array {
  let [low, high] = [Infinity, -Infinity];
  for (const value of column) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return Float32Array.from(column, (value) => (value - low) / (high - low));
}
