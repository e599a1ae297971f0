import type { Thread, ThreadEvents } from "./thread.js";

/** What is needed of a browser's worker. */
export interface WebWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?(): void }) => void) | null;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

/** A worker of a browser, whose script calls `serveWebTasks`. One that fails is ended: nobody knows what state it is in. */
export function webThread(worker: WebWorker, { onMessage, onEnd }: ThreadEvents): Thread {
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault?.();
    worker.terminate();
    onEnd(`: ${event.message || "it could not be started"}`);
  };
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    end: async () => {
      worker.terminate();
      onEnd(" when it was told to");
    },
  };
}
