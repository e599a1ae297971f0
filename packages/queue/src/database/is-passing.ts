import { DatabaseError } from "./database-error.js";

/** PostgreSQL's classes of errors that a second try may not meet: lost connections, shutdown, deadlock, full tables. */
const PASSING_STATES = /^(08|57P0[1235]|40001|40P01|53|55P03)/;
const PASSING_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
]);
/** What the driver says without a code. */
const PASSING_WORDS = /connection (terminated|ended|error)|timeout|client has encountered a connection error/i;

/** Whether an error is one of the database that may be gone when the statement is tried again. */
export function isPassing(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError)) return false;
  const { code, message } = error;
  return code === undefined ? PASSING_WORDS.test(message) : PASSING_STATES.test(code) || PASSING_CODES.has(code);
}
