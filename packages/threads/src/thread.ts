import type { EndMessage } from "./serve.js";

/** A worker that answers messages, in Node or in a browser. */
export interface Thread {
  /** @param transfer buffers that move instead of being copied */
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /**
   * Ends it; settles when it is gone.
   * @param isBusy whether it has a task: then it is ended in the middle of it; otherwise it may end by itself
   */
  end(isBusy: boolean): Promise<void>;
}

/** What a thread reports to its owner. */
export interface ThreadEvents {
  onMessage(message: unknown): void;
  /** It ended, by request or not. @param cause words that follow "the thread ended", such as " with code 1" */
  onEnd(cause: string): void;
}

export type StartThread = (events: ThreadEvents) => Thread;

/** The parts of an `AbortSignal` that are used; not every runtime's types include one. */
export interface StopSignal {
  readonly aborted: boolean;
  /** The error of those who wait for the work. */
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The parts of Node's `Worker` that are used. The caller finds the class, as browsers have none. */
export interface NodeWorker {
  on(event: "message", handle: (message: unknown) => void): unknown;
  on(event: "error", handle: (error: Error) => void): unknown;
  on(event: "exit", handle: (code: number) => void): unknown;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  terminate(): Promise<unknown>;
}

/** Milliseconds for a thread without a task to end by itself, after it has loaded. */
const ENDING_TIME = 10_000;

/**
 * A worker thread of Node whose script serves tasks.
 *
 * Node 20 aborts the whole process if a thread is terminated while V8 still compiles its code in the background. Before
 * a thread that ends by itself, Node waits for the compiler. So only a thread with a task is terminated, or one that
 * hangs.
 */
export function nodeThread(worker: NodeWorker, { onMessage, onEnd }: ThreadEvents): Thread {
  let cause = "";
  worker.on("message", onMessage);
  worker.on("error", (error) => {
    cause = `: ${error.message}`;
  });
  const gone = new Promise<void>((resolve) => {
    worker.on("exit", (code) => {
      onEnd(cause || ` with code ${code}`);
      resolve();
    });
  });
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    end: async (isBusy) => {
      if (isBusy) await worker.terminate();
      else worker.postMessage({ end: true } satisfies EndMessage, []);
      const timer = setTimeout(() => worker.terminate(), ENDING_TIME);
      await gone;
      clearTimeout(timer);
    },
  };
}

/** The parts of a browser's worker that are used. */
export interface WebWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?(): void }) => void) | null;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

/** A worker of a browser whose script calls `serveWebTasks`. One that fails is ended, as its state is unknown. */
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
      onEnd(" on request");
    },
  };
}
