import { expect, test } from "vitest";
import { quiet, studioHere } from "../../../../tests/studio/studio-here.js";
import type { PlayState } from "./play.svelte.js";

async function settled(play: PlayState): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 5));
  while (play.isBehind);
}

test("values out of range are moved into it, to the nearest step", async () => {
  const { studio, bar } = studioHere("#view=play&example=straight-line&noise=99&bend=0.44&rows=10&draw=2.4");
  await studio.begin();
  await settled(studio.play);
  expect(studio.view).toBe("play");
  expect(studio.play.chosen).toEqual({ noise: 3, bend: 0.4, rows: 50, draw: 2 });
  expect(studio.play.shown?.decided.decision.rows.used).toBe(50);
  studio.changePlay({ noise: 1, bend: 0, draw: 1 });
  expect(bar.hash).toBe("view=play&example=straight-line&x=1&y=2&rows=50");
});

test("of many changes only the newest waits for its verdict", async () => {
  const { studio, asked } = studioHere("#view=play&example=unrelated&rows=100");
  await studio.begin();
  await settled(studio.play);
  const before = asked.filter((question) => question === "play").length;
  for (let draw = 2; draw <= 30; draw++) studio.changePlay({ draw });
  await settled(studio.play);
  expect(studio.play.shown?.play.draw).toBe(30);
  expect(asked.filter((question) => question === "play").length - before).toBe(2);
});

test("a link to the open example that names no columns keeps them, and its verdict", async () => {
  const { studio, bar } = studioHere("#view=pair&example=additive");
  await studio.begin();
  await quiet(studio);
  bar.hash = "#view=play&example=additive&draw=3";
  await studio.follow();
  await settled(studio.play);
  expect([studio.view, studio.play.chosen?.draw, studio.choice]).toEqual(["play", 3, { x: 1, y: 2 }]);
});
