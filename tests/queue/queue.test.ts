import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { allAmongMany } from "@causal-velocity/core/pairs/chance.js";
import {
  cancelRun,
  completeRun,
  connectQueue,
  createRun,
  listRuns,
  nodeThread,
  type QueueConnection,
  type RunRequest,
  retryRun,
  runQueueWorker,
  runResults,
  runStatus,
  type StartThread,
  type WorkerRequest,
} from "@causal-velocity/queue";
import { InputError, outcomesCsv, outcomesJson, type PairOutcome, textWith } from "causal-velocity";
import { afterAll, describe, expect, test, vi } from "vitest";
import { flagName } from "../../packages/causal-velocity/src/cli/arguments.js";
import { holding } from "../cli/held-run.js";
import { BIN } from "../cli/run-cli.js";
import { orSkip } from "../support/not-at-hand.js";
import { freshDatabase } from "../support/postgres.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runHere } from "./command.js";
import { inProcess } from "./in-process-thread.js";
import { sampleRun } from "./sample-run.js";

// One database for all tests: they leave no job behind.
let address = "";
let opened: Promise<QueueConnection> | undefined;

async function open(): Promise<QueueConnection> {
  opened ??= freshDatabase().then((url) => {
    address = url;
    return connectQueue({ url });
  });
  return opened;
}

afterAll(async () => {
  await (await opened?.catch(() => undefined))?.close();
});

const { request: SAMPLE, outcomes: EXPECTED } = sampleRun();
/** @param megabytes of heap at which the thread dies */
const faulty =
  (megabytes?: number): StartThread =>
  (events) => {
    const resourceLimits = megabytes === undefined ? {} : { maxOldGenerationSizeMb: megabytes };
    return nodeThread(new Worker(new URL("./faulty-thread.js", import.meta.url), { resourceLimits }), events);
  };
const QUICK: WorkerRequest = { jobs: 2, pollSeconds: 0.05, maintenanceSeconds: 0.5, startThread: faulty() };
const DRAIN: WorkerRequest = { ...QUICK, until: "drained" };

interface Orders {
  readonly faults?: Readonly<Record<string, string>>;
  readonly log?: string;
  readonly mark?: string;
}

/** Sets the faults of threads that start from now on; see faulty-thread.js. */
function order(orders: Orders): void {
  process.env.CAUSAL_VELOCITY_TEST_THREAD = JSON.stringify(orders);
}

async function outcomesOf(connection: QueueConnection, id: string): Promise<PairOutcome[]> {
  const outcomes: PairOutcome[] = [];
  for await (const outcome of runResults(connection, id)) outcomes.push(outcome);
  return outcomes;
}

/** Every pair once, to the bit as decided here, and nothing left to do. */
async function expectExact(connection: QueueConnection, id: string, expected = EXPECTED): Promise<void> {
  expect(await outcomesOf(connection, id)).toStrictEqual(expected);
  expect(await runStatus(connection, id)).toMatchObject({
    ...{ state: "done", pairs: expected.length, done: expected.length, failed: 0, waiting: 0, active: 0 },
  });
}

