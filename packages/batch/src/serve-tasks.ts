import { parentPort } from "node:worker_threads";
import { answerTask, type TaskMessage } from "./answer-task.js";

/** The worker's side of a pool in Node. */
export function serveTasks<Input, Output>(
  handle: (input: Input, tellAlive: () => void) => Output | Promise<Output>,
): void {
  parentPort?.on("message", (message: TaskMessage) =>
    answerTask(message, handle, (answer) => parentPort?.postMessage(answer)),
  );
}
