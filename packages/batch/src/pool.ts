import { Worker } from "node:worker_threads";
import { nodeThread } from "./node-thread.js";
import { type PoolSummary, runTasks, type TasksRequest } from "./run-tasks.js";

export interface PoolRequest<Output> extends Omit<TasksRequest<Output>, "startThread"> {
  /** The workers' module; it calls `serveTasks`. */
  readonly script: URL;
  /** Given to every worker as `workerData`. */
  readonly workerData?: unknown;
}

/** `runTasks` on worker threads of Node. */
export function runPool<Output>({ script, workerData, ...request }: PoolRequest<Output>): Promise<PoolSummary> {
  const start = () => new Worker(script, { workerData, execArgv: [] });
  return runTasks({ ...request, startThread: (events) => nodeThread(start(), events) });
}
