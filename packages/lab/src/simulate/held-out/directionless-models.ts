import type { Column } from "@causal-velocity/core/primitives/columns.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { fairSign, uniformBetween } from "../random/random-shape.js";
import type { DirectionlessKind } from "./held-out.js";
import { type Columns, columnOf, randomCause, randomMargin } from "./held-out-laws.js";
import { bothRecorded } from "./held-out-records.js";

/** 360 degrees. */
export const TURN = 2 * Math.PI;

/** n rows, each with both of its values from one stream. */
export function rowsOf(n: number, rng: Rng, row: (e: Rng) => readonly [number, number]): Columns {
  const [first, second] = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) [first[i], second[i]] = row(rng);
  return [first, second];
}

/** Both columns by the same law, each from a stream of its own. */
export function twins(rng: Rng, make: (rng: Rng) => Column): Columns {
  return [make(rng.split("first")), make(rng.split("second"))];
}

/** Standard normal columns with a correlation of 0.2 to 0.95 of either sign. */
export function gaussian(rng: Rng, n: number): Columns {
  const rho = fairSign(rng.split("sign")) * uniformBetween(rng.split("correlation"), 0.2, 0.95);
  const rest = Math.sqrt(1 - rho * rho);
  return rowsOf(n, rng.split("rows"), (e) => {
    const z = e.normal();
    return [z, rho * z + rest * e.normal()];
  });
}

/** A Gaussian copula; each margin is a random increasing map. */
export function warped(rng: Rng, n: number): Columns {
  return bothRecorded(gaussian(rng, n), rng.split("margins"), (column, e) => column.map(randomMargin(e)));
}

/** Two unrelated columns by one kind of law. */
export function unrelated(rng: Rng, n: number): Columns {
  return twins(rng, (stream) => columnOf(n, stream.split("rows"), randomCause(stream.split("law"))));
}

type Undirected = (rng: Rng, n: number) => Columns;

/** A kind that a sensible training set for ordinary tables has. */
export const kind = (name: string, summary: string, draw: Undirected, covered = true): DirectionlessKind => ({
  name,
  summary,
  direction: "none",
  covered,
  draw,
});
/** A kind that it need not have. */
export const rareKind = (name: string, summary: string, draw: Undirected): DirectionlessKind =>
  kind(name, summary, draw, false);
