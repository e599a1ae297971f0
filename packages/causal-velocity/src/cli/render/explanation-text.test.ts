import { expect, test } from "vitest";
import { sampleExplanation } from "../../../../../tests/draw/sample-explanation.js";
import { explanationText } from "./explanation-text.js";

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const paragraphs = explanationText(sampleExplanation).split("\n\n").map(oneLine);
/** The paragraph of findings that begins with a title. */
const findingsUnder = (title: string) => paragraphs.filter((paragraph) => paragraph.startsWith(title));
const sentenceOf = (index: number) => oneLine(sampleExplanation.findings[index]?.sentence ?? "");

test("findings stand below what they are about, the worst first", () => {
  const [pair = ""] = findingsUnder("The pair ! ");
  expect(pair.indexOf(sentenceOf(1))).toBeGreaterThan(0);
  expect(pair.indexOf(`✓ ${sentenceOf(0)}`)).toBeGreaterThan(pair.indexOf(sentenceOf(1)));
  expect(findingsUnder("If dose → response")).toEqual([expect.stringContaining(`✕ ${sentenceOf(2)}`)]);
  expect(findingsUnder("If response → dose")).toEqual([expect.stringContaining(`i ${sentenceOf(3)}`)]);
});

test("their marks are counted, the best first, and rows that were left out are counted with the reason", () => {
  expect(paragraphs.join(" ")).toContain("found ✓ 1 pass, i 2 note, ! 1 warn, ✕ 1 fail");
  expect(paragraphs.join(" ")).toContain(
    "1,000 read, 997 used, left out: 2 with a missing value, 1 with text in place of a number",
  );
});
