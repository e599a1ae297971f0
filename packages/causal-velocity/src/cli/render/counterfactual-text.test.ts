import type { Counterfactual } from "@causal-velocity/core/explain/counterfactual.js";
import { expect, test } from "vitest";
import { counterfactualText } from "./explanation-text.js";

const far = { cause: 9, effect: Number.NaN, low: Number.NaN, high: Number.NaN, supported: false };
const answer: Counterfactual = {
  direction: "x->y",
  names: { cause: "dose", effect: "response" },
  from: { cause: 1.5, effect: 8 },
  to: [{ cause: 3.25, effect: 12.34, low: 11.82, high: 12.91, supported: true }],
  path: [],
  method: "location-scale",
  seed: 0,
  rows: { read: 40, used: 40, dropped: 0, reasons: {} },
  findings: [],
};
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

test("one answer: from where, to where, and the band from its lower to its upper end", () => {
  expect(oneLine(counterfactualText(answer, "12"))).toContain(
    "Had dose in row 12 been 3.25 instead of 1.5, response would have been 12.34 (11.82 to 12.91) instead of 8.",
  );
});

test("several: one line each, in order, with a question mark for what is not known and a word for what lies outside", () => {
  const lines = counterfactualText({ ...answer, to: [...answer.to, far] }, undefined).split("\n");
  const cells = lines.map((line) => line.trim().split(/ {2,}/));
  const head = cells.findIndex(([first]) => first === "had dose been");
  expect(oneLine(lines.slice(0, head).join(" "))).toContain("Where dose was 1.5 and response 8:");
  expect(cells.slice(head, head + 3)).toEqual([
    ["had dose been", "response would have been", "from", "to"],
    ["3.25", "12.34", "11.82", "12.91"],
    ["9", "?", "?", "?", "outside the data"],
  ]);
});
