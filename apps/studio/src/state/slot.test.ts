import { expect, test } from "vitest";
import { Canceled, type Task, TaskFault } from "../engine/messages.js";
import { Slot } from "./slot.svelte.js";

/** A task that the test settles. */
function held<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((fulfill, refuse) => {
    resolve = fulfill;
    reject = refuse;
  });
  const state = { isCanceled: false };
  const task: Task<T> = {
    promise,
    cancel: () => {
      state.isCanceled = true;
      reject(new Canceled());
    },
  };
  return { task, resolve, reject, state };
}

test("the answer to the newest question stays, whenever older ones arrive", async () => {
  const slot = new Slot<string>();
  const [first, second] = [held<string>(), held<string>()];
  // Ignores cancellation, as if it came too late.
  const uncancelable: Task<string> = { promise: first.task.promise, cancel: () => undefined };
  const old = slot.run(uncancelable);
  const fresh = slot.run(second.task);
  second.resolve("new");
  expect(await fresh).toBe("new");
  first.resolve("old");
  expect(await old).toBeUndefined();
  expect([slot.value, slot.busy, slot.fault]).toEqual(["new", false, undefined]);
});

test("a new question cancels the previous one, which is not a fault", async () => {
  const slot = new Slot<string>();
  const first = held<string>();
  const old = slot.run(first.task);
  const second = held<string>();
  const fresh = slot.run(second.task);
  expect(first.state.isCanceled).toBe(true);
  expect(await old).toBeUndefined();
  expect([slot.busy, slot.fault]).toEqual([true, undefined]);
  second.resolve("new");
  await fresh;
  expect(slot.value).toBe("new");
});

test("a fault replaces the value, and a value replaces the fault", async () => {
  const slot = new Slot<string>();
  const failing = held<string>();
  const run = slot.run(failing.task);
  failing.reject(new TaskFault({ kind: "internal", message: "no" }));
  await run;
  expect([slot.value, slot.fault, slot.busy]).toEqual([undefined, { kind: "internal", message: "no" }, false]);
  const good = held<string>();
  const again = slot.run(good.task);
  good.resolve("yes");
  await again;
  expect([slot.value, slot.fault]).toEqual(["yes", undefined]);
});

test("stopping keeps the value, clearing drops it", async () => {
  const slot = new Slot<string>();
  const good = held<string>();
  const run = slot.run(good.task);
  good.resolve("yes");
  await run;
  const next = held<string>();
  void slot.run(next.task);
  slot.stop();
  expect([slot.value, slot.busy, next.state.isCanceled]).toEqual(["yes", false, true]);
  slot.clear();
  expect(slot.value).toBeUndefined();
});
