/** PostgreSQL's classes of errors that a second try may not meet: lost connections, shutdown, deadlock, full tables. */
const PASSING_STATES = /^(08|57P0[1235]|40001|40P01|53|55P03)/;
const PASSING_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
]);
/** What the driver says without a code. */
const PASSING_WORDS = /connection (terminated|ended|error)|timeout|client has encountered a connection error/i;

/** Whether an error of the database may be gone when the statement is tried again. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errors } = error as Error & { readonly code?: unknown; readonly errors?: readonly unknown[] };
  // A host with several addresses, none of which answers.
  if (Array.isArray(errors) && errors.length > 0) return errors.some(isPassing);
  if (typeof code === "string") return PASSING_STATES.test(code) || PASSING_CODES.has(code);
  return PASSING_WORDS.test(error.message);
}
