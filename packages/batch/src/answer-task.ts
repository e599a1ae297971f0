import { type Failure, failureOf } from "./failure.js";

/** What the pool sends to a worker. */
export interface TaskMessage {
  readonly input: unknown;
}

/** What a worker answers, or that it has begun its task or the next part of it. */
export type AnswerMessage = { readonly isAlive: true } | { readonly output: unknown } | { readonly failure: Failure };

/** Answers a task with the handler's value, or with a record of what it threw, also if the value cannot be sent. */
export async function answerTask<Input, Output>(
  { input }: TaskMessage,
  handle: (input: Input, tellAlive: () => void) => Output | Promise<Output>,
  send: (answer: AnswerMessage) => void,
): Promise<void> {
  const tellAlive = (): void => send({ isAlive: true });
  tellAlive();
  try {
    send({ output: await handle(input as Input, tellAlive) });
  } catch (error) {
    send({ failure: failureOf(error) });
  }
}
