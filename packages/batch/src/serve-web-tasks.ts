import { answerTask, type TaskMessage } from "./answer-task.js";

/** What is needed of a worker's global scope. */
interface Scope {
  onmessage: ((event: { readonly data: TaskMessage }) => void) | null;
  postMessage(message: unknown): void;
}

/** The worker's side of a pool in a browser. */
export function serveWebTasks<Input, Output>(
  handle: (input: Input, tellAlive: () => void) => Output | Promise<Output>,
): void {
  const scope = globalThis as unknown as Scope;
  scope.onmessage = ({ data }) => void answerTask(data, handle, (answer) => scope.postMessage(answer));
}
