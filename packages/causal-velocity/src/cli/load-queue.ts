import { InputError } from "@causal-velocity/core";
import type * as Queue from "@causal-velocity/queue";

/** The package that shares work among machines. It has dependencies, so it is not part of this one. */
export type QueueModule = typeof Queue;
export type BatchStatus = Queue.BatchStatus;
export type BatchStatusWithJobs = Queue.BatchStatusWithJobs;
export type QueueConnection = Queue.QueueConnection;

/** Loads the queue, on first use and only then. @throws InputError `missing-package` with how to install it */
export async function loadQueue(): Promise<QueueModule> {
  try {
    return await import("@causal-velocity/queue");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new InputError({
      code: "missing-package",
      place: "package @causal-velocity/queue",
      value: "not installed",
      expected: "the package that shares work among machines",
      remedy: "Install it beside this one: npm install @causal-velocity/queue",
    });
  }
}