/** A worker in its own process. */
function startWorker(orders: Orders): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL("./worker-process.js", import.meta.url))], {
    env: {
      ...process.env,
      CAUSAL_VELOCITY_QUEUE: address,
      CAUSAL_VELOCITY_TEST_THREAD: JSON.stringify(orders),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** A pair as in faults and logs. */
const nameOf = (pair?: { readonly x: number; readonly y: number }): string => `${pair?.x} ${pair?.y}`;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}

let runCount = 0;
/** A separate run for each test. */
function fresh(more: Partial<RunRequest> = {}): RunRequest {
  return { ...SAMPLE, key: `test ${runCount++}`, ...more };
}

describe("a run", () => {
  test("two workers decide every pair once, to the bit; asked for again it is the same, and columns are stored once", async ({
    skip,
  }) => {
    const connection = await orSkip(skip, open());
    const other = await connectQueue({ url: address });
    order({});
    const request = fresh();
    const { id, rejoined, pairs } = await createRun(connection, request);
    expect([rejoined, pairs]).toEqual([false, EXPECTED.length]);
    const again = await Promise.all([createRun(connection, request), createRun(other, request)]);
    expect(again).toEqual([1, 2].map(() => ({ id, rejoined: true, pairs })));
    // The first tile waits until the other worker has decided one, so that both have work.
    const mark = join(temporaryFolder(), "mark");
    order({ faults: { [nameOf(SAMPLE.tiles[0]?.pairs[0])]: "wait" }, mark });
    const onProgress = () => appendFileSync(mark, "");
    const summaries = await Promise.all(
      [connection, other].map((one) => runQueueWorker(one, { ...DRAIN, jobs: 1, onProgress })),
    );
    await other.close();
    await expectExact(connection, id);
    expect(summaries.reduce((sum, summary) => sum + summary.pairs, 0)).toBe(EXPECTED.length);
    expect(Math.min(...summaries.map((summary) => summary.jobs))).toBeGreaterThan(0);
    const columns = async () =>
      (await connection.database.query("select count(*) from causal_velocity.column_part")).rows;
    const before = await columns();
    const second = await createRun(connection, fresh());
    expect(second.id).not.toBe(id);
    expect(await columns()).toEqual(before);
    await cancelRun(connection, second.id);
    expect((await listRuns(connection)).map((run) => [run.id, run.state])).toEqual([
      [second.id, "canceled"],
      [id, "done"],
    ]);
  });

  test("completed by a worker of this process with the threads that ship, it reports progress", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const request = fresh();
    const seen: number[] = [];
    const { jobs, pollSeconds } = QUICK;
    const options = { worker: { jobs, pollSeconds }, onProgress: ({ done }: { done: number }) => seen.push(done) };
    const run = await completeRun(connection, request, options);
    expect([run.aborted, seen[0], seen.at(-1)]).toEqual([false, 0, EXPECTED.length]);
    expect(await outcomesOf(connection, run.id)).toStrictEqual(EXPECTED);
    const rejoined = await completeRun(connection, request, { onProgress: ({ resumed }) => seen.push(resumed) });
    expect([rejoined.id, seen.at(-1)]).toEqual([run.id, EXPECTED.length]);
    const stop = new AbortController();
    const stopped = await completeRun(connection, fresh(), { signal: stop.signal, onProgress: () => stop.abort() });
    expect([stopped.aborted, stopped.status.done]).toEqual([true, 0]);
    await cancelRun(connection, stopped.id);
  });

  test("a worker that is stopped gives back what it has not decided", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    // Were it not given back, the tile would wait for an hour.
    const { id } = await createRun(connection, fresh({ limits: { lease: 3600 } }));
    const stop = new AbortController();
    const summary = await runQueueWorker(connection, {
      jobs: 1,
      signal: stop.signal,
      startThread: inProcess(async ({ tile }, report, signal) => {
        const [first] = tile.pairs;
        report(EXPECTED.find(({ x, y }) => x === first?.x && y === first?.y) as PairOutcome);
        stop.abort();
        await once(signal, "abort");
      }),
    });
    expect(summary).toEqual({ jobs: 1, pairs: 1, unfinished: 1 });
    expect(await runStatus(connection, id)).toMatchObject({ done: 1, active: 0, waiting: SAMPLE.tiles.length });
    order({});
    await runQueueWorker(connection, DRAIN);
    await expectExact(connection, id);
  });
});

