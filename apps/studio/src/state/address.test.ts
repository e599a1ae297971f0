import { expect, test } from "vitest";
import { fromAddress, toAddress } from "./address.js";
import { DEFAULT_PLACE, type Place } from "./settings.js";

const everything: Place = {
  view: "pair",
  picture: "noise",
  example: "additive",
  method: "b-quad",
  seed: 7,
  trim: 0.05,
  maxRows: 5000,
  abstain: 0.8,
  x: 2,
  y: 1,
  columns: [1, 2, 3, 7, 9, 10],
};

test("a place survives the way through an address, and defaults leave it empty", () => {
  expect(fromAddress(`#${toAddress(everything)}`)).toEqual(everything);
  expect(toAddress(DEFAULT_PLACE)).toBe("");
  expect(fromAddress("")).toEqual(DEFAULT_PLACE);
});

test.each([
  "#view=admin&picture=pie",
  "#seed=-1&trim=2&maxRows=1.5&abstain=0.2&x=0&y=1e9",
  "#seed=&x=abc&y=NaN",
  "#method=<script>&example=../../etc",
  "#columns=1-&view=start",
  "#columns=5-2.0",
  "#%%%=&&&==",
])("what is not understood in %s is left at its default", (address) => {
  expect(fromAddress(address)).toEqual(DEFAULT_PLACE);
});

test("columns of a map are written as runs, and no more are taken than a map can show", () => {
  expect(toAddress({ ...DEFAULT_PLACE, columns: [1, 2, 3, 7] })).toBe("columns=1-3.7");
  expect(fromAddress("#columns=9.2-4.3").columns).toEqual([2, 3, 4, 9]);
  expect(fromAddress("#columns=1-999999").columns).toHaveLength(100);
});
