import type * as Queue from "@causal-velocity/queue";
import { loadPackage } from "./load-package.js";

/** The package that shares work among machines. It has dependencies, so it is installed separately. */
export type QueueModule = typeof Queue;
export type RunStatus = Queue.RunStatus;
export type RunStatusWithJobs = Queue.RunStatusWithJobs;
export type QueueConnection = Queue.QueueConnection;

const load = () => import("@causal-velocity/queue");

/** Loads the queue, on first use and only then. @throws InputError `missing-package` with how to install it */
export const loadQueue = (): Promise<QueueModule> =>
  loadPackage("@causal-velocity/queue", "to share work among machines", load);
