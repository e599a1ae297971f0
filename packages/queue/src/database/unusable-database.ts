import { InputError } from "causal-velocity";
import { DatabaseError } from "./database-error.js";
import { isPassing } from "./is-passing.js";

/** The error of a database that does not answer, or does not let us in, for users; any other error as it is. */
export function unusableDatabase(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
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
