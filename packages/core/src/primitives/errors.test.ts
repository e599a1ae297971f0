import { expect, test } from "vitest";
import { constantColumn, whereUsable } from "./errors.js";

const failing = (fault: Error) => () => {
  throw fault;
};

test("leaves out errors of the input, and no others", () => {
  expect(whereUsable(() => undefined)).toEqual([undefined]);
  expect(whereUsable(failing(constantColumn("a", 1)))).toEqual([]);
  const fault = new TypeError("ours");
  expect(() => whereUsable(failing(fault))).toThrow(fault);
});
