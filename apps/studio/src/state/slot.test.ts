import { expect, test } from "vitest";
import { TaskFault } from "../engine/fault.js";
import { Canceled, type Task } from "../engine/task.js";
import { Slot } from "./slot.svelte.js";

/** A task that is settled by hand. */
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

test("the newest question's answer stays, whenever the others come", async () => {
  const slot = new Slot<string>();
  const [first, second] = [held<string>(), held<string>()];
  // As if canceling came too late.
  const deaf: Task<string> = { promise: first.task.promise, cancel: () => undefined };
  const old = slot.run(deaf);
  const fresh = slot.run(second.task);
  second.resolve("new");
  expect(await fresh).toBe("new");
  first.resolve("old");
  expect(await old).toBeUndefined();
  expect([slot.value, slot.busy, slot.fault]).toEqual(["new", false, undefined]);
});

test("a new question ends the one before, and its end is no fault", async () => {
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

test("a fault takes the place of the value, and a value that of the fault", async () => {
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

test("stopping keeps what there is, clearing does not", async () => {
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
