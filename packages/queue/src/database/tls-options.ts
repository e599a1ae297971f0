import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { InputError } from "causal-velocity";

/** What Node is told of TLS; false for none. */
export type TlsOptions =
  | false
  | {
      /** The name to look for in the certificate where the address is a number: the driver would look for `localhost`. */
      readonly host?: string;
      readonly rejectUnauthorized: boolean;
      readonly ca?: string;
      readonly cert?: string;
      readonly key?: string;
    };

/** Names in an address, the variables of libpq that stand for them, and what the file gives. */
const FILES = [
  { name: "sslrootcert", variable: "PGSSLROOTCERT", gives: "ca" },
  { name: "sslcert", variable: "PGSSLCERT", gives: "cert" },
  { name: "sslkey", variable: "PGSSLKEY", gives: "key" },
] as const;
const MODE = { name: "sslmode", variable: "PGSSLMODE" } as const;
const CHECKING = ["verify-full", "verify-ca", "require"];
const MODES = ["disable", "no-verify", ...CHECKING];

/**
 * TLS as an address or libpq's variables tell it, and the address without it.
 *
 * Whoever asks for TLS gets a server whose certificate and name are checked, by every mode but `no-verify`: the weaker
 * checks that libpq makes for `require` and `verify-ca`, and modes that may do without TLS, are not offered.
 * @param url undefined where variables name the database     @throws InputError `wrong-option`, without the address
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
    return readFileSync(path, "utf8");
  } catch (error) {
    throw wrongTls(
      `the file "${path}" of ${name} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      "a file in PEM format",
      "Check its path and who may read it.",
    );
  }
}

function unknownName(name: string): InputError {
  return wrongTls(
    `"${name}" in the address`,
    `only ${[MODE, ...FILES].map((known) => known.name).join(", ")}`,
    "sslmode=verify-full&sslrootcert=FILE is TLS with a server that is checked.",
  );
}

function unknownMode(mode: string): InputError {
  return wrongTls(
    `sslmode "${mode}"`,
    `one of ${MODES.join(", ")}`,
    "verify-full is safe; modes that may do without TLS are not.",
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
