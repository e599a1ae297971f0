import { expect, test } from "vitest";
import { changedByCopies } from "../support/copied-table.js";
import { graphFault, searchFault, seeds } from "../support/graph-faults.js";

/** @module-tag slow */

// `hard-tables.long.test.ts` has 2,000 tables.
test("a search ends with finite numbers, whatever the columns are", () => {
  expect(seeds(0, 60).flatMap((seed) => searchFault(seed) ?? [])).toEqual([]);
});

test("so do a whole graph, and what follows from a column that is set", () => {
  expect(seeds(0, 6).flatMap((seed) => graphFault(seed) ?? [])).toEqual([]);
});

test("a near copy of a column changes no arrow among the others", () => {
  expect(changedByCopies(seeds(0, 7))).toEqual([]);
});
