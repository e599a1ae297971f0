/** A question on its way to an answer. */
export interface Task<T> {
  readonly promise: Promise<T>;
  /** Ends it at once: a worker that is at it is ended with it, and another takes its place. */
  cancel(): void;
}

/** What a canceled task rejects with. */
export class Canceled extends Error {
  override readonly name = "Canceled";
}