test("a job is taken without sorting all that wait", async ({ skip }) => {
  const { database, jobs } = await orSkip(skip, open());
  const many = Array.from({ length: 20_000 }, (_, tile) => ({
    id: `${tile.toString(16).padStart(8, "0")}-0000-8000-8000-000000000000`,
    data: { run: "many", tile, attempt: 0 },
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
  await jobs.removeRun("many", database);
});

describe("nothing is lost, and nothing done twice", () => {
  test("when a worker is killed during a tile", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const log = join(temporaryFolder(), "log");
    const { id } = await createRun(connection, fresh({ limits: { lease: 1 } }));
    const [first, second] = SAMPLE.tiles;
    const stuck = nameOf(second?.pairs[1]);
    const worker = startWorker({ faults: { [stuck]: "spin" }, log });
    const isStuck = () => existsSync(log) && readFileSync(log, "utf8").includes(`${stuck}\n`);
    await until(async () => isStuck() && (await runStatus(connection, id)).done > 0);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    expect(await runStatus(connection, id)).toMatchObject({ active: 1, done: first?.pairs.length });
    order({ log });
    await runQueueWorker(connection, DRAIN);
    await expectExact(connection, id);
    // The pairs of the lost tile were decided again, those of the first one were not.
    const tries = readFileSync(log, "utf8").trim().split("\n");
    const again = tries.filter((pair, i) => tries.indexOf(pair) < i);
    expect(again).toEqual(second?.pairs.slice(0, 2).map(nameOf));
  });

  test("when a pair takes longer than its lease, which is extended meanwhile", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const [log, mark] = ["log", "mark"].map((name) => join(temporaryFolder(), name)) as [string, string];
    order({ faults: { "1 2": "wait" }, log, mark });
    const { request, outcomes } = sampleRun(2, 2);
    const lease = 2;
    const { id } = await createRun(connection, { ...request, key: "long", limits: { lease } });
    const working = runQueueWorker(connection, { ...DRAIN, maintenanceSeconds: 3600 });
    /** Start of the lease, in seconds. */
    const leasedAt = async (): Promise<number> => {
      const { rows } = await connection.database.query(
        `select extract(epoch from started_on)::float8 as at from causal_velocity_jobs.job
         where data->>'run' = $1 and state = 'active'`,
        [id],
      );
      return rows[0]?.at ?? Infinity;
    };
    await until(async () => Number.isFinite(await leasedAt()));
    const first = await leasedAt();
    await until(async () => (await leasedAt()) > first + lease);
    await connection.jobs.maintain(0);
    expect(await runStatus(connection, id)).toMatchObject({ active: 1, waiting: 0 });
    appendFileSync(mark, "");
    await working;
    await expectExact(connection, id, outcomes);
    expect(readFileSync(log, "utf8")).toBe("1 2\n");
  });

  test("when a connection is ended between two statements", async ({ skip }) => {
    const { database } = await orSkip(skip, open());
    await database.query("create table if not exists kept (value integer)");
    const transaction = database.transaction(async ({ query }) => {
      await query("insert into kept values (1)");
      const { rows } = await query("select pg_backend_pid() as pid");
      await database.query("select pg_terminate_backend($1)", [rows[0].pid]);
      const left = () => database.query("select 1 from pg_stat_activity where pid = $1", [rows[0].pid]);
      await until(async () => (await left()).rows.length === 0);
      await query("insert into kept values (2)");
    });
    await expect(transaction).rejects.toThrow(/connection|terminat/i);
    expect((await database.query("select value from kept")).rows).toEqual([]);
  });
});

describe("a pair that cannot be decided", () => {
  test("because it throws, hangs, ends its thread or runs out of memory, fails alone after its attempts, and can be retried", async ({
    skip,
  }) => {
    const connection = await orSkip(skip, open());
    const log = join(temporaryFolder(), "log");
    const faults = { "1 2": "throw", "1 5": "spin", "2 6": "exit", "3 4": "memory", "4 5": "throw once" };
    order({ faults, log, mark: join(temporaryFolder(), "mark") });
    const { id } = await createRun(connection, fresh({ limits: { attempts: 2, backoff: 0.2, timeLimit: 3 } }));
    await runQueueWorker(connection, { ...DRAIN, startThread: faulty(64) });
    const failures = new Map<string, RegExp>([
      ["1 2", /^TypeError: on purpose, the last of 2 attempts$/],
      ["1 5", /^took longer than 3 s, the last of 2 attempts$/],
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
    expect(await runStatus(connection, id)).toMatchObject({ state: "done", done: EXPECTED.length, failed: 4 });
    const tries = readFileSync(log, "utf8").trim().split("\n");
    for (const pair of Object.keys(faults)) expect(tries.filter((tried) => tried === pair)).toHaveLength(2);
    expect(tries).toHaveLength(EXPECTED.length + 5);
    order({});
    expect(await retryRun(connection, id)).toBe(4);
    expect(await runStatus(connection, id)).toMatchObject({ state: "running", failed: 0, waiting: 4 });
    await runQueueWorker(connection, DRAIN);
    await expectExact(connection, id);
    expect(await retryRun(connection, id)).toBe(0);
  });

  test("because it kills whole workers, is found, and the others of its tile are decided", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const { request, outcomes } = sampleRun(3, 3);
    const { id } = await createRun(connection, { ...request, key: "killer", limits: { lease: 1, attempts: 2 } });
    let deaths = 0;
    while ((await runStatus(connection, id)).state === "running") {
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

  test("because its run has an unknown method or another version, fails with the reason", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const { request } = sampleRun(2, 2);
    const tamper = async (key: string, change: string): Promise<string | undefined> => {
      const { id } = await createRun(connection, { ...request, key });
      await connection.database.query(`update causal_velocity.run set ${change} where id = $1`, [id]);
      await runQueueWorker(connection, DRAIN);
      const [outcome] = await outcomesOf(connection, id);
      expect(outcome?.problem?.code).toBe("internal");
      return outcome?.problem && textWith(outcome.problem.message);
    };
    expect(await tamper("a", `settings = '{"method": "rm -rf"}'`)).toMatch(/"rm -rf"; expected one of default/);
    expect(await tamper("b", `settings = '{"method": "default", "routines": 1}'`)).toMatch(/routines/);
    expect(await tamper("c", "version = '9.9.9'")).toMatch(/created by version 9\.9\.9 .* expected version \d/);
  });
});

describe("cancel and retry", () => {
  test("a canceled run gets no further outcome, its workers drop it, and retry continues it", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    order({ faults: { [nameOf(SAMPLE.tiles.at(-1)?.pairs[0])]: "spin" } });
    const request = fresh({ limits: { lease: 1 } });
    const { id } = await createRun(connection, request);
    const working = runQueueWorker(connection, DRAIN);
    const rest = SAMPLE.tiles.at(-1)?.pairs.length ?? 0;
    await until(async () => (await runStatus(connection, id)).done === EXPECTED.length - rest);
    const canceled = await cancelRun(connection, id);
    expect(canceled.state).toBe("canceled");
    await working;
    expect(await runStatus(connection, id)).toEqual({ ...canceled, waiting: 0, active: 0 });
    await expect(completeRun(connection, request)).rejects.toThrow(/canceled; expected a run that is not canceled/);
    order({});
    expect(await retryRun(connection, id)).toBe(rest);
    await runQueueWorker(connection, DRAIN);
    await expectExact(connection, id);
    expect((await cancelRun(connection, id)).state).toBe("done");
  });

  test("a run that does not exist is named", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    for (const ask of [runStatus, cancelRun, retryRun, outcomesOf]) {
      await expect(ask(connection, "none")).rejects.toMatchObject({ code: "unknown-run" });
    }
  });
});

describe("a request is checked before anything is stored", () => {
  test.each<[string, Partial<RunRequest>, string]>([
    ["an unknown method", { settings: { method: "magic" } }, "unknown-method"],
    ["an option that the method does not have", { settings: { method: "b-lin", basis: "1" } }, "wrong-option"],
    ["a seed that is not one", { settings: { seed: -1 } }, "wrong-option"],
    ["an unknown column", { tiles: [{ columns: [1, 99], pairs: [{ x: 1, y: 99 }] }] }, "wrong-option"],
    ["a pair twice", { tiles: [...SAMPLE.tiles, ...SAMPLE.tiles] }, "wrong-option"],
    ["too short a lease", { limits: { lease: 0 } }, "wrong-option"],
    ["too many tiles", { tiles: Array(400_001).fill({ columns: [], pairs: [] }) }, "run-too-large"],
  ])("%s", async (_, change, code) => {
    const nothing = () => {
      throw new Error("the database was asked");
    };
    const connection = { database: { query: nothing }, version: "0" } as unknown as QueueConnection;
    await expect(createRun(connection, { ...SAMPLE, ...change })).rejects.toMatchObject({ code });
  });
});

describe("the address", () => {
  const PASSWORD = "p@ss:w/o?r#d%&é 'x\"";

  test("with a password of special characters opens the queue, and no error shows it", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const quoted = PASSWORD.replaceAll("'", "''");
    await connection.database.query(`create role guest superuser login password '${quoted}'`);
    const url = (password: string, more = "") =>
      `postgres://guest:${encodeURIComponent(password)}@${new URL(address).host}${new URL(address).pathname}${more}`;
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
  const run = (...args: readonly string[]) => runHere(address, args);

  test("decides a run, shows its status and results, cancels, retries and removes it", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const { id } = await createRun(connection, fresh());
    const canceled = await run("runs", "cancel", id);
    expect(canceled.out).toMatch(new RegExp(`^run {6}${id}\nstate {4}canceled\npairs {4}0 of ${EXPECTED.length} `));
    expect((await run("runs", "retry", id, "--json")).out).toContain('"state": "running"');
    expect(await run("worker", "--drain", "--jobs", "2", "--quiet")).toEqual({
      ...{ out: `Decided ${EXPECTED.length} pairs.\n`, err: "", code: 0 },
    });
    await expectExact(connection, id);
    const { out } = await run("runs", "status", id, "--json");
    expect(JSON.parse(out)).toMatchObject({
      ...{ schema: "causal-velocity/run@1", id, state: "done", done: EXPECTED.length, failed: 0, waiting: 0 },
    });
    expect((await run("runs", "list")).out).toMatch(new RegExp(`^ID .*\n${id} +done +21/21 +0 +default +20`));
    const { version } = connection;
    // The queue keeps what each pair is alone; the command judges them as some of many.
    const judged = allAmongMany(EXPECTED);
    expect((await run("runs", "results", id)).out).toBe(outcomesCsv(judged, version, flagName));
    expect((await run("runs", "results", id, "--json")).out).toBe(outcomesJson(judged, version, flagName));
    const removed = await run("runs", "remove", id, "--json");
    expect(JSON.parse(removed.out)).toEqual({
      ...{ schema: "causal-velocity/removed-run@1", version, id, outcomes: EXPECTED.length, columns: 0 },
    });
    const none = await run("runs", "status", "none");
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('run "none": no such run')]);
  });

  test("a worker that is asked to end gives back its tile, and says so", async ({ skip }) => {
    const connection = await orSkip(skip, open());
    const { id } = await createRun(connection, fresh({ limits: { lease: 3600 } }));
    const held = holding("0 part", join(temporaryFolder(), "mark"));
    const env = { ...process.env, ...held, CAUSAL_VELOCITY_QUEUE: address };
    const worker = spawn(process.execPath, [BIN, "worker", "--jobs", "1"], { env });
    const stopped = Promise.all([text(worker.stderr), once(worker, "close")]);
    await until(async () => (await runStatus(connection, id)).active > 0);
    worker.kill("SIGTERM");
    const [err, [code]] = await stopped;
    expect(code).toBe(143);
    expect(err).toMatch(/Decided 0 pairs\. Unfinished pairs are back on the queue\./);
    expect(await runStatus(connection, id)).toMatchObject({ active: 0, waiting: SAMPLE.tiles.length });
    await cancelRun(connection, id);
  });

  test("never shows a password", async ({ skip }) => {
    await orSkip(skip, open());
    const password = "s3cr%2Ft%40x";
    for (const url of [
      `postgres://causal_velocity:${password}@${new URL(address).host}/postgres`,
      `postgres://u:${password}@127.0.0.1:1/postgres`,
      `postgres://u:${password}@[/postgres`,
      `mysql://u:${password}@host/base`,
    ]) {
      for (const args of [["worker"], ["runs", "list", "--json"], ["worker", "--queue", url]]) {
        // A second, in which it also says that it waits.
        const { out, err, code } = await runHere(url, [...args, "--wait", "1"]);
        expect(code).toBe(2);
        expect(out + err).not.toMatch(/s3cr/);
      }
    }
  });
});
