import { expect, test } from "vitest";
import { bandPath, linePath, panelSpace } from "./panel-space.js";

const space = panelSpace({
  left: 10,
  top: 20,
  width: 100,
  height: 50,
  x: { low: 0, high: 10, log: false },
  y: { low: -1, high: 1, log: false },
});

test("values map to pixels, larger ones to the right and up, and pixels back to values", () => {
  expect([space.toX(0), space.toX(10), space.toY(-1), space.toY(1)]).toEqual([10, 110, 70, 20]);
  expect(space.fromX(space.toX(3))).toBeCloseTo(3, 12);
});

test("lines have gaps where values are missing or unwanted; bands are closed", () => {
  const y = [0, 1, Number.NaN, 0, -1];
  expect(linePath(space, [0, 1, 2, 3, 4], y)).toBe("M10.0,45.0L20.0,20.0M40.0,45.0L50.0,70.0");
  expect(linePath(space, [0, 1], [0, 1], (i) => i === 1)).toBe("M20.0,20.0");
  const points = [
    { cause: 0, low: -1, high: 0 },
    { cause: 1, low: 0, high: 1 },
  ];
  expect(bandPath(space, points)).toBe("M10.0,45.0L20.0,20.0L20.0,45.0L10.0,70.0Z");
  expect(bandPath(space, [])).toBe("");
});
