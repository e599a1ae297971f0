/** A worker that answers messages, in Node or in a browser. */
export interface Thread {
  /** @param transfer buffers that move instead of being copied */
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /** Ends it, whatever it is doing; settles when it is gone. */
  end(): Promise<void>;
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

/**
 * Milliseconds from the last message of a thread of Node to its end. Node 20 aborts the whole process if a thread goes
 * while V8 still compiles its code in the background; an idle thread has no such code by then.
 */
const SETTLING_TIME = 150;

/** A worker thread of Node whose script serves tasks. */
export function nodeThread(worker: NodeWorker, { onMessage, onEnd }: ThreadEvents): Thread {
  let cause = "";
  let lastMessage = -Infinity;
  worker.on("message", (message) => {
    lastMessage = performance.now();
    onMessage(message);
  });
  worker.on("error", (error) => {
    cause = `: ${error.message}`;
  });
  worker.on("exit", (code) => onEnd(cause || ` with code ${code}`));
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    end: async () => {
      const wait = lastMessage + SETTLING_TIME - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      await worker.terminate();
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
