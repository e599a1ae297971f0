import { InputError, problemText, type Text } from "@causal-velocity/core/primitives/errors.js";

/**
 * Why a task has no result: a plain record, so that it can be sent and stored.
 *
 * An `InputError` keeps its code. `defect`: another error, which is a fault of the program. `worker-died`: the thread
 * ended during the task, as it does when memory runs out. `timed-out`: the task took longer than allowed.
 */
export interface Failure {
  readonly code: string;
  readonly message: Text;
}

/** The record of anything thrown. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: "defect", message: String(error) };
  if (error instanceof InputError) return { code: error.code, message: problemText(error.problem) };
  return { code: "defect", message: `${error.name}: ${error.message}` };
}

/** What is sent to a thread. */
export interface TaskMessage {
  readonly input: unknown;
}

/** What is sent to a thread of Node that is to end. */
export interface EndMessage {
  readonly end: true;
}

/** What a thread sends: it has loaded, a part of its task is done, the task is done, or the task has failed. */
export type AnswerMessage =
  | { readonly ready: true }
  | { readonly part: unknown }
  | { readonly output: unknown }
  | { readonly failure: Failure };

/** Does a task in a thread. @param report called for each part that is done: the time limit then starts again */
export type HandleTask<Input, Output, Part = unknown> = (
  input: Input,
  report: (part: Part) => void,
) => Output | Promise<Output>;

/** Answers a task with the handler's value, or with a record of what it threw, also if the value cannot be sent. */
export async function answerTask<Input, Output, Part>(
  { input }: TaskMessage,
  handle: HandleTask<Input, Output, Part>,
  send: (answer: AnswerMessage) => void,
): Promise<void> {
  try {
    send({ output: await handle(input as Input, (part) => send({ part })) });
  } catch (error) {
    send({ failure: failureOf(error) });
  }
}

/** The parts of a `MessagePort` of Node that are used. */
export interface TaskPort {
  on(event: "message", listener: (message: TaskMessage | EndMessage) => void): unknown;
  postMessage(message: AnswerMessage): void;
  close(): void;
}

/** A thread's side in Node: does every task that the port brings, and ends when it is told to. */
export function serveTasksOn<Input, Output, Part>(port: TaskPort, handle: HandleTask<Input, Output, Part>): void {
  const send = (answer: AnswerMessage): void => port.postMessage(answer);
  port.on("message", (message) => {
    if ("end" in message) port.close();
    else void answerTask(message, handle, send);
  });
  send({ ready: true });
}

/** The parts of a worker's global scope that are used. */
interface Scope {
  onmessage: ((event: { readonly data: TaskMessage }) => void) | null;
  postMessage(message: AnswerMessage): void;
}

/** A worker's side in a browser. */
export function serveWebTasks<Input, Output, Part>(handle: HandleTask<Input, Output, Part>): void {
  const scope = globalThis as unknown as Scope;
  const send = (answer: AnswerMessage): void => scope.postMessage(answer);
  scope.onmessage = ({ data }) => void answerTask(data, handle, send);
  send({ ready: true });
}
