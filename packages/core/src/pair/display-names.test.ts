import { expect, test } from "vitest";
import { shortName, shortNames, withShortNames } from "./display-names.js";

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

test("two names that are short stay different, and a text has them in place of the long ones", () => {
  const names = { x: "soil moisture at 10 cm", y: "soil moisture at 20 cm" };
  expect(shortNames(names, 15)).toEqual({ x: "soil mo…t 10 cm", y: "soil mo…t 20 cm" });
  expect(shortNames(names, 5)).toEqual({ x: "so…cm [x]", y: "so…cm [y]" });
  expect(withShortNames(`From "${names.x}" to "${names.y}".`, names, 15)).toBe(
    'From "soil mo…t 10 cm" to "soil mo…t 20 cm".',
  );
  // Short names are left alone, and a name that begins with the other one is replaced first.
  expect(withShortNames("a and b", { x: "a", y: "b" }, 15)).toBe("a and b");
  const nested = { x: "moisture of the soil", y: "moisture of the soil at noon" };
  expect(withShortNames(`${nested.y}: ${nested.x}`, nested, 11)).toBe("moist…noon: moist…soil");
});
