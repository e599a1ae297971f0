import { InputError, problemText } from "@causal-velocity/core/primitives/errors.js";
import type { Text } from "@causal-velocity/core/primitives/text.js";

/**
 * Why a task has no result: a plain record, so that it survives a message and a file.
 *
 * An `InputError` keeps its code. `defect`: another error, which is a fault of ours. `worker-died`: the thread ended
 * twice while it had the task, as it does when memory runs out. `timed-out`: it took longer than it may.
 */
export interface Failure {
  readonly code: string;
  readonly message: Text;
}

/** The record of anything thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof InputError) return { code: error.code, message: problemText(error.problem) };
  return { code: "defect", message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
