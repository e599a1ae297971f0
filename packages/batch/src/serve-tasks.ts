import { parentPort } from "node:worker_threads";
import { failureOf } from "./failure.js";

/** What the pool sends to a worker. */
export interface TaskMessage {
  readonly input: unknown;
}

/** What a worker answers. */
export type AnswerMessage =
  | { readonly output: unknown }
  | { readonly failure: { readonly code: string; readonly message: string } };

/** The worker's side of a pool: answers every task with the handler's value, or with a record of what it threw. */
export function serveTasks<Input, Output>(handle: (input: Input) => Output | Promise<Output>): void {
  parentPort?.on("message", async ({ input }: TaskMessage) => {
    const send = (answer: AnswerMessage): void => parentPort?.postMessage(answer);
    try {
      send({ output: await handle(input as Input) });
    } catch (error) {
      send({ failure: failureOf(error) });
    }
  });
}
