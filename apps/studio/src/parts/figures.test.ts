import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "./figures.js";

beforeEach(() => {
  globalThis.requestAnimationFrame = (callback) => Number(setTimeout(callback, 0));
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "requestAnimationFrame");
});

function* steps(name: string, seen: string[]): Generator<undefined, string> {
  seen.push(`${name}1`);
  yield;
  seen.push(`${name}2`);
  return name;
}

const never = () => false;

test("each step runs in its own task, and pieces of work run one at a time", async () => {
  const seen: string[] = [];
  const [a, b] = [inTurn(() => steps("a", seen), never), inTurn(() => steps("b", seen), never)];
  let isOver = false;
  const ticking = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve));
      if (seen.at(-1) !== "-") seen.push("-");
    }
  })();
  expect(await Promise.all([a, b])).toEqual(["a", "b"]);
  isOver = true;
  await ticking;
  expect(seen.filter((entry) => entry !== "-")).toEqual(["a1", "a2", "b1", "b2"]);
  expect(seen.join("")).toMatch(/a1-a2.*b1-b2/);
});

test("canceled work stops, and failed work rejects without blocking later work", async () => {
  const seen: string[] = [];
  expect(
    await inTurn(
      () => steps("a", seen),
      () => seen.includes("a1"),
    ),
  ).toBeUndefined();
  const failing = inTurn(() => {
    throw new Error("no");
  }, never);
  const after = inTurn(() => steps("b", seen), never);
  await expect(failing).rejects.toThrow("no");
  expect(await after).toBe("b");
  expect(seen).toEqual(["a1", "b1", "b2"]);
});
