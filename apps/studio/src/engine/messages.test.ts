import { expect, test } from "vitest";
import { buffersOf } from "./messages.js";

test("every buffer in nested data is found once", () => {
  const [a, b] = [new Float64Array(2), new Uint8Array(4)];
  const data = { one: a, list: [{ same: a.subarray(1) }, b], text: "x", none: null, missing: undefined };
  expect(buffersOf(data)).toEqual([a.buffer, b.buffer]);
  expect(buffersOf("text")).toEqual([]);
});
