import { expect, test } from "vitest";
import { textWidth } from "./text-width.js";
import { wrap } from "./wrap.js";

const SIZE = 12;

test("a text that fits is one line, an empty one an empty line", () => {
  expect(wrap("dose and response", 300, SIZE)).toEqual([{ shown: "dose and response", full: undefined }]);
  expect(wrap("", 300, SIZE)).toEqual([{ shown: "", full: undefined }]);
});

test("a longer one is broken between words, and whole", () => {
  const text = "residual: filled positive, hollow negative, full size from 1";
  const lines = wrap(text, 200, SIZE);
  expect(lines.length).toBe(2);
  expect(lines.map(({ shown }) => shown).join(" ")).toBe(text);
  for (const { shown } of lines) expect(textWidth(shown, SIZE)).toBeLessThanOrEqual(200);
});

test("one that is longer than three lines, or has no space, is cut and kept in full", () => {
  const text = "on and on ".repeat(30).trim();
  const lines = wrap(text, 100, SIZE);
  expect(lines).toHaveLength(3);
  expect(lines[2].shown).toMatch(/…$/);
  expect(lines[2].full).toBe(text);
  const word = "x".repeat(100);
  expect(wrap(word, 100, SIZE)).toEqual([{ shown: expect.stringMatching(/^x+…$/), full: word }]);
});
