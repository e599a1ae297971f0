import * as queue from "@causal-velocity/queue";
import * as library from "causal-velocity";
import * as draw from "causal-velocity/draw";
import * as drawNode from "causal-velocity/draw/node";
import * as lab from "causal-velocity/lab";
import * as model from "causal-velocity/model";
import { expect, test } from "vitest";

// Each change of the public API shows in review as a change of these lists.
const valuesOf = (entry: object): string => Object.keys(entry).sort().join(" ");

test("causal-velocity exports exactly these values", () => {
  expect(valuesOf(library)).toMatchInlineSnapshot();
});

test("causal-velocity/model exports exactly these values", () => {
  expect(valuesOf(model)).toMatchInlineSnapshot();
});

test("causal-velocity/lab exports exactly these values", () => {
  expect(valuesOf(lab)).toMatchInlineSnapshot();
});

test("causal-velocity/draw and causal-velocity/draw/node export exactly these values", () => {
  expect(valuesOf(draw)).toMatchInlineSnapshot();
  expect(valuesOf(drawNode)).toMatchInlineSnapshot();
});

test("@causal-velocity/queue exports exactly these values", () => {
  expect(valuesOf(queue)).toMatchInlineSnapshot();
});
