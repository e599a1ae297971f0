import { findPart, graph, prepareGraph } from "@causal-velocity/core/graph/graph.js";
import { intervene } from "@causal-velocity/core/graph/intervene.js";
import { FEWEST_HALVES } from "@causal-velocity/core/pair/resample.js";
import { MINIMUM_ROWS } from "@causal-velocity/core/pair/standardize.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { sorted } from "@causal-velocity/core/primitives/quantiles.js";
import { compiledRoutines } from "./compiled-routines.js";
import { type HardTable, hardTable } from "./hard-tables.js";

/** What goes wrong in the search on all rows of hard table number `seed`; undefined if nothing does. */
export function searchFault(seed: number): string | undefined {
  return faultOf(seed, ({ table }) => findPart(prepareGraph(table, { routines: compiledRoutines() }), 0));
}

/**
 * What goes wrong in the whole graph of such a table, and in setting the cause of its surest arrow to its median. Where
 * a column is constant in most halves of the rows there are no bands, as a finding says.
 */
export function graphFault(seed: number): string | undefined {
  return faultOf(seed, ({ table }) => {
    const compute = { routines: compiledRoutines() };
    const { parts, ...found } = graph(table, compute);
    // Of shorter tables it is refused, as halves of their rows cannot be fitted.
    if (table.rowCount < 2 * MINIMUM_ROWS) return found;
    const column = found.edges[0]?.from ?? (found.columns[0] as string);
    const values = sorted(table.columns.find(({ name }) => name === column)?.values ?? new Float64Array());
    const value = values[Math.floor(values.length / 2)] as number;
    const { halves, ...followed } = intervene(table, { ...found, parts }, { set: { column, value } }, compute);
    return [found, halves < FEWEST_HALVES ? withoutBands(followed) : followed];
  });
}

function faultOf(seed: number, answer: (hard: HardTable) => unknown): string | undefined {
  const hard = hardTable(seed);
  const what = `table ${seed}, ${hard.table.rowCount} rows of ${hard.kinds.join("; ")}`;
  try {
    const odd = notFinite(answer(hard));
    return odd === undefined ? undefined : `${what}: ${odd} is not finite`;
  } catch (error) {
    // A column of Pareto(0.5) may be too wide for its own digits: it is refused, with the reason.
    return error instanceof InputError && error.code === "extreme-range" ? undefined : `${what}: ${error}`;
  }
}

function withoutBands(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const ends = ["low", "high"];
  const kept = Object.entries(value).filter(([key]) => !ends.includes(key));
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutBands(each)]));
}

/** The place of a number that is not finite, in plain data. */
function notFinite(value: unknown, place = "answer"): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : place;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const odd = notFinite(each, `${place}.${key}`);
    if (odd !== undefined) return odd;
  }
  return undefined;
}

/** Numbers from `first`. */
export const seeds = (first: number, count: number): number[] => Array.from({ length: count }, (_, k) => first + k);
