import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  batchStatus,
  connectQueue,
  type EmbeddedServer,
  listBatches,
  type QueueConnection,
} from "@causal-velocity/queue";
import { afterAll, describe, expect, test } from "vitest";
import { BIN, temporaryFile } from "../cli/run-cli.js";
import { orSkip } from "../support/not-at-hand.js";
import { openFolder, startPostgres } from "../support/postgres.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const ROWS = 200;
const NAMES = ["a", "b", "c", "d", "e", "f"];
const PAIRS = 15;

/** Six columns, of which one is of a single value, and another table that differs in one cell. */
function tableText(last: string): string {
  const lines = Array.from({ length: ROWS }, (_, i) => {
    let value = ((i * 71) % ROWS) / ROWS;
    const cells = NAMES.slice(1).map((_, k) => {
      value = Math.tanh(1.7 * value - 0.4) + 0.2 * Math.sin(i * (12.9898 + 31 * k));
      return value.toFixed(6);
    });
    return [...cells, i === ROWS - 1 ? last : "3"].join(",");
  });
  return `${NAMES.join(",")}\n${lines.join("\n")}\n`;
}

let server: EmbeddedServer | undefined;
let connection: QueueConnection | undefined;
const folder = openFolder();
const starting = startPostgres(folder.path).then(async (started) => {
  server = started;
  connection = await connectQueue(started.address);
});
// Each test awaits it; until then its failure is no unhandled one.
starting.catch(() => {});

afterAll(async () => {
  await connection?.close();
  await server?.stop();
  folder.remove();
});

function start(args: readonly string[]) {
  const env = { ...process.env, CAUSAL_VELOCITY_QUEUE: server?.address.url };
  return spawn(process.execPath, [BIN, ...args], { env });
}

async function ended(child: ReturnType<typeof start>) {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err: err.replaceAll(/\s+/g, " "), code };
}

const run = (...args: readonly string[]) => ended(start(args));

