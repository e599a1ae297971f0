import { expect, test } from "vitest";
import { isAllowed, LIMITS, type NumberSetting } from "./settings.js";

test.each(Object.entries(LIMITS))("%s may be anything from its least to its most, both included", (name, limits) => {
  const { least, most, whole } = limits;
  const allowed = (value: number) => isAllowed(name as NumberSetting, value);
  const step = whole ? 1 : 0.001;
  expect([least, most, least + step].map(allowed)).toEqual([true, true, true]);
  expect([least - step, most + step, Number.NaN, Number.POSITIVE_INFINITY].map(allowed)).not.toContain(true);
  expect(allowed(least + 0.25)).toBe(!whole);
});
