import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import {
  type BatchRequest,
  batchResults,
  batchStatus,
  cancelBatch,
  connectQueue,
  createBatch,
  type EmbeddedServer,
  listBatches,
  type QueueConnection,
  retryBatch,
  runBatch,
  runQueueWorker,
  type WorkerRequest,
} from "@causal-velocity/queue";
import { InputError, type MapOutcome, outcomesCsv, outcomesJson, textWith } from "causal-velocity";
import { afterAll, describe, expect, test, vi } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { openFolder, startPostgres } from "../support/postgres.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { sampleBatch } from "./sample-batch.js";

// One server for all: tests leave no job behind.
const folder = openFolder();
let server: EmbeddedServer | undefined;
let opened: Promise<QueueConnection> | undefined;

async function open(): Promise<QueueConnection> {
  opened ??= startPostgres(folder.path).then((started) => {
    server = started;
    return connectQueue(started.address);
  });
  return opened;
}

afterAll(async () => {
  await (await opened?.catch(() => undefined))?.close();
  await server?.stop();
  folder.remove();
});

const { request: SAMPLE, outcomes: EXPECTED } = sampleBatch();
const FAULTY = new URL("./faulty-thread.js", import.meta.url);
const QUICK: WorkerRequest = { jobs: 2, pollSeconds: 0.05, maintenanceSeconds: 0.5, script: FAULTY };
const DRAIN: WorkerRequest = { ...QUICK, until: "drained" };

interface Orders {
  readonly hold?: number;
  readonly faults?: Readonly<Record<string, string>>;
  readonly log?: string;
  readonly mark?: string;
}

/** What threads that start from now on are told; see faulty-thread.js. */
function order(orders: Orders): void {
  process.env.CAUSAL_VELOCITY_TEST_THREAD = JSON.stringify(orders);
}

async function outcomesOf(connection: QueueConnection, id: string): Promise<MapOutcome[]> {
  const outcomes: MapOutcome[] = [];
  for await (const outcome of batchResults(connection, id)) outcomes.push(outcome);
  return outcomes;
}

/** Every pair once, to the bit as decided here, and nothing left to do. */
async function expectExact(connection: QueueConnection, id: string, expected = EXPECTED): Promise<void> {
  expect(await outcomesOf(connection, id)).toStrictEqual(expected);
  expect(await batchStatus(connection, id)).toMatchObject({
    ...{ state: "done", pairs: expected.length, done: expected.length, failed: 0, waiting: 0, active: 0 },
  });
}

