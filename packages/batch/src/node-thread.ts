import type { Thread, ThreadEvents } from "./thread.js";

/** What is needed of Node's `Worker`; its class is for the caller to find, as browsers have none. */
export interface NodeWorker {
  on(event: "message", handle: (message: unknown) => void): unknown;
  on(event: "error", handle: (error: Error) => void): unknown;
  on(event: "exit", handle: (code: number) => void): unknown;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  terminate(): Promise<unknown>;
}

/** A worker thread of Node, whose script calls `serveTasks`. */
export function nodeThread(worker: NodeWorker, { onMessage, onEnd }: ThreadEvents): Thread {
  let cause = "";
  worker.on("message", onMessage);
  worker.on("error", (error) => {
    cause = `: ${error.message}`;
  });
  worker.on("exit", (code) => onEnd(cause || ` with code ${code}`));
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    end: async () => {
      await worker.terminate();
    },
  };
}
