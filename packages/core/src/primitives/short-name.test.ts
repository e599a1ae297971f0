import { expect, test } from "vitest";
import { shortName } from "./short-name.js";

test("a long name is cut in its middle to the letters that fit, and keeps both ends", () => {
  expect(shortName("temperature_at_station_1", 11)).toBe("tempe…ion_1");
  expect(shortName("dose", 4)).toBe("dose");
  expect(shortName("a name with spaces", 9)).toBe("a na…aces");
});

test("accents stay with their letters, and the marks around a name that runs from right to left stay a pair", () => {
  expect(shortName("e\u0301e\u0301e\u0301e\u0301e\u0301", 3)).toBe("e\u0301…e\u0301");
  expect(shortName("\u2068טמפרטורה\u2069", 5)).toBe("\u2068טמ…רה\u2069");
});