/** A worker in a process of its own. */
function startWorker(orders: Orders): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL("./worker-process.js", import.meta.url))], {
    env: {
      ...process.env,
      CAUSAL_VELOCITY_QUEUE: server?.address.url,
      CAUSAL_VELOCITY_TEST_THREAD: JSON.stringify(orders),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}

let batches = 0;
/** A batch of its own for each test. */
function fresh(more: Partial<BatchRequest> = {}): BatchRequest {
  return { ...SAMPLE, key: `test ${batches++}`, ...more };
}

describe("a batch", () => {
  test("two workers decide every pair once, to the bit; asked for again it is the same, and columns are stored once", async ({
    skip,
  }) => {
    const connection = await orSkip(skip, open());
    const other = await connectQueue(server?.address ?? {});
    order({ hold: 10 });
    const request = fresh();
    const { id, rejoined, pairs } = await createBatch(connection, request);
    expect([rejoined, pairs]).toEqual([false, EXPECTED.length]);
    const again = await Promise.all([createBatch(connection, request), createBatch(other, request)]);
    expect(again).toEqual([1, 2].map(() => ({ id, rejoined: true, pairs })));
    const summaries = await Promise.all([connection, other].map((one) => runQueueWorker(one, { ...DRAIN, jobs: 1 })));
    await other.close();
    await expectExact(connection, id);
    expect(summaries.reduce((sum, summary) => sum + summary.pairs, 0)).toBe(EXPECTED.length);
    expect(Math.min(...summaries.map((summary) => summary.jobs))).toBeGreaterThan(0);
    const columns = async () =>
      (await connection.database.query("select count(*) from causal_velocity.column_part")).rows;
    const before = await columns();
    const second = await createBatch(connection, fresh());
    expect(second.id).not.toBe(id);
    expect(await columns()).toEqual(before);
    await cancelBatch(connection, second.id);
    expect((await listBatches(connection)).map((batch) => [batch.id, batch.state])).toEqual([
      [second.id, "canceled"],
      [id, "done"],
    ]);
  });

  test("run to its end with a worker of this process and the threads that ship, it tells how far it is", async ({
    skip,
  }) => {
    const connection = await orSkip(skip, open());
    const request = fresh();
    const seen: number[] = [];
    const { jobs, pollSeconds } = QUICK;
    const options = { worker: { jobs, pollSeconds }, onProgress: ({ done }: { done: number }) => seen.push(done) };
    const run = await runBatch(connection, request, options);
    expect([run.aborted, seen[0], seen.at(-1)]).toEqual([false, 0, EXPECTED.length]);
    expect(await outcomesOf(connection, run.id)).toStrictEqual(EXPECTED);
    const rejoined = await runBatch(connection, request, { onProgress: ({ resumed }) => seen.push(resumed) });
    expect([rejoined.id, seen.at(-1)]).toEqual([run.id, EXPECTED.length]);
    const stopped = await runBatch(connection, fresh(), { signal: AbortSignal.timeout(100) });
    expect([stopped.aborted, stopped.status.done]).toEqual([true, 0]);
    await cancelBatch(connection, stopped.id);
  });

  test("a worker decides by a callback as well, and one that was told to stop gives back what it has not decided", async ({
    skip,
  }) => {
    const connection = await orSkip(skip, open());
    // Were it not given back, the tile would wait for an hour.
    const { id } = await createBatch(connection, fresh({ limits: { lease: 3600 } }));
    const stop = new AbortController();
    const summary = await runQueueWorker(connection, {
      jobs: 1,
      signal: stop.signal,
      decide: async ({ tile }, tell, signal) => {
        const [first] = tile.pairs;
        tell(EXPECTED.find(({ x, y }) => x === first?.x && y === first?.y) as MapOutcome);
        stop.abort();
        await once(signal, "abort", { signal: AbortSignal.timeout(1000) }).catch(() => {});
        throw new Error("stopped");
      },
    });
    expect(summary).toEqual({ jobs: 1, pairs: 1, unfinished: 1 });
    expect(await batchStatus(connection, id)).toMatchObject({ done: 1, active: 0, waiting: SAMPLE.tiles.length });
    order({});
    await runQueueWorker(connection, DRAIN);
    await expectExact(connection, id);
  });
});

test("a job is taken without a look at all that wait", async ({ skip }) => {
  const { database, jobs } = await orSkip(skip, open());
  const many = Array.from({ length: 20_000 }, (_, tile) => ({
    id: `${tile.toString(16).padStart(8, "0")}-0000-8000-8000-000000000000`,
    data: { batch: "many", tile, attempt: 0 },
    lease: 60,
  }));
  await database.transaction((executor) => jobs.put(many, executor));
  await database.query("analyze causal_velocity_jobs.job");
  const { Client } = createRequire(createRequire(import.meta.url).resolve("@causal-velocity/queue"))("pg");
  const asked = vi.spyOn(Client.prototype, "query");
  expect((await jobs.take())?.data.tile).toBe(0);
  const [text, values] = asked.mock.lastCall as [string, unknown[]];
  asked.mockRestore();
  expect(text).toContain("SKIP LOCKED");
  const { rows } = await database.query(`explain ${text}`, values);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/Index Scan using \w+_priority_created_on_id_idx/);
  await jobs.removeBatch("many", database);
});

