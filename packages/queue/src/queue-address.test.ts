import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../tests/support/temporary-folder.js";
import { queueAddress, tlsOptions } from "./queue-address.js";

const URL_TEXT = "postgres://u:s3cret@host:5432/base?sslmode=verify-full&sslrootcert=/ca.pem";
const file = (content: string): string => {
  const path = join(temporaryFolder(), "address");
  writeFileSync(path, content);
  return path;
};

test("the given address comes before the variable, the variable before PG*; TLS options stay", () => {
  const environment = { CAUSAL_VELOCITY_QUEUE: "postgresql://other/base", PGHOST: "third" };
  expect(queueAddress(URL_TEXT, environment)).toEqual({ url: URL_TEXT });
  expect(queueAddress(undefined, environment)).toEqual({ url: "postgresql://other/base" });
  expect(queueAddress(undefined, { CAUSAL_VELOCITY_QUEUE: " ", PGHOST: "third" })).toEqual({});
});

test("a file has the address in its first line, given or in the variable", () => {
  const path = file(`${URL_TEXT}\r\nnot this\n`);
  expect(queueAddress(`@${path}`, {})).toEqual({ url: URL_TEXT });
  expect(queueAddress(undefined, { CAUSAL_VELOCITY_QUEUE: `@${path}` })).toEqual({ url: URL_TEXT });
});

test.each<[string, string | undefined, RegExp]>([
  ["nothing", undefined, /none; expected postgres:/],
  ["another kind of address", "mysql://u:s3cret@host/base", /does not begin with postgres/],
  ["an address that cannot be read", "postgres://u:s3cret@[/base", /cannot be read/],
  ["a file that is not there", "@/no/such/file", /"\/no\/such\/file" cannot be read \(ENOENT\)/],
  ["a file with something else", `@${file("s3cret")}`, /does not begin with postgres/],
])("%s is an error without the address", (_, given, message) => {
  const attempt = () => queueAddress(given, {});
  expect(attempt).toThrow(expect.objectContaining({ code: "wrong-option", message: expect.stringMatching(message) }));
  expect(attempt).not.toThrow(/s3cret/);
});

test.skipIf(process.platform === "win32")("a pipe to which nobody writes, and a device, are refused at once", () => {
  const pipe = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  for (const path of [pipe, "/dev/zero"]) {
    expect(() => queueAddress(`@${path}`, {})).toThrow(
      `the file "${path}" is not a regular file; expected postgres://`,
    );
    const address = `${URL_TEXT.split("?")[0]}?sslrootcert=${path}`;
    expect(() => tlsOptions(address, {})).toThrow(`the file "${path}" of sslrootcert is not a regular file`);
  }
});

const ROOT = fileURLToPath(new URL("../../../tests/queue/tls/test-server.pem", import.meta.url));
const PEM = expect.stringContaining("BEGIN CERTIFICATE");
const BASE = "postgres://u:p%40ss%20w@db.example/base";

test.each<[string, object | false]>([
  ["", false],
  ["?sslmode=disable", false],
  ["?sslmode=require", { rejectUnauthorized: true }],
  ["?sslmode=verify-ca", { rejectUnauthorized: true }],
  ["?sslmode=verify-full", { rejectUnauthorized: true }],
  ["?sslmode=no-verify", { rejectUnauthorized: false }],
  [`?sslrootcert=${ROOT}`, { rejectUnauthorized: true, ca: PEM }],
  [`?sslmode=verify-full&sslcert=${ROOT}&sslkey=${ROOT}`, { rejectUnauthorized: true, cert: PEM, key: PEM }],
])("the address with %s", (more, tls) => {
  expect(tlsOptions(`${BASE}${more}`, {})).toEqual({ url: BASE, tls });
});

test("variables apply if the address has no TLS options, and other parts of the address stay", () => {
  const variables = { PGSSLMODE: "require", PGSSLROOTCERT: ROOT, PGHOST: "10.0.0.5" };
  expect(tlsOptions(undefined, variables)).toEqual({
    url: undefined,
    tls: { rejectUnauthorized: true, host: "10.0.0.5", ca: PEM },
  });
  expect(tlsOptions(`${BASE}?sslmode=disable`, variables).tls).toBe(false);
  const { url = "" } = tlsOptions(`${BASE}?options=-c%20a%3Db&sslmode=require`, {});
  expect([...new URL(url).searchParams]).toEqual([["options", "-c a=b"]]);
});

test.each(["10.0.0.5", "[::1]"])("a numeric host %s is itself looked for in the certificate", (host) => {
  const { tls } = tlsOptions(`postgres://u:p@${host}:5432/base?sslmode=require`, {});
  expect(tls).toEqual({ rejectUnauthorized: true, host: host.replace(/[[\]]/g, "") });
});

test.each([
  ["?sslmode=prefer", /sslmode "prefer"; expected one of disable, no-verify, verify-full/],
  ["?sslmode=verfy-full", /sslmode "verfy-full"; expected one of/],
  ["?ssl=true", /"ssl" in the address; expected only sslmode, sslrootcert, sslcert, sslkey/],
  ["?sslcrl=/some/file", /"sslcrl" in the address/],
  ["?sslrootcert=/no/such/file", /the file "\/no\/such\/file" of sslrootcert cannot be read \(ENOENT\)/],
])("%s is refused, without the password", (more, message) => {
  const refused = () => tlsOptions(`${BASE}${more}`, {});
  expect(refused).toThrow(InputError);
  expect(refused).toThrow(message);
  expect(refused).not.toThrow(/p%40ss|p@ss/);
});
