import { expect, test } from "vitest";
import { grown, leastOf, type Measure } from "../../scripts/soak.js";

const CALM: Measure = { heap: 40, resident: 200, files: 43, handles: 9, threads: 13 };
/** Ten minutes; in each, so much is added to one measure. */
const rising = (key: keyof Measure, step: number): Measure[] =>
  Array.from({ length: 10 }, (_, i) => ({ ...CALM, [key]: CALM[key] + i * step }));

test("what stays the same, or only warms up, did not grow", () => {
  expect(grown(rising("heap", 0))).toEqual([]);
  expect(grown([{ ...CALM, heap: 10, handles: 1 }, CALM, CALM, CALM])).toEqual([]);
  expect(grown([CALM, CALM, { ...CALM, heap: 80, files: 90 }, CALM])).toEqual([]);
});

test.each<[keyof Measure, number]>([
  ["heap", 2],
  ["resident", 40],
  ["files", 1],
  ["handles", 1],
  ["threads", 1],
])("%s that rise by %d every minute did", (key, step) => {
  expect(grown(rising(key, step))).toEqual([expect.stringMatching(new RegExp(`^${key}: .* in the first half`))]);
});

test("too few minutes show nothing, which is no success", () => {
  expect(grown([CALM, CALM])).toHaveLength(1);
});

test("of a minute, the least counts: the rest is under way", () => {
  const busy = { heap: 90, resident: 300, files: 50, handles: 12, threads: 15 };
  expect(leastOf([busy, { ...CALM, files: 60 }, busy])).toEqual({ ...CALM, files: 50 });
});