describe("causal-velocity pairs --queue", () => {
  test("writes the bytes of a run without one, at once when asked again, and shows no address", async ({ skip }) => {
    await orSkip(skip, starting);
    const [file, place] = [temporaryFile("table.csv", tableText("3")), temporaryFolder()];
    const address = temporaryFile("address", `${server?.address.url}\n`);
    const outs = ["here.csv", "queue.csv", "again.csv"].map((name) => join(place, name)) as [string, string, string];
    expect((await run("pairs", file, "--out", outs[0])).code).toBe(0);
    const first = await run("pairs", file, "--queue", `@${address}`, "--jobs", "2", "--out", outs[1]);
    expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^Of 15 pairs[\s\S]*Wrote .*queue\.csv\.\n$/)]);
    const [, id] = /keeps all this as batch (\w+),/.exec(first.err) ?? [];
    expect(await batchStatus(connection as QueueConnection, id ?? "")).toMatchObject({ state: "done", done: PAIRS });
    // Nobody decides, so all of it was there.
    const second = await run("pairs", file, "--queue", "env", "--jobs", "0", "--quiet", "--out", outs[2]);
    expect([second.code, second.err]).toEqual([0, ""]);
    const [here, queue, again] = outs.map((path) => readFileSync(path, "utf8"));
    expect(queue).toBe(here);
    expect(again).toBe(here);
    expect(readdirSync(place).some((name) => /journal|queue$|part/.test(name))).toBe(false);
    const { password } = new URL(server?.address.url ?? "");
    for (const { out, err } of [first, second]) expect(out + err).not.toContain(password);
    expect((await run("batch", "results", id ?? "")).out).toBe(here);
  });

  test("leaves the work to others with --detach, and waits for them with --jobs 0", async ({ skip }) => {
    await orSkip(skip, starting);
    const file = temporaryFile("table.csv", tableText("4"));
    const asked = ["pairs", file, "--queue", "env", "--columns", "a,b,c,d", "--method", "b-lin"];
    const put = await run(...asked, "--detach");
    const [, id] = /^Batch (\w+) has 6 pairs\./.exec(put.out) ?? [];
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect((await run(...asked, "--detach")).out).toContain(`Batch ${id} was there already`);
    expect(await batchStatus(connection as QueueConnection, id ?? "")).toMatchObject({ done: 0, state: "running" });
    const waiting = run(...asked, "--jobs", "0", "--json");
    const worker = await run("worker", "--drain", "--quiet");
    expect(worker.out).toBe("Decided 6 pairs.\n");
    const { out, code } = await waiting;
    expect(code).toBe(0);
    expect(out).toBe((await run(...asked.filter((word) => word !== "--queue" && word !== "env"), "--json")).out);
  });

  test("Ctrl-C ends the waiting, not the batch; the same command joins it again", async ({ skip }) => {
    await orSkip(skip, starting);
    const file = temporaryFile("table.csv", tableText("5"));
    const asked = ["pairs", file, "--queue", "env", "--out", join(temporaryFolder(), "r.jsonl")];
    const child = start([...asked, "--jobs", "0"]);
    const stopped = ended(child);
    const before = (await listBatches(connection as QueueConnection)).length;
    while ((await listBatches(connection as QueueConnection)).length === before) {
      expect(child.exitCode).toBe(null);
    }
    child.kill("SIGINT");
    const { code, err } = await stopped;
    expect([code, err]).toEqual([130, expect.stringMatching(/Stopped after 0 of 15 pairs\. Batch \w+ goes on/)]);
    const done = await run(...asked);
    expect([
      done.code,
      readFileSync(asked.at(-1) ?? "", "utf8")
        .trim()
        .split("\n").length,
    ]).toEqual([0, PAIRS]);
  });

  test.each([
    [["--detach"], /--detach: without --queue/],
    [["--detach", "--queue", "embedded"], /--detach: with --queue embedded/],
    [["--detach", "--queue", "env", "--out", "r.csv"], /--detach: with --out/],
    [["--queue", "embedded", "--jobs", "0"], /--jobs: 0; expected 1 to/],
    [["--queue", "mysql://somewhere"], /does not begin with postgres/],
  ])("%j is refused", async (flags, message) => {
    const { code, err } = await run("pairs", temporaryFile("table.csv", tableText("3")), ...flags);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  test("embedded is for pairs alone", async () => {
    expect((await run("worker", "--queue", "embedded")).err).toMatch(/another command's.*causal-velocity pairs/);
  });
});

describe("causal-velocity pairs --queue embedded", () => {
  test("starts a server, leaves nothing but results, and goes on where a killed run was", async ({ skip }) => {
    await orSkip(skip, starting);
    const place = openFolder();
    try {
      const file = temporaryFile("table.csv", tableText("3"));
      const [here, out] = [join(temporaryFolder(), "here.csv"), join(place.path, "r.csv")];
      expect((await run("pairs", file, "--out", here)).code).toBe(0);
      const asked = ["pairs", file, "--queue", "embedded", "--out", out, "--jobs"];
      const child = start([...asked, "1"]);
      const killed = ended(child);
      const isBegun = await outcomesIn(out, child);
      child.kill("SIGKILL");
      await killed;
      const other = ["pairs", file, "--queue", "embedded", "--out", out, "--columns", "a,b"];
      for (const [args, message] of [
        [[...asked, "1"], /a run was begun/],
        [[...other, "--resume"], /other settings or data/],
        [["pairs", file, "--out", out, "--resume"], /other settings or data/],
      ] as const) {
        const { code, err } = await run(...args);
        expect([code, err]).toEqual([2, expect.stringMatching(message)]);
      }
      const resumed = await run(...asked, "2", "--resume");
      expect([resumed.code, resumed.err]).toEqual([0, expect.not.stringContaining("error")]);
      expect(readFileSync(out, "utf8")).toBe(readFileSync(here, "utf8"));
      expect(readdirSync(place.path).sort()).toEqual(["r.csv", "r.csv.times.json"]);
      expect(isBegun).toBe(true);
      expect(JSON.parse(readFileSync(`${out}.times.json`, "utf8")).resumed).toBeGreaterThan(0);
    } finally {
      place.remove();
    }
  });

  /** Waits until the server of a run keeps an outcome; false if the run ended before. */
  async function outcomesIn(out: string, child: ReturnType<typeof start>): Promise<boolean> {
    while (child.exitCode === null) {
      const port = portOf(out);
      if (port !== undefined && (await hasOutcome(out, port))) return true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return false;
  }

  const portOf = (out: string): number | undefined => {
    try {
      return Number(readFileSync(`${out}.queue/data/postmaster.pid`, "utf8").split("\n")[3]) || undefined;
    } catch {
      return undefined;
    }
  };

  async function hasOutcome(out: string, port: number): Promise<boolean> {
    try {
      const password = readFileSync(`${out}.queue/password`, "utf8").trim();
      const url = `postgres://causal_velocity:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
      const own = await connectQueue({ url });
      try {
        return (await listBatches(own)).some(({ done }) => done > 0);
      } finally {
        await own.close();
      }
    } catch {
      return false;
    }
  }
});
