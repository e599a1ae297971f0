import { percentText } from "@causal-velocity/core/decide/verdict-sentence.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { expect, test } from "vitest";
import {
  changeText,
  controlName,
  leftSentence,
  otherPercentText,
  outcomeSentence,
  refusalSentence,
  shortPercent,
  truthSentence,
  waitText,
} from "./words.js";

test.each([
  [0.5, "50%", "50%"],
  [0.966, "97%", "3%"],
  [0.994, "99%", "1%"],
  [0.995, "more than 99%", "less than 1%"],
])("a probability of %f reads %s, and the other direction %s", (probability, text, other) => {
  expect([percentText(probability), otherPercentText(probability)]).toEqual([text, other]);
});

test("narrow cells show whole percent without the sign", () => {
  expect([0.966, 0.999].map(shortPercent)).toEqual(["97", ">99"]);
});

test.each([
  [900, "about 1 s"],
  [59_000, "about 59 s"],
  [90_000, "about 2 min"],
  [3_900_000, "about 1 h 5 min"],
])("%i milliseconds read %s", (milliseconds, text) => {
  expect(waitText(milliseconds)).toBe(text);
});

test("a pair that failed is described with its names and its problem", () => {
  const outcome: PairOutcome = {
    ...{ x: 1, y: 2, names: { x: "a", y: "b" } },
    problem: { code: "constant-column", message: 'column "b": one value' },
  };
  expect(outcomeSentence(outcome)).toBe('a and b could not be decided: column "b": one value.');
});

test("texts call an option by the label of its control, or as the library does", () => {
  expect(controlName("maxRows")).toBe("“Rows at most”");
  expect(controlName("memoryLimit")).toBe("option memoryLimit");
  const problem = { code: "too-many-rows", message: ["Lower ", { option: "maxRows" }] } as const;
  const outcome: PairOutcome = { x: 1, y: 2, names: { x: "a", y: "b" }, problem };
  expect(outcomeSentence(outcome)).toBe("a and b could not be decided: Lower “Rows at most”.");
});

test("a change has a sign unless it is nothing, and rows that left are counted", () => {
  expect([0.5, -1, 0, -0.001].map(changeText)).toEqual(["+0.50", "−1.00", "0.00", "0.00"]);
  expect(leftSentence({ left: 1200, of: 19_000, alone: 40 })).toBe(
    "1,200 of 19,000 rows fade: their curves lead out of the data. Not counted: 40 that have no rows nearby.",
  );
  expect(leftSentence({ left: 0, of: 200, alone: 0 })).toBe("All 200 rows stay within the data.");
  expect(leftSentence({ left: 0, of: 200, alone: 1 })).toBe(
    "None of 200 rows leaves the data. Not counted: 1 that has no rows nearby.",
  );
});

test("a truth that two columns cannot show is told with that", () => {
  const names = { x: "A", y: "B" };
  expect(truthSentence("y->x", names)).toBe("B drives A");
  expect(truthSentence("x->y", names, true)).toBe("A drives B, but these two columns cannot show it");
  expect(truthSentence("common-cause", names, true)).toBe("neither drives the other: a hidden cause drives both");
});

test("a refused value names field, range and what stays in force", () => {
  expect(refusalSentence("trim", "0.7", "none")).toBe(
    "0.7 was not taken: “Share to trim” must be a number from 0 to 0.5. It is still none.",
  );
  expect(refusalSentence("maxRows", "3", "automatic")).toMatch(
    /a whole number from 20 to 10,000,000\. It is still automatic\.$/,
  );
  expect(refusalSentence("seed", "", "4")).toBe(
    "What was typed was not taken: “Seed” must be a whole number from 0. It is still 4.",
  );
});
