import { expect, test } from "vitest";
import { asset, characterRanges, missingGlyphs } from "./pictures.js";

test("the font has Latin, Greek, Cyrillic and all symbols of our texts", () => {
  expect(missingGlyphs("Žluťoučký ŷ Ελληνικά Кириллица → − ε ∂ ² · … ₓ ᵧ y\u0302 ×10⁻⁹ \u202f ∞ — ✓ ✕")).toEqual([]);
});

test("characters that the font lacks are listed once each", () => {
  expect(missingGlyphs("東京 and 東 at 🌡 20 °C")).toEqual(["東", "京", "🌡"]);
  expect(missingGlyphs("\u2068العمر\u2069 → x")).toEqual([]);
});

test("the ranges of the font hold more than 5,000 characters, A among them, in order", () => {
  const ranges = characterRanges(asset("font"));
  const count = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  expect(count).toBeGreaterThan(5000);
  expect(count).toBeLessThan(10_000);
  expect(ranges.find(([first, last]) => first <= 65 && last >= 65)).toEqual([32, 126]);
  expect(ranges.map(([first]) => first)).toEqual(ranges.map(([first]) => first).sort((a, b) => a - b));
});