describe("nothing is lost, and nothing done twice", () => {
  test("when a worker is killed amid a tile", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const log = join(temporaryFolder(), "log");
    const { id } = await createBatch(connection, fresh({ limits: { lease: 1 } }));
    const worker = startWorker({ hold: 300, log });
    await until(async () => (await batchStatus(connection, id)).active > 0 && existsSync(log));
    worker.kill("SIGKILL");
    await once(worker, "exit");
    const { active, done } = await batchStatus(connection, id);
    expect(active).toBe(1);
    expect(done).toBeLessThan(EXPECTED.length);
    order({ log });
    await runQueueWorker(connection, DRAIN);
    await expectExact(connection, id);
    const [first = ""] = readFileSync(log, "utf8").split("\n");
    expect(
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line === first).length,
    ).toBe(2);
  });

  test("when a pair takes longer than its lease, which is extended meanwhile", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const log = join(temporaryFolder(), "log");
    order({ hold: 3000, log });
    const { request, outcomes } = sampleBatch(2, 2);
    const { id } = await createBatch(connection, { ...request, key: "long", limits: { lease: 1 } });
    await runQueueWorker(connection, DRAIN);
    await expectExact(connection, id, outcomes);
    expect(readFileSync(log, "utf8")).toBe("1 2\n");
  });

  test("when the server stops and starts again", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    order({ hold: 100 });
    const { id } = await createBatch(connection, fresh({ limits: { lease: 2 } }));
    const working = runQueueWorker(connection, DRAIN);
    await until(async () => (await batchStatus(connection, id)).done > 0);
    const port = server?.port ?? 0;
    await server?.stop();
    await pause(1000);
    server = await startPostgres(folder.path, { port });
    const { pairs } = await working;
    await expectExact(connection, id);
    expect(pairs).toBeLessThanOrEqual(EXPECTED.length);
  });

  test("when a connection is ended between two statements", async ({ skip }) => {
    const { database } = await orSkip(skip, open());
    await database.query("create table if not exists kept (value integer)");
    const transaction = database.transaction(async ({ query }) => {
      await query("insert into kept values (1)");
      const { rows } = await query("select pg_backend_pid() as pid");
      await database.query("select pg_terminate_backend($1)", [rows[0].pid]);
      await pause(100);
      await query("insert into kept values (2)");
    });
    await expect(transaction).rejects.toThrow(/connection|terminat/i);
    expect((await database.query("select value from kept")).rows).toEqual([]);
  });
});

describe("a pair that cannot be decided", () => {
  test("throwing, hanging, ending its thread or running out of memory, it fails alone after its attempts, and can be retried", async ({
    skip,
  }) => {
    const connection = await orSkip(skip, open());
    const log = join(temporaryFolder(), "log");
    const faults = { "1 2": "throw", "1 5": "spin", "2 6": "exit", "3 4": "memory", "4 5": "throw once" };
    order({ faults, log, mark: join(temporaryFolder(), "mark") });
    const { id } = await createBatch(
      connection,
      fresh({ limits: { attempts: 2, backoff: 0.2, timeLimit: 2, lease: 5 } }),
    );
    await runQueueWorker(connection, { ...DRAIN, threadMegabytes: 64 });
    const failures = new Map<string, RegExp>([
      ["1 2", /^TypeError: as told, the last of 2 attempts$/],
      ["1 5", /^the pair took longer than 2 s, the last of 2 attempts$/],
      ["2 6", /^the thread ended with code 3, the last of 2 attempts$/],
      ["3 4", /^the thread ended: .*memory.*, the last of 2 attempts$/],
    ]);
    for (const [i, outcome] of (await outcomesOf(connection, id)).entries()) {
      const message = failures.get(`${outcome.x} ${outcome.y}`);
      if (!message) expect(outcome).toStrictEqual(EXPECTED[i]);
      else {
        const { x, y, names } = EXPECTED[i];
        expect(outcome).toEqual({
          x,
          y,
          names,
          problem: { code: "internal", message: expect.stringMatching(message) },
        });
      }
    }
    expect(await batchStatus(connection, id)).toMatchObject({ state: "done", done: EXPECTED.length, failed: 4 });
    const tries = readFileSync(log, "utf8").trim().split("\n");
    for (const pair of Object.keys(faults)) expect(tries.filter((tried) => tried === pair)).toHaveLength(2);
    expect(tries).toHaveLength(EXPECTED.length + 5);
    order({});
    expect(await retryBatch(connection, id)).toBe(4);
    expect(await batchStatus(connection, id)).toMatchObject({ state: "running", failed: 0, waiting: 4 });
    await runQueueWorker(connection, DRAIN);
    await expectExact(connection, id);
    expect(await retryBatch(connection, id)).toBe(0);
  });

  test("killing whole workers, it is found out, and the others of its tile are decided", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const { request, outcomes } = sampleBatch(3, 3);
    const { id } = await createBatch(connection, { ...request, key: "killer", limits: { lease: 1, attempts: 2 } });
    let deaths = 0;
    while ((await batchStatus(connection, id)).state === "running") {
      const worker = startWorker({ faults: { "1 2": "kill" } });
      const [, signal] = await once(worker, "exit");
      if (signal === "SIGKILL") deaths += 1;
    }
    // The tile twice, then the pair alone twice.
    expect(deaths).toBe(4);
    const [lost, ...others] = await outcomesOf(connection, id);
    expect(lost?.problem).toEqual({ code: "internal", message: "its worker was lost 2 times" });
    expect(others).toStrictEqual(outcomes.slice(1));
  });

  test("whose batch names no method of ours, or another version, fails with the reason", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const { request } = sampleBatch(2, 2);
    const tamper = async (key: string, change: string): Promise<string | undefined> => {
      const { id } = await createBatch(connection, { ...request, key });
      await connection.database.query(`update causal_velocity.batch set ${change} where id = $1`, [id]);
      await runQueueWorker(connection, DRAIN);
      const [outcome] = await outcomesOf(connection, id);
      expect(outcome?.problem?.code).toBe("internal");
      return outcome?.problem && textWith(outcome.problem.message);
    };
    expect(await tamper("a", `settings = '{"method": "rm -rf"}'`)).toMatch(/"rm -rf"; expected one of default/);
    expect(await tamper("b", `settings = '{"method": "default", "routines": 1}'`)).toMatch(/routines/);
    expect(await tamper("c", "version = '9.9.9'")).toMatch(/made by version 9\.9\.9 .* expected version \d/);
  });
});

