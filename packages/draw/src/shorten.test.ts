import { expect, test } from "vitest";
import { shorten } from "./shorten.js";
import { textWidth } from "./text-width.js";

const SIZE = 12;

test("a text that fits is left alone", () => {
  expect(shorten("dose", 100, SIZE)).toEqual({ shown: "dose", full: undefined });
});

test("a text that does not is cut to the width, with …, and kept in full", () => {
  const name = "the name of a column that goes on and on, as those of surveys do, beyond all measure";
  const { shown, full } = shorten(name, 150, SIZE);
  expect(full).toBe(name);
  expect(shown).toMatch(/^the name of a .*…$/);
  expect(textWidth(shown, SIZE)).toBeLessThanOrEqual(150 + 1e-9);
  expect(textWidth(shown, SIZE)).toBeGreaterThan(120);
});

test("a character of several code points is kept whole or left out", () => {
  const scientist = "👩‍🔬";
  const { shown } = shorten(scientist.repeat(9), 80, SIZE);
  expect(shown.replaceAll(scientist, "")).toBe("…");
  expect(shown).toContain(scientist);
});

test("line breaks, controls, direction marks and halves of characters are gone", () => {
  const { shown } = shorten("a\nb\u0000c\u202ed\ud800e\u2028f", 200, SIZE);
  expect(shown).toBe("a b cd\ufffde f");
});
