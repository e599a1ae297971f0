/** A worker that answers messages, in Node or in a browser. */
export interface Thread {
  /** @param transfer buffers that move instead of being copied */
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /** Ends it whatever it does; settles when it is gone. */
  end(): Promise<void>;
}

/** What a thread tells whoever started it. */
export interface ThreadEvents {
  onMessage(message: unknown): void;
  /** It ended, asked to or not. @param cause in words that follow "the worker ended", such as " with code 1" */
  onEnd(cause: string): void;
}

export type StartThread = (events: ThreadEvents) => Thread;
