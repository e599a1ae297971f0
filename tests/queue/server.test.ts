import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { connectQueue, createRun, runQueueWorker, runResults, runStatus } from "@causal-velocity/queue";
import { InputError, type PairOutcome } from "causal-velocity";
import { afterAll, describe, expect, test } from "vitest";
import { BIN, temporaryFile } from "../cli/run-cli.js";
import { orSkip } from "../support/not-at-hand.js";
import { type PostgresServer, removeLeftServers, startPostgres } from "../support/postgres.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runHere } from "./command.js";
import { inProcess } from "./in-process-thread.js";
import { sampleRun } from "./sample-run.js";

// These tests change their server: it is not the one that other files share.

const fileOf = (name: string): string => fileURLToPath(new URL(`./tls/${name}`, import.meta.url));
const [ROOT, OTHER_ROOT] = [fileOf("test-server.pem"), fileOf("test-stranger.pem")];

let started: Promise<PostgresServer> | undefined;
afterAll(async () => {
  await (await started?.catch(() => undefined))?.stop();
});

/** A server with TLS and a self-signed certificate for `localhost`. */
async function startWithTls(): Promise<PostgresServer> {
  const server = await startPostgres();
  const { uid, gid } = statSync(server.data);
  for (const [source, name] of [
    ["test-server.pem", "server.crt"],
    ["test-server-key.pem", "server.key"],
  ] as const) {
    const path = join(server.data, name);
    copyFileSync(fileOf(source), path);
    chmodSync(path, 0o600);
    chownSync(path, uid, gid);
  }
  const { database, close } = await connectQueue({ url: server.url });
  await database.query("alter system set ssl = on");
  await database.query("select pg_reload_conf()");
  while ((await database.query("show ssl")).rows[0].ssl !== "on") await pause(20);
  await close();
  return server;
}

function start(skip: (note: string) => never): Promise<PostgresServer> {
  started ??= startWithTls();
  return orSkip(skip, started);
}

