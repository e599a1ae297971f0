import { readFileSync } from "node:fs";
import { InputError } from "causal-velocity";

/** The variable that holds the address of the queue's database. */
export const QUEUE_VARIABLE = "CAUSAL_VELOCITY_QUEUE";
/** Any of these says that libpq's variables name the database. */
const LIBPQ_VARIABLES = ["PGHOST", "PGHOSTADDR", "PGSERVICE", "PGDATABASE"] as const;

/** Where a database is. Without `url`, the PG* variables tell. */
export interface QueueAddress {
  readonly url?: string;
}

/**
 * The database that a user means: what was given on the command line, else the variable CAUSAL_VELOCITY_QUEUE, else the
 * PG* variables. `@FILE` stands for the first line of a file, so that a password need not stand in a list of processes.
 *
 * TLS is as the address says it: `?sslmode=verify-full&sslrootcert=FILE`; see `tlsOptions`.
 * @throws InputError `wrong-option`, which never holds the address
 */
export function queueAddress(
  given?: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): QueueAddress {
  const text = given ?? nonEmpty(environment[QUEUE_VARIABLE]);
  if (text !== undefined) return { url: checkedUrl(text.startsWith("@") ? firstLine(text.slice(1)) : text.trim()) };
  if (LIBPQ_VARIABLES.some((name) => nonEmpty(environment[name]) !== undefined)) return {};
  throw wrongAddress("none");
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}

function firstLine(path: string): string {
  try {
    const [line = ""] = readFileSync(path, "utf8").split(/\r?\n/);
    return line.trim();
  } catch (error) {
    throw wrongAddress(`the file "${path}" cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function checkedUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//i.test(text)) throw wrongAddress("text that does not begin with postgres://");
  if (!URL.canParse(text)) throw wrongAddress("a postgres:// address that cannot be read");
  return text;
}

function wrongAddress(value: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: "address of the queue's database",
    value,
    expected: "postgres://USER:PASSWORD@HOST:PORT/DATABASE, special characters of the password percent-encoded",
    remedy: `Give it with option queue, as @FILE that holds it, in the variable ${QUEUE_VARIABLE}, or by PGHOST, PGUSER, PGPASSWORD and PGDATABASE.`,
  });
}
