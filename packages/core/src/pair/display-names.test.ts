import { expect, test } from "vitest";
import { shortName } from "./display-names.js";

test("a long name is cut in its middle, between letters, and never longer than asked for", () => {
  expect(shortName("temperature", 11)).toBe("temperature");
  expect(shortName("soil moisture at 10 cm", 12)).toBe("soil m…10 cm");
  expect(shortName("soil moisture at 10 cm", 5)).toBe("so…cm");
  // An accent stays with its letter, joined pictographs stay together.
  expect(shortName("e\u0301e\u0301e\u0301e\u0301", 3)).toBe("e\u0301…e\u0301");
  expect(shortName("a\u{1f469}\u200d\u{1f33e}bcd\u{1f469}\u200d\u{1f33e}", 5)).toBe(
    "a\u{1f469}\u200d\u{1f33e}…d\u{1f469}\u200d\u{1f33e}",
  );
});

test("a name written from right to left stays set apart when it is cut", () => {
  expect(shortName("\u05d0\u05d1\u05d2\u05d3\u05d4", 3)).toBe("\u2068\u05d0…\u05d4\u2069");
  expect(shortName("\u2068טמפרטורה\u2069", 5)).toBe("\u2068טמ…רה\u2069");
});
