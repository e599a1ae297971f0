import { expect, test } from "vitest";
import { plainRoutines } from "../compute/plain-routines.js";
import type { Column } from "../primitives/columns.js";
import { seededRng } from "../primitives/random.js";
import { canonicalPoints } from "./canonical-points.js";

const rng = seededRng(5);
const rows = 60;
const x = Float64Array.from({ length: rows }, () => Math.round(2 * rng.normal()));
const y = x.map((value) => value * value + rng.normal());
const negated = (column: Column) => column.map((value) => -value);
const moved = (column: Column) => column.map((_, i) => column[(7 * i + 3) % rows]);

test("points are the same for any order and signs of the columns and any order of the rows", () => {
  const { points } = canonicalPoints([x, y], plainRoutines);
  for (const [a, b] of [
    [y, x],
    [negated(x), y],
    [negated(y), negated(x)],
    [moved(y), moved(negated(x))],
  ]) {
    expect(canonicalPoints([a, b], plainRoutines).points).toEqual(points);
  }
  expect(canonicalPoints([moved(negated(y))], plainRoutines).points).toEqual(
    canonicalPoints([y], plainRoutines).points,
  );
});

test("a field at the canonical points comes back to its columns, signs and rows", () => {
  for (const given of [[x, y], [negated(y), x], [negated(x)]]) {
    const { points, atGivenRows, inGivenColumns } = canonicalPoints(given, plainRoutines);
    expect(atGivenRows(points)).toEqual(given);
    expect(inGivenColumns(points).map((column) => column.slice().sort())).toEqual(
      given.map((column) => column.slice().sort()),
    );
  }
});