describe("TLS", () => {
  /** Whether the connection is encrypted, or the error. @param more what follows the address */
  async function connected(skip: (note: string) => never, host: string, more: string): Promise<boolean | InputError> {
    const server = await start(skip);
    const url = `${server.url.replace("127.0.0.1", host).replace(/\?.*/, "")}${more}`;
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

  test("is used with a server whose certificate and name are right", async ({ skip }) => {
    for (const mode of ["verify-full", "verify-ca", "require"]) {
      expect(await connected(skip, "localhost", `?sslmode=${mode}&sslrootcert=${ROOT}`)).toBe(true);
    }
  });

  test("refuses a server whose root is another one, or unknown, in every mode that verifies", async ({ skip }) => {
    for (const mode of ["verify-full", "verify-ca", "require"]) {
      for (const root of ["", `&sslrootcert=${OTHER_ROOT}`]) {
        const error = await connected(skip, "localhost", `?sslmode=${mode}${root}`);
        expect(error).toMatchObject({ code: "unusable-database" });
        expect(String(error)).toMatch(/self-signed certificate; .*TLS options of the address/);
      }
    }
  });

  test("refuses a server whose certificate has another name or number", async ({ skip }) => {
    const error = await connected(skip, "127.0.0.1", `?sslmode=verify-full&sslrootcert=${ROOT}`);
    expect(String(error)).toMatch(/IP: 127\.0\.0\.1 is not in the cert's list/);
  });

  test("is used without verification only by no-verify, and not used unless requested", async ({ skip }) => {
    expect(await connected(skip, "127.0.0.1", "?sslmode=no-verify")).toBe(true);
    expect(await connected(skip, "127.0.0.1", "?sslmode=disable")).toBe(false);
    expect(await connected(skip, "127.0.0.1", "")).toBe(false);
  });
});

test("a worker waits for a server that stops, and continues when it starts again: nothing is lost or done twice", async ({
  skip,
}) => {
  const server = await start(skip);
  const connection = await connectQueue({ url: server.url });
  const { request, outcomes } = sampleRun();
  const { id } = await createRun(connection, { ...request, limits: { lease: 2 } });
  const [mark, last] = [join(temporaryFolder(), "mark"), request.tiles.at(-1)];
  let onWait = (): void => {};
  const waits = new Promise<void>((resolve) => {
    onWait = resolve;
  });
  const working = runQueueWorker(connection, {
    ...{ jobs: 2, pollSeconds: 0.05, maintenanceSeconds: 0.5, until: "drained", onWait },
    startThread: inProcess(async ({ tile }, report) => {
      // The last tile is not finished until the server is back.
      while (tile.pairs[0]?.x === last?.pairs[0]?.x && tile.pairs[0]?.y === last?.pairs[0]?.y && !existsSync(mark)) {
        await pause(10);
      }
      for (const { x, y } of tile.pairs) report(outcomes.find((one) => one.x === x && one.y === y) as PairOutcome);
    }),
  });
  while ((await runStatus(connection, id)).done === 0) await pause(10);
  await server.restart(() => waits);
  writeFileSync(mark, "");
  const { pairs } = await working;
  const results: PairOutcome[] = [];
  for await (const outcome of runResults(connection, id)) results.push(outcome);
  expect(results).toStrictEqual(outcomes);
  expect(await runStatus(connection, id)).toMatchObject({
    ...{ state: "done", done: outcomes.length, failed: 0, waiting: 0, active: 0 },
  });
  expect(pairs).toBeLessThanOrEqual(outcomes.length);
  await connection.close();
});

test("a worker and a coordinator that start while the server is down wait for it; with --wait 0 they do not", async ({
  skip,
}) => {
  const server = await start(skip);
  const rows = Array.from({ length: 60 }, (_, i) => `${(i * 23) % 60},${i * i}`);
  const file = temporaryFile("table.csv", `a,b\n${rows.join("\n")}\n`);
  const pairs = ["pairs", file, "--method", "b-lin", "--jobs", "1", "--queue", "env"];
  const worker = ["worker", "--drain", "--jobs", "1"];
  let ends: Promise<readonly [readonly [number], string, string]>[] = [];
  await server.restart(async () => {
    const children = [worker, pairs].map((args) =>
      spawn(process.execPath, [BIN, ...args], { env: { ...process.env, CAUSAL_VELOCITY_QUEUE: server.url } }),
    );
    ends = children.map((child) =>
      Promise.all([once(child, "close") as Promise<[number]>, text(child.stdout), text(child.stderr)]),
    );
    // The first thing that each prints is that it waits.
    await Promise.all(children.map(({ stderr }) => once(stderr, "data")));
    for (const args of [worker, pairs, ["runs", "list"]]) {
      const { code, err } = await runHere(server.url, [...args, "--wait", "0"]);
      expect([code, err]).toEqual([2, expect.stringMatching(/ECONNREFUSED.*Is the server running/)]);
    }
  });
  const [work, decided] = await Promise.all(ends);
  for (const [[code], , err] of [work, decided]) {
    expect([code, err.replaceAll(/\s+/g, " ")]).toEqual([
      0,
      expect.stringMatching(/^note: the database does not answer \(.*\); waiting for it, 60 s at most \(--wait\)/),
    ]);
  }
  expect([work?.[1], decided?.[1]]).toEqual([
    expect.stringMatching(/^Decided \d+ pair/),
    expect.stringMatching(/^Of one pair|^Of 1 pair/),
  ]);
});

test("a server that accepts connections and stays silent is waited for as long as --wait says, and no longer", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
  });
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const url = `postgres://user:secret@127.0.0.1:${(silent.address() as AddressInfo).port}/base`;
  const run = async (wait: string) => {
    const start = performance.now();
    const { code, err } = await runHere(url, ["runs", "list", "--wait", wait]);
    return { code, err: err.replaceAll(/\s+/g, " "), seconds: (performance.now() - start) / 1000 };
  };
  const atOnce = await run("0");
  const later = await run("7");
  expect([atOnce.code, atOnce.err]).toEqual([2, expect.stringMatching(/^error: .*timeout.*Is the server running/)]);
  expect([later.code, later.err]).toEqual([
    2,
    expect.stringMatching(/^note: the database does not answer \(.*timeout.*\); waiting for it, 7 s at most/),
  ]);
  // 5 and 7, and the start of the command; before, 15 for each try.
  expect(atOnce.seconds).toBeLessThan(12);
  expect(later.seconds).toBeLessThan(14);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test.each([
  [["worker", "--wait=-1"], /--wait: -1; expected seconds, 0 or more/],
  [["runs", "list", "--wait", "soon"], /--wait: "soon"; expected a number/],
  [["pairs", "table.csv", "--wait", "5"], /--wait: without --queue/],
])("%j is refused", async (args, message) => {
  const { code, err } = await runHere(undefined, args);
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
});

test.runIf(process.platform === "linux")(
  "a server that a killed run left behind is ended and deleted by the next",
  async ({ skip }) => {
    await start(skip);
    const helper = new URL("../support/postgres.ts", import.meta.url).href;
    const script = `console.log((await (await import(${JSON.stringify(helper)})).startPostgres()).data); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
    const home = dirname(String((await once(child.stdout, "data"))[0]).trim());
    /** Numbers of the processes that name the folder: the server and its guard, which is a shell. */
    const users = (program = ""): number[] =>
      readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .filter((name) => {
          try {
            const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
            return command.startsWith(program) && command.includes(home);
          } catch {
            return false;
          }
        })
        .map(Number);
    const server = Number(readFileSync(join(home, "data", "postmaster.pid"), "utf8").split("\n")[0]);
    const guards = users("sh\0");
    expect(guards).not.toEqual([]);
    for (const pid of guards) process.kill(pid, "SIGKILL");
    child.kill("SIGKILL");
    await once(child, "exit");
    // Beside the server there may be processes that it just started.
    expect([users().includes(server), existsSync(home)]).toEqual([true, true]);
    await removeLeftServers();
    expect([users(), existsSync(home)]).toEqual([[], false]);
  },
);
