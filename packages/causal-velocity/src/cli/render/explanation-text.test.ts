import type { Counterfactual } from "@causal-velocity/core/explain/counterfactual.js";
import { expect, test } from "vitest";
import { sampleExplanation } from "../../../../../tests/draw/sample-explanation.js";
import { counterfactualText, explanationText } from "./explanation-text.js";

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const paragraphs = explanationText(sampleExplanation).split("\n\n").map(oneLine);
/** The paragraph of findings that begins with a title. */
const findingsUnder = (title: string) => paragraphs.filter((paragraph) => paragraph.startsWith(title));
const sentenceOf = (index: number) => oneLine(sampleExplanation.findings[index]?.sentence ?? "");

test("starts with five lines: verdict, evidence, rows, counts of the checks, and what counts most against the verdict", () => {
  const [first = ""] = explanationText(sampleExplanation).trimStart().split("\n\n");
  const heads = first.split("\n").map((line) => line.slice(0, 10).trim());
  expect(heads.filter((head) => head !== "").slice(1)).toEqual(["why", "rows", "checks", "doubt"]);
  expect(oneLine(first)).toContain(sampleExplanation.verdict);
  expect(oneLine(first)).toContain("checks ✓ 1 pass, i 2 note, ! 1 warn, ✕ 1 fail");
  expect(oneLine(first)).toContain(
    "1,000 read, 997 used, left out: 2 with a missing value, 1 with text in place of a number",
  );
  // The failure is in the direction of the verdict.
  expect(oneLine(first)).toContain(`doubt ${sentenceOf(2)} And 1 more below.`);
  const other = { ...sampleExplanation, decision: { ...sampleExplanation.decision, verdict: "y->x" as const } };
  expect(oneLine(explanationText(other))).toContain(`doubt ${sentenceOf(1)}`);
  const calm = { ...sampleExplanation, findings: sampleExplanation.findings.slice(0, 1) };
  expect(oneLine(explanationText(calm))).toContain("doubt no check counts against this direction");
});

test("findings stand below what they are about, the worst first, but for what passed", () => {
  const [pair = ""] = findingsUnder("The pair ! ");
  expect(pair.indexOf(sentenceOf(1))).toBeGreaterThan(0);
  expect(paragraphs.join(" ")).not.toContain(sentenceOf(0));
  expect(findingsUnder("If dose → response")).toEqual([expect.stringContaining(`✕ ${sentenceOf(2)}`)]);
  expect(findingsUnder("If response → dose")).toEqual([expect.stringContaining(`i ${sentenceOf(3)}`)]);
});

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
