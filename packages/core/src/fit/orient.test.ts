import { expect, test } from "vitest";
import { byRole } from "./orient.js";

test("x is the cause in x->y and the effect in y->x", () => {
  expect(byRole({ x: "dose", y: "response" }, "x->y")).toEqual({ cause: "dose", effect: "response" });
  expect(byRole({ x: "dose", y: "response" }, "y->x")).toEqual({ cause: "response", effect: "dose" });
});
