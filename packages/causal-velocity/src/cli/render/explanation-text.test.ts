import { expect, test } from "vitest";
import { sampleExplanation } from "../../../../../tests/draw/sample-explanation.js";
import { explanationText } from "./explanation-text.js";

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const paragraphs = explanationText(sampleExplanation).split("\n\n").map(oneLine);
/** The paragraph of checks that begins with a title. */
const checksUnder = (title: string) => paragraphs.filter((paragraph) => paragraph.startsWith(title));
const sentenceOf = (index: number) => oneLine(sampleExplanation.checks[index]?.sentence ?? "");

test("checks stand below what they are about, the worst first", () => {
  const [pair = ""] = checksUnder("The pair ! ");
  expect(pair.indexOf(sentenceOf(1))).toBeGreaterThan(0);
  expect(pair.indexOf(`✓ ${sentenceOf(0)}`)).toBeGreaterThan(pair.indexOf(sentenceOf(1)));
  expect(checksUnder("If dose → response")).toEqual([expect.stringContaining(`✕ ${sentenceOf(2)}`)]);
  expect(checksUnder("If response → dose")).toEqual([expect.stringContaining(`i ${sentenceOf(3)}`)]);
});

test("their marks are counted, the best first, and rows that were left out are told with the reason", () => {
  expect(paragraphs.join(" ")).toContain("checks ✓ 1 pass, i 1 note, ! 1 warn, ✕ 1 fail");
  expect(paragraphs.join(" ")).toContain(
    "1,000 read, 997 used, left out: 2 with a missing value, 1 with text in place of a number",
  );
});
