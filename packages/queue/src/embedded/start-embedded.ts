import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { InputError } from "causal-velocity";
import pg from "pg";
import type { QueueAddress } from "../database/queue-address.js";
import { copyPostgres } from "./postgres-files.js";
import { isOpenToAll, type ServerUser, serverUser } from "./server-user.js";
import { watchOver } from "./watch-over.js";

/** A PostgreSQL server of this process. */
export interface EmbeddedServer {
  /** Holds the password: not to be shown. */
  readonly address: QueueAddress;
  readonly port: number;
  /** Of the server's first process. */
  readonly pid: number;
  /** Where the data are kept; undefined if they go when the server stops. */
  readonly folder: string | undefined;
  /** Ends the server in order. Without it, the end of this process, of whatever kind, ends the server. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Port on this machine; default any that is free. */
  readonly port?: number;
}

const HOST = "127.0.0.1";
const OWNER = "causal_velocity";
const DATABASE = "postgres";
/** Milliseconds for the server to start, and to stop before it is told more firmly. */
const [START_TIMEOUT, STOP_TIMEOUT] = [60_000, 15_000];
const POLL = 50;
const PASSWORD_BYTES = 24;
/** Where temporary folders may be if the usual one is closed to others. */
const OPEN_PLACES = ["/tmp", "/var/tmp"];

/**
 * Starts a PostgreSQL server that listens on this machine alone, with a random password.
 *
 * Programs are copied to a temporary folder first, where the user that runs them may go: root's server runs as another
 * user. Data are in the given folder and stay there, to go on with another time; without one, or where the server's user may not
 * enter it, they are temporary.
 * @throws InputError `missing-package`, or `unusable-database` with what the server said
 */
export async function startEmbedded(given?: string, { port }: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  // The server runs in a folder of its own, from which a relative path leads elsewhere.
  const folder = given === undefined ? undefined : resolve(given);
  const user = userFor(folder);
  const home = temporaryHome(user);
  try {
    const native = copyPostgres(home);
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    const kept = folder !== undefined && (!user || isOpenToAll(folder)) ? folder : undefined;
    const place = kept ?? home;
    const data = join(place, "data");
    const password = existsSync(join(data, "PG_VERSION"))
      ? readFileSync(join(place, "password"), "utf8")
      : initialize(native, place, user);
    const chosen = port ?? (await freePort());
    const child = startServer(native, data, chosen, home, user);
    const unwatch = watchOver(child, home);
    const stop = async (): Promise<void> => {
      await ended(child);
      unwatch();
      rmSync(home, { recursive: true, force: true });
    };
    // Said, as variables may ask for TLS with another server.
    const address = { url: `postgres://${OWNER}:${password}@${HOST}:${chosen}/${DATABASE}?sslmode=disable` };
    try {
      await untilReady(address, child, join(home, "log"));
    } catch (error) {
      await stop();
      throw error;
    }
    return { address, port: chosen, pid: child.pid ?? 0, folder: kept, stop };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

function userFor(folder: string | undefined): ServerUser | undefined {
  try {
    return serverUser(folder === undefined ? undefined : join(folder, "data"));
  } catch (error) {
    throw unusable((error as Error).message);
  }
}

/** A folder that only we can write, and the server's user can enter. */
function temporaryHome(user: ServerUser | undefined): string {
  const place = [tmpdir(), ...OPEN_PLACES].find((path) => existsSync(path) && (!user || isOpenToAll(path)));
  const home = mkdtempSync(join(place ?? tmpdir(), "causal-velocity-postgres-"));
  if (user) chmodSync(home, 0o711);
  return home;
}

/** Makes an empty database and its password, which is kept beside it for whoever owns the folder. */
function initialize(native: string, place: string, user: ServerUser | undefined): string {
  const data = join(place, "data");
  // What is left of an earlier try that did not come to its end.
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const file = join(place, "password");
  writeFileSync(file, password, { mode: 0o600 });
  if (user) {
    chownSync(data, user.uid, user.gid);
    chownSync(file, user.uid, user.gid);
  }
  const { status, stderr, error } = spawnSync(
    join(native, "bin", "initdb"),
    [
      ...["-D", data, "-U", OWNER, `--pwfile=${file}`, "--auth=scram-sha-256"],
      ...["--encoding=UTF8", "--locale=C", "--no-instructions"],
    ],
    { ...user, env: serverEnvironment(), encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] },
  );
  if (user) chownSync(file, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  if (status === 0) return password;
  rmSync(data, { recursive: true, force: true });
  throw unusable(`it could not be set up: ${(error?.message ?? stderr).trim()}`);
}

/** Nothing of ours: the variables that name another server, above all. */
function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" };
}

function startServer(
  native: string,
  data: string,
  port: number,
  home: string,
  user: ServerUser | undefined,
): ChildProcess {
  const settings = {
    listen_addresses: HOST,
    port: String(port),
    unix_socket_directories: "",
    logging_collector: "off",
  };
  const log = openSync(join(home, "log"), "a", 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // In a group of its own, a Ctrl-C meant for us does not reach it.
  const child = spawn(join(native, "bin", "postgres"), ["-D", data, ...flags], {
    ...user,
    env: serverEnvironment(),
    cwd: home,
    detached: true,
    stdio: ["ignore", log, log],
  });
  child.on("error", () => {});
  child.unref();
  return child;
}

async function untilReady({ url }: QueueAddress, child: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw unusable(`the server ended: ${lastLines(log)}`);
    }
    if (await answers(url)) return;
    if (Date.now() > deadline) throw unusable(`the server does not answer: ${lastLines(log)}`);
    await pause(POLL);
  }
}

async function answers(url: string | undefined): Promise<boolean> {
  const client = new pg.Client({
    ...(url === undefined ? {} : { connectionString: url }),
    connectionTimeoutMillis: 5000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function lastLines(log: string): string {
  const lines = readFileSync(log, "utf8").trim().split("\n");
  return lines.slice(-3).join(" ") || "it said nothing";
}

/** SIGINT ends connections and writes all; SIGQUIT ends at once, and the next start repairs. */
async function ended(child: ChildProcess): Promise<void> {
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (isOver()) return;
    child.kill(signal);
    for (let waited = 0; waited < STOP_TIMEOUT && !isOver(); waited += POLL) await pause(POLL);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function unusable(value: string): InputError {
  return new InputError({
    code: "unusable-database",
    place: "embedded PostgreSQL",
    value,
    expected: "a server that starts",
    remedy: "Name a server of your own with option queue.",
  });
}
