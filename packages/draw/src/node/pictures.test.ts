import { expect, test } from "vitest";
import { asset, characterRanges, missingGlyphs } from "./pictures.js";

test("the font has Latin, Greek, Cyrillic, and what our texts are made of", () => {
  expect(missingGlyphs("Žluťoučký ŷ Ελληνικά Кириллица → − ε ∂ ² · … ₓ ᵧ y\u0302 ×10⁻⁹ \u202f ∞ — ✓ ✕")).toEqual([]);
});

test("what it lacks is named once, whole", () => {
  expect(missingGlyphs("東京 and 東 at 🌡 20 °C")).toEqual(["東", "京", "🌡"]);
  expect(missingGlyphs("\u2068العمر\u2069 → x")).toEqual([]);
});

test("ranges are those of the font: 5,000 characters and more, A among them, in order", () => {
  const ranges = characterRanges(asset("font"));
  const count = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  expect(count).toBeGreaterThan(5000);
  expect(count).toBeLessThan(10_000);
  expect(ranges.find(([first, last]) => first <= 65 && last >= 65)).toEqual([32, 126]);
  expect(ranges.map(([first]) => first)).toEqual(ranges.map(([first]) => first).sort((a, b) => a - b));
});
