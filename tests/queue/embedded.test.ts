import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { connectQueue } from "@causal-velocity/queue";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { NotAtHand, orSkip } from "../support/not-at-hand.js";
import { openFolder, startPostgres } from "../support/postgres.js";

const PROCESS = fileURLToPath(new URL("./embedded-process.js", import.meta.url));
/** A user without rights, on Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  for (let tries = 0; isAlive(pid) && tries < 200; tries++) await pause(50);
  return !isAlive(pid);
}

/** Whether something listens there. */
async function listens(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

interface Started {
  readonly pid: number;
  readonly port: number;
  readonly folder?: string;
}

/** What the process tells. @throws NotAtHand if its server did not start; standard error says why */
async function started(owner: ChildProcess): Promise<Started> {
  for await (const line of createInterface(owner.stdout as Readable)) return JSON.parse(line);
  throw new NotAtHand("PostgreSQL did not start in a process of its own");
}

test("listens on this machine alone, lets nobody in without the password, and keeps its data in the folder", async ({
  skip,
}) => {
  const folder = openFolder();
  try {
    const server = await orSkip(skip, startPostgres(folder.path));
    const { address, port } = server;
    expect(server.folder).toBe(folder.path);
    expect(statSync(join(folder.path, "password")).mode & 0o077).toBe(0);
    const password = readFileSync(join(folder.path, "password"), "utf8");
    expect(password.length).toBeGreaterThanOrEqual(32);
    await expect(connectQueue({ url: address.url?.replace(password, "wrong") ?? "" })).rejects.toThrow(
      /authentication/,
    );
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((network) => network && !network.internal && network.family === "IPv4");
    if (outside) expect(await listens(outside.address, port)).toBe(false);
    expect(await listens("127.0.0.1", port)).toBe(true);
    const first = await connectQueue(address);
    await first.database.query("create table kept as select 42 as answer");
    await first.close();
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
    const again = await startPostgres(folder.path);
    const second = await connectQueue(again.address);
    expect((await second.database.query("select answer from kept")).rows).toEqual([{ answer: 42 }]);
    await second.close();
    await again.stop();
  } finally {
    folder.remove();
  }
});

test.concurrent.for(["end", "be killed"])(
  "its process being about to %s, the server goes with it and leaves nothing behind",
  async (how, { skip }) => {
    const temporary = openFolder();
    try {
      const owner = spawn(process.execPath, [PROCESS, "", how], {
        // What is meant for another server does not reach it.
        env: { ...process.env, TMPDIR: temporary.path, PGSSLMODE: "verify-full" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const { pid } = await orSkip(skip, started(owner));
      expect(readdirSync(temporary.path)).toHaveLength(1);
      if (how !== "end") owner.kill("SIGKILL");
      expect(await hasEnded(pid)).toBe(true);
      for (let tries = 0; readdirSync(temporary.path).length > 0 && tries < 200; tries++) await pause(50);
      expect(readdirSync(temporary.path)).toEqual([]);
    } finally {
      temporary.remove();
    }
  },
);

/** The folders of packages and of all that they need, by name. */
function withDependencies(names: readonly string[], found = new Map<string, string>()): Map<string, string> {
  for (const name of names) {
    const folder = join(ROOT, "node_modules", name);
    if (found.has(name) || !existsSync(folder)) continue;
    found.set(name, realpathSync(folder));
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

test("starts from a project that only its owner may enter, for root and for others", async ({ skip }) => {
  const closed = mkdtempSync(join(tmpdir(), "causal-velocity-tests-closed-"));
  try {
    for (const [name, folder] of withDependencies(["@causal-velocity/queue", "causal-velocity"])) {
      const filter = (path: string) => !/[\\/]node_modules$/.test(path.slice(folder.length));
      cpSync(folder, join(closed, "node_modules", name), { recursive: true, filter });
    }
    cpSync(PROCESS, join(closed, "start.mjs"));
    const isRoot = process.getuid?.() === 0;
    for (const user of isRoot ? [{ uid: 0, gid: 0 }, NOBODY] : [undefined]) {
      if (user && spawnSync(process.execPath, ["-e", ""], user).status !== 0) {
        await orSkip(skip, Promise.reject(new NotAtHand("Node cannot be run by a user without rights here")));
      }
      const data = join(closed, `data-${user?.uid ?? "own"}`);
      mkdirSync(data);
      for (const path of user ? [closed, data] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
      const owner = spawn(process.execPath, [join(closed, "start.mjs"), data, "end"], {
        ...user,
        env: { PATH: process.env.PATH },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const { pid, folder } = await orSkip(skip, started(owner));
      // Root's server runs as another user, who may not enter: its data are elsewhere, and go.
      expect(folder).toBe(user?.uid === 0 ? undefined : data);
      expect(await hasEnded(pid)).toBe(true);
    }
  } finally {
    rmSync(closed, { recursive: true, force: true });
  }
});
