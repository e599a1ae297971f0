import { faultOf } from "../engine/fault.js";
import type { Fault } from "../engine/messages.js";
import { Canceled, type Task } from "../engine/task.js";

/** Room for one answer: the newest question's, whatever comes back when. */
export class Slot<T> {
  value: T | undefined = $state.raw(undefined);
  fault: Fault | undefined = $state.raw(undefined);
  busy: boolean = $state(false);
  #task: Task<T> | undefined;

  /** Waits for a task, in place of the one before, which is ended. Gives its value, or undefined if it came to none. */
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

  /** Ends what is under way and keeps what there is. */
  stop(): void {
    const task = this.#task;
    this.#task = undefined;
    this.busy = false;
    task?.cancel();
  }

  /** Ends what is under way, and has this fault in place of a value. */
  fail(fault: Fault): void {
    this.clear();
    this.fault = fault;
  }

  /** Ends what is under way and forgets the rest. */
  clear(): void {
    this.stop();
    this.value = undefined;
    this.fault = undefined;
  }
}
