import { parentPort, Worker } from "node:worker_threads";
import { runTasks, type TasksRequest, type TasksSummary } from "./run-tasks.js";
import { type HandleTask, serveTasksOn } from "./serve.js";
import { nodeThread } from "./thread.js";

export interface PoolRequest<Output> extends Omit<TasksRequest<Output>, "startThread"> {
  /** The threads' module; it calls `serveTasks`. */
  readonly script: URL;
  /** Given to every thread as `workerData`. */
  readonly workerData?: unknown;
}

/** `runTasks` on worker threads of Node. */
export function runPool<Output>({ script, workerData, ...request }: PoolRequest<Output>): Promise<TasksSummary> {
  return runTasks({
    ...request,
    startThread: (events) => nodeThread(new Worker(script, { workerData, execArgv: [] }), events),
  });
}

/** The thread's side of `runPool`. */
export function serveTasks<Input, Output>(handle: HandleTask<Input, Output>): void {
  if (parentPort) serveTasksOn(parentPort, handle);
}
