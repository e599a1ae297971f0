import type * as Queue from "@causal-velocity/queue";
import { loadPackage } from "./load-package.js";

/** The package that shares work among machines. It has dependencies, so it is not part of this one. */
export type QueueModule = typeof Queue;
export type BatchStatus = Queue.BatchStatus;
export type BatchStatusWithJobs = Queue.BatchStatusWithJobs;
export type QueueConnection = Queue.QueueConnection;

const load = () => import("@causal-velocity/queue");

/** Loads the queue, on first use and only then. @throws InputError `missing-package` with how to install it */
export const loadQueue = (): Promise<QueueModule> =>
  loadPackage("@causal-velocity/queue", "to share work among machines", load);