describe("cancel and retry", () => {
  test("a canceled batch gets no further outcome, its workers let go of it, and retry takes it up again", async ({
    skip,
  }) => {
    const connection = await orSkip(skip, open());
    order({ hold: 200 });
    const request = fresh({ limits: { lease: 1 } });
    const { id } = await createBatch(connection, request);
    const working = runQueueWorker(connection, DRAIN);
    await until(async () => (await batchStatus(connection, id)).done > 0);
    const canceled = await cancelBatch(connection, id);
    expect(canceled.state).toBe("canceled");
    await working;
    expect(await batchStatus(connection, id)).toEqual({ ...canceled, waiting: 0, active: 0 });
    expect(canceled.done).toBeLessThan(EXPECTED.length);
    await expect(runBatch(connection, request)).rejects.toThrow(/canceled; expected a batch that runs/);
    order({});
    expect(await retryBatch(connection, id)).toBe(EXPECTED.length - canceled.done);
    await runQueueWorker(connection, DRAIN);
    await expectExact(connection, id);
    expect((await cancelBatch(connection, id)).state).toBe("done");
  });

  test("a batch that is not there is named", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    for (const ask of [batchStatus, cancelBatch, retryBatch, outcomesOf]) {
      await expect(ask(connection, "none")).rejects.toMatchObject({ code: "unknown-batch" });
    }
  });
});

describe("what is asked for is checked before anything is stored", () => {
  test.each<[string, Partial<BatchRequest>, string]>([
    ["a method there is not", { settings: { method: "magic" } }, "unknown-method"],
    ["an option the method has not", { settings: { method: "b-lin", basis: "1" } }, "wrong-option"],
    ["a seed that is none", { settings: { seed: -1 } }, "wrong-option"],
    ["a column there is not", { tiles: [{ columns: [1, 99], pairs: [{ x: 1, y: 99 }] }] }, "wrong-option"],
    ["a pair twice", { tiles: [...SAMPLE.tiles, ...SAMPLE.tiles] }, "wrong-option"],
    ["too short a lease", { limits: { lease: 0 } }, "wrong-option"],
    ["too many tiles", { tiles: Array(400_001).fill({ columns: [], pairs: [] }) }, "batch-too-large"],
  ])("%s", async (_, change, code) => {
    const nothing = () => {
      throw new Error("the database was asked");
    };
    const connection = { database: { query: nothing }, version: "0" } as unknown as QueueConnection;
    await expect(createBatch(connection, { ...SAMPLE, ...change })).rejects.toMatchObject({ code });
  });
});

