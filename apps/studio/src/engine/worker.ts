import { answerQuestions } from "./answer-questions.js";
import { buffersOf } from "./buffers-of.js";
import { faultOf } from "./fault.js";
import type { Reply, Request } from "./messages.js";

/** What this file needs of a worker's global scope; the types of pages and workers exclude each other. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(message: Reply, transfer?: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;
const { answers, load } = answerQuestions();

scope.onmessage = async ({ data: { id, question, ask, load: pair } }) => {
  try {
    if (pair) load(pair);
    const answer = answers[question] as (ask: unknown, tell: (progress: never) => void) => unknown;
    const value = await answer(ask, (progress) => scope.postMessage({ id, progress }));
    // A pair is made for whoever asked; all other answers may share buffers with what is kept.
    scope.postMessage({ id, value }, question === "takePair" ? buffersOf(value) : []);
  } catch (error) {
    scope.postMessage({ id, fault: faultOf(error) });
  }
};
