/** What is needed of an `AbortSignal`, which not every runtime's types know. */
export interface StopSignal {
  readonly aborted: boolean;
  /** What those who wait for the work are told. */
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
