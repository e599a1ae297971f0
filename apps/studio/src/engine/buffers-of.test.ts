import { expect, test } from "vitest";
import { buffersOf } from "./buffers-of.js";

test("every buffer of plain data is found once, however deep", () => {
  const [a, b] = [new Float64Array(2), new Uint8Array(4)];
  const data = { one: a, list: [{ same: a.subarray(1) }, b], text: "x", none: null, missing: undefined };
  expect(buffersOf(data)).toEqual([a.buffer, b.buffer]);
  expect(buffersOf("text")).toEqual([]);
});
