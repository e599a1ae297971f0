import fc from "fast-check";
import { expect, test } from "vitest";
import { linearTicks, logTicks } from "./ticks.js";

test("linear ticks stand at multiples of 1, 2 or 5", () => {
  expect(linearTicks(-0.1, 1.05, 5).map(({ text }) => text)).toEqual(["0.0", "0.5", "1.0"]);
  expect(linearTicks(0, 10, 5).map(({ at }) => at)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(linearTicks(0, 0.9, 9).map(({ at }) => at)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
});

test("log ticks are powers of ten, thinned to the count; within a decade they are linear", () => {
  expect(logTicks(0.5, 2000, 9).map(({ at }) => at)).toEqual([1, 10, 100, 1000]);
  expect(logTicks(1e-9, 1e9, 5).map(({ text }) => text)).toEqual(["10⁻⁹", "10⁻⁵", "10⁻¹", "10³", "10⁷"]);
  expect(logTicks(2, 7, 5).map(({ at }) => at)).toEqual([2, 3, 4, 5, 6, 7]);
});

test("whatever the domain: some ticks, inside it, no more than asked for, all of different texts", () => {
  const magnitude = fc.integer({ min: -200, max: 200 });
  const domain = fc.tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: 1e-6, max: 1, noNaN: true }),
    magnitude,
  );
  fc.assert(
    fc.property(domain, fc.integer({ min: 1, max: 9 }), ([start, span, power], count) => {
      const [low, high] = [start * 10 ** power, (start + span) * 10 ** power];
      const ticks = linearTicks(low, high, count);
      const room = 1e-8 * (high - low);
      for (const { at } of ticks) {
        expect(at).toBeGreaterThanOrEqual(low - room);
        expect(at).toBeLessThanOrEqual(high + room);
      }
      expect(ticks.length).toBeLessThanOrEqual(count + 1);
      expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length);
    }),
    { seed: 1 },
  );
});
