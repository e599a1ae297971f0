import { chmodSync, chownSync, copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { connectQueue, type EmbeddedServer } from "@causal-velocity/queue";
import { InputError } from "causal-velocity";
import { afterAll, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { openFolder, startPostgres } from "../support/postgres.js";

const fileOf = (name: string): string => fileURLToPath(new URL(`./tls/${name}`, import.meta.url));
const [ROOT, STRANGER] = [fileOf("test-server.pem"), fileOf("test-stranger.pem")];

const folder = openFolder();
let started: Promise<EmbeddedServer> | undefined;
afterAll(async () => {
  await (await started?.catch(() => undefined))?.stop();
  folder.remove();
});

/** A server that speaks TLS, with a certificate for `localhost` that signs itself. */
async function startWithTls(): Promise<EmbeddedServer> {
  const server = await startPostgres(folder.path);
  const data = join(server.folder ?? "", "data");
  const { uid, gid } = statSync(data);
  for (const [source, name] of [
    ["test-server.pem", "server.crt"],
    ["test-server-key.pem", "server.key"],
  ] as const) {
    copyFileSync(fileOf(source), join(data, name));
    chmodSync(join(data, name), 0o600);
    chownSync(join(data, name), uid, gid);
  }
  const { database, close } = await connectQueue(server.address);
  await database.query("alter system set ssl = on");
  await database.query("select pg_reload_conf()");
  while ((await database.query("show ssl")).rows[0].ssl !== "on") await pause(20);
  await close();
  return server;
}

/** Whether the connection is encrypted, or the error. @param more what follows the address */
async function connected(skip: (note: string) => never, host: string, more: string): Promise<boolean | InputError> {
  started ??= startWithTls();
  const { address } = await orSkip(skip, started);
  const url = `${address.url?.replace("127.0.0.1", host).replace(/\?.*/, "")}${more}`;
  try {
    const { database, close } = await connectQueue({ url });
    const { rows } = await database.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    await close();
    return rows[0].ssl;
  } catch (error) {
    const shown = `${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(error)}${(error as Error).stack}`;
    expect(shown).not.toContain(new URL(url).password);
    expect(error).toBeInstanceOf(InputError);
    return error as InputError;
  }
}

test("is used with a server whose certificate and name are the right ones", async ({ skip }) => {
  for (const mode of ["verify-full", "verify-ca", "require"]) {
    expect(await connected(skip, "localhost", `?sslmode=${mode}&sslrootcert=${ROOT}`)).toBe(true);
  }
});

test("refuses a server that another root has signed, or none that is known, in every mode that checks", async ({
  skip,
}) => {
  for (const mode of ["verify-full", "verify-ca", "require"]) {
    for (const root of ["", `&sslrootcert=${STRANGER}`]) {
      const error = await connected(skip, "localhost", `?sslmode=${mode}${root}`);
      expect(error).toMatchObject({ code: "unusable-database" });
      expect(String(error)).toMatch(/self-signed certificate; .*TLS options of the address/);
    }
  }
});

test("refuses a server under a name or number that its certificate does not have", async ({ skip }) => {
  const error = await connected(skip, "127.0.0.1", `?sslmode=verify-full&sslrootcert=${ROOT}`);
  expect(String(error)).toMatch(/IP: 127\.0\.0\.1 is not in the cert's list/);
});

test("is used without a check only by no-verify, and not at all without a word of it", async ({ skip }) => {
  expect(await connected(skip, "127.0.0.1", "?sslmode=no-verify")).toBe(true);
  expect(await connected(skip, "127.0.0.1", "?sslmode=disable")).toBe(false);
  expect(await connected(skip, "127.0.0.1", "")).toBe(false);
});
