import { expect, test } from "vitest";
import type { MethodAbout } from "../engine/messages.js";
import { mapOptions, studyOptions } from "./study-options.js";

const about = (name: string, comfortableRows: number, has: Partial<MethodAbout> = {}): MethodAbout => ({
  ...{ name, family: "f", summary: "s", assumes: "a", comfortableRows, defaultTrim: 0 },
  ...{ hasTrim: false, hasAbstain: false, ...has },
});
const METHODS = [about("default", 200_000, { hasAbstain: true }), about("slow", 800, { hasTrim: true })];

test("options that a method does not have, or that nobody knows of yet, are not sent", () => {
  const settings = { method: "slow", seed: 1, trim: 0.1, abstain: 0.8 };
  expect(studyOptions(settings, METHODS)).toEqual({ method: "slow", seed: 1, trim: 0.1 });
  expect(studyOptions({ ...settings, method: "default" }, METHODS)).toEqual({
    method: "default",
    seed: 1,
    abstain: 0.8,
  });
  expect(studyOptions(settings, [])).toEqual({ method: "slow", seed: 1 });
});

test.each([
  ["default", undefined, 5000],
  ["slow", undefined, 800],
  ["unknown", undefined, 5000],
  ["slow", 3000, 3000],
  ["default", 20_000, 20_000],
])("a map by %s with at most %s rows takes %i of each pair", (method, maxRows, expected) => {
  const settings = { method, seed: 0, ...(maxRows === undefined ? {} : { maxRows }) };
  expect(mapOptions(settings, METHODS).maxRows).toBe(expected);
});
