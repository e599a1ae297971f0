import type { Fault } from "../engine/messages.js";
import { Canceled, faultOf, type Task } from "../engine/messages.js";

/** Holds the answer to the newest question; late answers to older ones are ignored. */
export class Slot<T> {
  value: T | undefined = $state.raw(undefined);
  fault: Fault | undefined = $state.raw(undefined);
  busy: boolean = $state(false);
  #task: Task<T> | undefined;

  /** Cancels the previous task and waits for this one. Returns its value, or undefined if it failed or was replaced. */
  async run(task: Task<T>): Promise<T | undefined> {
    this.#task?.cancel();
    this.#task = task;
    this.busy = true;
    try {
      const value = await task.promise;
      if (this.#task !== task) return undefined;
      this.value = value;
      this.fault = undefined;
      return value;
    } catch (error) {
      if (this.#task !== task) return undefined;
      this.value = undefined;
      if (!(error instanceof Canceled)) this.fault = faultOf(error);
      return undefined;
    } finally {
      if (this.#task === task) {
        this.#task = undefined;
        this.busy = false;
      }
    }
  }

  /** Cancels the task and keeps the value. */
  stop(): void {
    const task = this.#task;
    this.#task = undefined;
    this.busy = false;
    task?.cancel();
  }

  /** Cancels the task and replaces the value by a fault. */
  fail(fault: Fault): void {
    this.clear();
    this.fault = fault;
  }

  /** Cancels the task and drops the value. */
  clear(): void {
    this.stop();
    this.value = undefined;
    this.fault = undefined;
  }
}
