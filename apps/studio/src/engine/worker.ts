import { answerQuestions } from "./answer-questions.js";
import type { Reply, Request } from "./messages.js";
import { buffersOf, faultOf } from "./messages.js";

/** The part of a worker's global scope used here. TypeScript cannot load the types of pages and workers together. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(message: Reply, transfer?: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;
const { answers, load } = answerQuestions();

scope.onmessage = async ({ data: { id, question, ask, load: pair } }) => {
  try {
    if (pair) load(pair);
    const answer = answers[question] as (ask: unknown, report: (progress: never) => void) => unknown;
    const value = await answer(ask, (progress) => scope.postMessage({ id, progress }));
    // A pair is a fresh copy and can be transferred. Other answers may share buffers with the session's data.
    scope.postMessage({ id, value }, question === "takePair" ? buffersOf(value) : []);
  } catch (error) {
    scope.postMessage({ id, fault: faultOf(error) });
  }
};
