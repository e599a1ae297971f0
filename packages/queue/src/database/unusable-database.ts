import { InputError } from "causal-velocity";
import { isPassing } from "./is-passing.js";

/** The error of a database that does not answer, or does not let us in. @param error redacted already */
export function unusableDatabase(error: Error): InputError {
  return new InputError({
    code: "unusable-database",
    place: "the queue's database",
    value: error.message,
    expected: "a PostgreSQL database that answers",
    remedy: isPassing(error)
      ? "Is the server running, and do host and port lead to it?"
      : "Check user, password, database, rights and TLS options of the address.",
  });
}
