import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { isIP } from "node:net";
import { InputError, option, text } from "@causal-velocity/core/primitives/errors.js";

/** The variable with the address of the queue's database. */
export const QUEUE_VARIABLE = "CAUSAL_VELOCITY_QUEUE";
/** If one of these is set, libpq's variables name the database. */
const LIBPQ_VARIABLES = ["PGHOST", "PGHOSTADDR", "PGSERVICE", "PGDATABASE"] as const;

/** The address of a database; without `url`, the PG* variables name it. */
export interface QueueAddress {
  readonly url?: string;
}

/**
 * The database to use: the one given on the command line, else by the variable CAUSAL_VELOCITY_QUEUE, else by the PG*
 * variables. `@FILE` stands for the first line of a file, so that a password does not appear in a list of processes.
 *
 * TLS options are part of the address: `?sslmode=verify-full&sslrootcert=FILE`; see `tlsOptions`.
 * @throws InputError `wrong-option`, which never contains the address
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
    const [line = ""] = startOf(path).split(/\r?\n/);
    return line.trim();
  } catch (error) {
    throw wrongAddress(`the file "${path}" ${whyUnreadable(error)}`);
  }
}

function whyUnreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `cannot be read (${code})`;
}

/** No address, and no file with a certificate, is longer. */
const MOST_BYTES = 1_000_000;

/** The first megabyte of a file as text. @throws errors of the system; an error for a device or a pipe, which may never end */
function startOf(path: string): string {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  // Without waiting, as nobody may ever write to a pipe.
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error("is not a regular file");
    const bytes = Buffer.alloc(MOST_BYTES);
    let length = 0;
    for (;;) {
      const read = readSync(file, bytes, length, MOST_BYTES - length, null);
      length += read;
      if (read === 0 || length === MOST_BYTES) return bytes.toString("utf8", 0, length);
    }
  } finally {
    closeSync(file);
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
    remedy: text`Give it with ${option("queue")}, as @FILE that contains it, in the variable ${QUEUE_VARIABLE}, or by PGHOST, PGUSER, PGPASSWORD and PGDATABASE.`,
  });
}

/** TLS options for Node; false for no TLS. */
export type TlsOptions =
  | false
  | {
      /** The name to look for in the certificate if the host is a number: the driver would look for `localhost`. */
      readonly host?: string;
      readonly rejectUnauthorized: boolean;
      readonly ca?: string;
      readonly cert?: string;
      readonly key?: string;
    };

/** Options in an address, the same as variables of libpq, and the option of Node that the file sets. */
const FILES = [
  { name: "sslrootcert", variable: "PGSSLROOTCERT", gives: "ca" },
  { name: "sslcert", variable: "PGSSLCERT", gives: "cert" },
  { name: "sslkey", variable: "PGSSLKEY", gives: "key" },
] as const;
const MODE = { name: "sslmode", variable: "PGSSLMODE" } as const;
const CHECKING = ["verify-full", "verify-ca", "require"];
const MODES = ["disable", "no-verify", ...CHECKING];

/**
 * The TLS options of an address or of libpq's variables, and the address without them.
 *
 * With TLS, the server's certificate and name are checked by every mode but `no-verify`: the weaker checks of libpq for
 * `require` and `verify-ca`, and modes that may connect without TLS, are not offered.
 * @param url undefined if variables name the database     @throws InputError `wrong-option`, without the address
 */
export function tlsOptions(
  url: string | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): { readonly url: string | undefined; readonly tls: TlsOptions } {
  const parsed = url === undefined ? undefined : new URL(url);
  const given = ({ name, variable }: { name: string; variable: string }): string | undefined =>
    parsed?.searchParams.get(name) || environment[variable] || undefined;
  const names = [...new Set(parsed?.searchParams.keys())].filter((name) => /^ssl/i.test(name));
  for (const name of names) {
    if (![MODE, ...FILES].some((known) => known.name === name)) throw unknownName(name);
  }
  const files = FILES.flatMap((file) => {
    const path = given(file);
    return path === undefined ? [] : [{ ...file, path }];
  });
  const mode = given(MODE) ?? (files.length > 0 ? "verify-full" : "disable");
  if (!MODES.includes(mode)) throw unknownMode(mode);
  for (const name of names) parsed?.searchParams.delete(name);
  const rest = names.length > 0 ? parsed?.href : url;
  if (mode === "disable") return { url: rest, tls: false };
  const host = parsed?.searchParams.get("host") || parsed?.hostname.replace(/^\[|\]$/g, "") || environment.PGHOST || "";
  const read = files.map(({ name, gives, path }) => [gives, textOf(name, path)]);
  const tls = {
    rejectUnauthorized: CHECKING.includes(mode),
    ...(isIP(host) ? { host } : {}),
    ...Object.fromEntries(read),
  };
  return { url: rest, tls };
}

function textOf(name: string, path: string): string {
  try {
    return startOf(path);
  } catch (error) {
    throw wrongTls(
      `the file "${path}" of ${name} ${whyUnreadable(error)}`,
      "a file in PEM format",
      "Check its path and its permissions.",
    );
  }
}

function unknownName(name: string): InputError {
  return wrongTls(
    `"${name}" in the address`,
    `only ${[MODE, ...FILES].map((known) => known.name).join(", ")}`,
    "sslmode=verify-full&sslrootcert=FILE is TLS with a server that is verified.",
  );
}

function unknownMode(mode: string): InputError {
  return wrongTls(
    `sslmode "${mode}"`,
    `one of ${MODES.join(", ")}`,
    "verify-full is safe; modes that may connect without TLS are not.",
  );
}

function wrongTls(value: string, expected: string, remedy: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: "TLS of the queue's database",
    value,
    expected,
    remedy,
  });
}
