import { expect, test } from "vitest";
import type { Motion } from "../engine/messages.js";
import { MovingCloud } from "./moving-cloud.js";

const PIXELS = {
  width: 100,
  height: 100,
  toX: (cause: number) => 10 * cause,
  toY: (effect: number) => 100 - 10 * effect,
};

/** Three rows: one that goes up, one whose curve ends on the way, one that is not near data from the start. */
const CAUSES = [2, 3, 8];
const MOTION: Motion = {
  steps: 3,
  reach: 2,
  effect: Float32Array.of(1, 1, 9, 2, 2, 9, 3, Number.NaN, 9),
  // Two columns of cells, low causes and high ones; data below and, at low causes, nowhere else.
  support: Uint8Array.of(1, 0, 1, 0),
  cells: { cause: 2, effect: 2 },
  curves: [],
};

test("rows move sideways with the cause, and up and down between the steps of their curves", () => {
  const cloud = new MovingCloud(CAUSES, MOTION, PIXELS);
  expect([...cloud.x]).toEqual([20, 30, 80]);
  expect([...cloud.y]).toEqual([80, 80, 10]);
  cloud.moveTo(0.5);
  expect([...cloud.x]).toEqual([30, 40, 90]);
  expect(cloud.y[0]).toBe(75);
  cloud.moveTo(1);
  expect(cloud.y[0]).toBe(70);
  // Further than known is as far as known.
  cloud.moveTo(7);
  expect(cloud.y[0]).toBe(70);
});

test("rows that are lost or without data around them fade and are counted, those without data at first are not", () => {
  const cloud = new MovingCloud(CAUSES, MOTION, PIXELS);
  expect([[...cloud.faded], cloud.left]).toEqual([[0, 0, 1], { left: 0, of: 3, alone: 1 }]);
  cloud.moveTo(1);
  expect([[...cloud.faded], cloud.left]).toEqual([[0, 1, 1], { left: 1, of: 3, alone: 1 }]);
  cloud.moveTo(0);
  expect(cloud.left).toEqual({ left: 0, of: 3, alone: 1 });
});
