import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** The InputError that `run` throws; any other error is thrown on. */
export function failure(run: () => unknown): InputError {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error("expected an InputError");
}
