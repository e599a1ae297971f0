import { setTimeout as pause } from "node:timers/promises";
import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** An error of the database or of the connection to it: the message is redacted, the code is the driver's. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** SQLSTATE, or the code of the operating system. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** PostgreSQL's classes of errors that may not occur again: lost connections, shutdown, deadlock, full tables. */
const PASSING_STATES = /^(08|57P0[1235]|40001|40P01|53|55P03)/;
const PASSING_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
]);
/** Messages of the driver that have no code. */
const PASSING_WORDS = /connection (terminated|ended|error)|timeout|client has encountered a connection error/i;

/** Whether it is an error of the database that may be gone when the statement is tried again. */
export function isPassing(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError)) return false;
  const { code, message } = error;
  return code === undefined ? PASSING_WORDS.test(message) : PASSING_STATES.test(code) || PASSING_CODES.has(code);
}

/** What two processes that create the same thing may meet: it is there already, or its entry has just changed. */
const RACE_STATES = new Set(["23505", "42P06", "42P07", "42710", "42723"]);
const RACE_WORDS = /tuple concurrently (updated|deleted)/;

/** Whether another process that created the same thing at the same time may be the reason. */
export function isRace(error: unknown): boolean {
  return error instanceof DatabaseError && (RACE_STATES.has(error.code ?? "") || RACE_WORDS.test(error.message));
}

/** Milliseconds between two tries while the database does not answer: the first, and the most. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [200, 1600];

export interface Waiting {
  /** When to give up, by `performance.now()`; asked again before every pause. */
  deadline(): number;
  /** Called with the error before the first pause. */
  readonly onWait?: ((error: Error) => void) | undefined;
  /** Errors after which it is tried again; by default those of a database that does not answer. */
  readonly mayPass?: (error: unknown) => boolean;
}

/** Tries something until the database answers. @throws the last error at the deadline; errors that waiting does not fix */
export async function untilAnswered<T>(
  action: () => Promise<T>,
  { deadline, onWait, mayPass = isPassing }: Waiting,
): Promise<T> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    try {
      return await action();
    } catch (error) {
      if (!mayPass(error) || performance.now() + wait > deadline()) throw error;
      if (wait === FIRST_PAUSE) onWait?.(error as Error);
      await pause(wait);
    }
  }
}

/** PostgreSQL's codes, unlike those of the operating system and of TLS; and those that are about the login. */
const STATE = /^[0-9FHPX][0-9A-Z]{4}$/;
const LOGIN_STATES = /^(28|3D|42501)/;

/** The error of a database that does not answer or refuses the login, for users; any other error unchanged. */
export function unusableDatabase(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  return new InputError({
    code: "unusable-database",
    place: "the queue's database",
    value: error.message,
    expected: "a PostgreSQL database that answers",
    remedy: remedyFor(error),
  });
}

function remedyFor(error: DatabaseError): string {
  const { code = "" } = error;
  if (isPassing(error)) return "Is the server running, and are host and port right?";
  if (isRace(error)) return "Another program changed the same tables at that moment: run the same command again.";
  if (STATE.test(code) && !LOGIN_STATES.test(code)) {
    return "The server refused a statement of the queue: its log says more. Is it the right database?";
  }
  return "Check user, password, database, permissions and TLS options of the address.";
}

/** Replaces a secret. */
const MASK = "***";

/** User and password of an address, as URLs write them. The password may hold anything but white space. */
const CREDENTIALS = /([a-z][a-z\d+.-]*:\/\/)\S*@/gi;
/** `password=…` in a query or in the style of libpq; a quoted value may contain spaces. */
const PASSWORD_WORD = /(\b(?:password|sslpassword|pgpassword)\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s&]+)/gi;

/**
 * A text without the secrets of an address: everything that looks like credentials is replaced, and so is every
 * spelling of the given passwords, plain and percent-encoded.
 */
export function redacted(text: string, secrets: readonly string[] = []): string {
  const spellings = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), encodeURI(secret)])
    .filter((spelling) => spelling !== "")
    .sort((a, b) => b.length - a.length);
  const without = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, MASK), text);
  return without.replace(CREDENTIALS, `$1${MASK}@`).replace(PASSWORD_WORD, `$1${MASK}`);
}
