import { expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { columnMemo } from "../compute/memo.js";
import { plainRoutines } from "../compute/plain-routines.js";
import { seededRng } from "../primitives/random.js";
import { atRows, sortedColumn } from "./sorted-column.js";

test("values, rows and the places where different values begin", () => {
  const { ascending, order, starts, distinct } = sortedColumn(Float64Array.of(3, -1, 3, 0, 3));
  expect([...ascending]).toEqual([-1, 0, 3, 3, 3]);
  expect([...order]).toEqual([1, 3, 0, 2, 4]);
  expect([...starts]).toEqual([0, 1, 2, 5]);
  expect(distinct).toBe(3);
});

test("0 and −0 are one value", () => {
  expect(sortedColumn(Float64Array.of(0, -0, 1, -0)).distinct).toBe(2);
});

test("one number for each different value, at its rows", () => {
  const sorted = sortedColumn(Float64Array.of(3, -1, 3, 0));
  expect([...atRows(sorted, (from, to) => 10 * from + to)]).toEqual([24, 1, 24, 12]);
});

test("both kinds of routines give the same bits", () => {
  const rng = seededRng(3);
  for (const draw of [() => rng.normal(), () => Math.ceil(4 * rng.uniform())]) {
    const column = Float64Array.from({ length: 700 }, draw);
    const plain = sortedColumn(column, { routines: plainRoutines });
    expect(sortedColumn(column, { routines: compiledRoutines() })).toEqual(plain);
    expect(plain.ascending).toEqual(column.slice().sort());
    expect(plain.distinct).toBe(new Set(column).size);
  }
});

test("a memo sorts a column once", () => {
  const column = Float64Array.of(2, 1, 3);
  const memo = columnMemo();
  expect(sortedColumn(column, { memo })).toBe(sortedColumn(column.slice(), { memo }));
});