describe("the address", () => {
  const PASSWORD = "p@ss:w/o?r#d%&é 'x\"";

  test("with a password of special characters opens the queue, and no error shows it", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const quoted = PASSWORD.replaceAll("'", "''");
    await connection.database.query(`create role guest superuser login password '${quoted}'`);
    const url = (password: string, more = "") =>
      `postgres://guest:${encodeURIComponent(password)}@127.0.0.1:${server?.port}/postgres${more}`;
    const guest = await connectQueue({ url: url(PASSWORD) });
    const failed = await guest.database.query(`select '${quoted}'::integer`).catch((error: unknown) => error);
    await guest.close();
    const wrong = `${PASSWORD}!`;
    const refused = await connectQueue({ url: url(wrong) }).catch((error: unknown) => error);
    const withoutTls = await connectQueue({ url: url(wrong, "?sslmode=verify-full") }).catch((error: unknown) => error);
    const closed = await connectQueue({ url: url(wrong).replace(/:\d+\//, ":1/") }).catch((error: unknown) => error);
    for (const error of [refused, withoutTls, closed]) {
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).code).toBe("unusable-database");
    }
    expect(String(refused)).toMatch(/password authentication failed/);
    expect(String(withoutTls)).toMatch(/does not support SSL/);
    expect(String(closed)).toMatch(/ECONNREFUSED.*Is the server running/);
    for (const error of [failed, refused, withoutTls, closed]) {
      const shown = `${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(error)}${(error as Error).stack}`;
      for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), "p@ss", "p%40ss"])
        expect(shown).not.toContain(secret);
    }
  });
});

describe("the command", () => {
  const COMMAND = fileURLToPath(new URL("../../packages/causal-velocity/bin/causal-velocity.js", import.meta.url));
  const start = (args: readonly string[], url = server?.address.url) =>
    spawn(process.execPath, [COMMAND, ...args], { env: { ...process.env, CAUSAL_VELOCITY_QUEUE: url } });
  const ended = async (child: ReturnType<typeof start>) => {
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return { out, err, code };
  };
  const run = (...args: readonly string[]) => ended(start(args));

  test("decides a batch, tells how it stands and what came out, cancels and retries", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const { id } = await createBatch(connection, fresh());
    const canceled = await run("batch", "cancel", id);
    expect(canceled.out).toMatch(new RegExp(`^batch {3}${id}\nstate {3}canceled\npairs {3}0 of ${EXPECTED.length} `));
    expect((await run("batch", "retry", id, "--json")).out).toContain('"state": "running"');
    expect(await run("worker", "--drain", "--jobs", "2", "--quiet")).toEqual({
      ...{ out: `Decided ${EXPECTED.length} pairs.\n`, err: "", code: 0 },
    });
    await expectExact(connection, id);
    const { out } = await run("batch", "status", id, "--json");
    expect(JSON.parse(out)).toMatchObject({
      ...{ schema: "causal-velocity/batch@1", id, state: "done", done: EXPECTED.length, failed: 0, waiting: 0 },
    });
    expect((await run("batch", "list")).out).toMatch(new RegExp(`^ID .*\n${id} +done +21/21 +0 +default +20`));
    const { version } = connection;
    expect((await run("batch", "results", id)).out).toBe(outcomesCsv(EXPECTED, version));
    expect((await run("batch", "results", id, "--json")).out).toBe(outcomesJson(EXPECTED, version));
    const removed = await run("batch", "remove", id, "--json");
    expect(JSON.parse(removed.out)).toEqual({
      ...{ schema: "causal-velocity/removed-batch@1", id, outcomes: EXPECTED.length, columns: 0 },
    });
    const none = await run("batch", "status", "none");
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('batch "none": no such batch')]);
  });

  test("a worker that is asked to end gives back its tile, and says so", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const slow = { ...SAMPLE.settings, method: "loci-nn-lik", steps: 100_000 };
    const { id } = await createBatch(connection, fresh({ settings: slow, limits: { lease: 3600 } }));
    const worker = start(["worker", "--jobs", "1"]);
    const stopped = ended(worker);
    await until(async () => (await batchStatus(connection, id)).active > 0);
    worker.kill("SIGTERM");
    const { code, err } = await stopped;
    expect(code).toBe(143);
    expect(err).toMatch(/Decided 0 pairs\. What was begun is back in the queue\./);
    expect(await batchStatus(connection, id)).toMatchObject({ active: 0, waiting: SAMPLE.tiles.length });
    await cancelBatch(connection, id);
  });

  test("never shows a password", async ({ skip }) => {
    await orSkip(skip, open());
    const password = "s3cr%2Ft%40x";
    for (const url of [
      `postgres://causal_velocity:${password}@127.0.0.1:${server?.port}/postgres`,
      `postgres://u:${password}@127.0.0.1:1/postgres`,
      `postgres://u:${password}@[/postgres`,
      `mysql://u:${password}@host/base`,
    ]) {
      for (const args of [["worker"], ["batch", "list", "--json"], ["worker", "--queue", url]]) {
        const { out, err, code } = await ended(start(args, url));
        expect(code).toBe(2);
        expect(out + err).not.toMatch(/s3cr/);
      }
    }
  });
});
