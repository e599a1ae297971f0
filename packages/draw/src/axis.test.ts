import type { Mark, Panel } from "@causal-velocity/core/explain/figure.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { axisScale, linearTicks, logTicks, reachable, shareOf } from "./axis.js";

const panel = (marks: Mark[], x: Panel["x"] = { kind: "number", label: "" }): Panel => ({
  title: "",
  x,
  y: { kind: "number", label: "" },
  marks,
});
const dots = (...x: number[]): Mark => ({
  kind: "dots",
  tone: "ink",
  x: Float64Array.from(x),
  y: new Float64Array(x.length),
});

test("an axis shows its domain, or the range of the marks and 4% more at either end", () => {
  expect(axisScale(panel([dots(0, 100)]), "x")).toEqual({ low: -4, high: 104, log: false });
  const given = { kind: "number", label: "", domain: [1, 2] } as const;
  expect(axisScale(panel([dots(0, 100)], given), "x")).toEqual({ low: 1, high: 2, log: false });
});

test("every part of every mark is covered", () => {
  const of = (...values: number[]) => Float64Array.from(values);
  const covered: [Mark, "x" | "y", number, number][] = [
    [dots(1, Number.NaN, 3, Number.POSITIVE_INFINITY), "x", 1, 3],
    [
      {
        kind: "curves",
        tone: "ink",
        curves: [
          { x: of(1), y: of(2) },
          { x: of(5), y: of(7) },
        ],
      },
      "y",
      2,
      7,
    ],
    [{ kind: "arrows", tone: "ink", x: of(1), y: of(0), dx: of(4), dy: of(0) }, "x", 1, 5],
    [
      { kind: "signed-squares", tone: "ink", x: of(0, 2), y: of(0, 0), value: of(1, 1), step: { x: 2, y: 1 }, full: 1 },
      "x",
      -1,
      3,
    ],
    [{ kind: "band", tone: "ink", x: of(0), low: of(-3), high: of(4) }, "y", -3, 4],
    [{ kind: "rules", tone: "ink", x: [2, 9] }, "x", 2, 9],
    [{ kind: "words", tone: "ink", x: of(2, 3), y: of(0, 0), text: ["a", "b"] }, "x", 2, 3],
  ];
  for (const [mark, side, low, high] of covered) {
    const scale = axisScale(panel([mark]), side);
    const room = 0.04 * (high - low);
    expect(scale.low, mark.kind).toBeCloseTo(low - room, 12);
    expect(scale.high, mark.kind).toBeCloseTo(high + room, 12);
  }
});

test("bars start at 0, without space before it; whiskers are covered", () => {
  const bars: Mark = {
    kind: "bars",
    tone: "ink",
    names: ["a"],
    value: Float64Array.of(5),
    low: Float64Array.of(4),
    high: Float64Array.of(10),
  };
  expect(axisScale(panel([bars]), "x")).toEqual({ low: 0, high: 10.4, log: false });
});

test("one value, or none, still gives an axis", () => {
  expect(axisScale(panel([dots(5)]), "x")).toEqual({ low: 4.5, high: 5.5, log: false });
  expect(axisScale(panel([dots(0)]), "x")).toEqual({ low: -1, high: 1, log: false });
  expect(axisScale(panel([]), "x")).toEqual({ low: -0.04, high: 1.04, log: false });
});

test("a log axis covers the positive values", () => {
  const log = { kind: "number", label: "", log: true } as const;
  const scale = axisScale(panel([dots(-5, 0, 1, 100)], log), "x");
  expect(scale.low).toBeCloseTo(100 ** -0.04, 12);
  expect(scale.high).toBeCloseTo(100 ** 1.04, 9);
  expect(shareOf(scale, 10)).toBeCloseTo(0.5, 12);
  expect(reachable(scale, 0)).toBeNaN();
});

test("distant values are limited to twenty lengths from the axis", () => {
  const scale = { low: 0, high: 1, log: false };
  expect([0.5, 1e300, -1e300].map((value) => reachable(scale, value))).toEqual([0.5, 21, -20]);
});

test("linear ticks are at multiples of 1, 2 or 5", () => {
  expect(linearTicks(-0.1, 1.05, 5).map(({ text }) => text)).toEqual(["0.0", "0.5", "1.0"]);
  expect(linearTicks(0, 10, 5).map(({ at }) => at)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(linearTicks(0, 0.9, 9).map(({ at }) => at)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
});

test("log ticks are powers of ten, thinned to the count; within a decade they are linear", () => {
  expect(logTicks(0.5, 2000, 9).map(({ at }) => at)).toEqual([1, 10, 100, 1000]);
  expect(logTicks(1e-9, 1e9, 5).map(({ text }) => text)).toEqual(["10⁻⁹", "10⁻⁵", "10⁻¹", "10³", "10⁷"]);
  expect(logTicks(2, 7, 5).map(({ at }) => at)).toEqual([2, 3, 4, 5, 6, 7]);
});

test("every domain has ticks inside it, no more than the count, all with different labels", () => {
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
