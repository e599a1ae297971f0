import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serialize } from "node:v8";
import {
  completeRun,
  connectQueue,
  createRun,
  type QueueConnection,
  type RunRequest,
  runQueueWorker,
  runStatus,
} from "@causal-velocity/queue";
import type { PairOutcome } from "causal-velocity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { freshDatabase } from "../support/postgres.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { inProcess } from "./in-process-thread.js";
import { sampleRun } from "./sample-run.js";

const COLUMNS = 2;
const worker = { jobs: 1, pollSeconds: 0.02, startThread: inProcess() };

/** The parts of a client of the database driver that are used. */
interface Client {
  readonly connectionParameters: { readonly application_name?: string };
  readonly connection: { readonly stream: { destroy(): void } };
}
const driver = createRequire(createRequire(import.meta.url).resolve("@causal-velocity/queue"))("pg");
const send = driver.Client.prototype.query;

/**
 * A coordinator that dies at one of its statements: for the database, what happens when a process is killed. Number 2k
 * dies before the k-th is sent, counted from 0, which is after the answer to the one before it; number 2k + 1 when the
 * k-th is on its way and the answer will not be read.
 */
interface Coordinator {
  readonly boundary: number;
  readonly statements: string[];
  readonly clients: Set<Client>;
  isDead: boolean;
  die(): void;
}
const coordinators = new Map<string, Coordinator>();

beforeAll(() => {
  driver.Client.prototype.query = function (this: Client, ...given: unknown[]): unknown {
    const own = coordinators.get(this.connectionParameters.application_name ?? "");
    // Statements that a pool sends by itself have a callback, and are not counted.
    if (!own || typeof given.at(-1) === "function") return send.apply(this, given);
    const never = new Promise(() => {});
    own.clients.add(this);
    if (own.isDead) return never;
    const turn = own.statements.push(String(given[0])) - 1;
    if (2 * turn === own.boundary) {
      own.die();
      return never;
    }
    if (2 * turn + 1 !== own.boundary) return send.apply(this, given);
    own.isDead = true;
    const answer = send.apply(this, given) as Promise<unknown>;
    answer.catch(() => {});
    // The bytes leave after this turn of the event loop.
    setImmediate(own.die);
    return never;
  };
});
afterAll(() => {
  driver.Client.prototype.query = send;
});

interface Survivor {
  readonly statements: readonly string[];
  readonly outcomes: readonly PairOutcome[];
}

/** Starts a coordinator that dies at a boundary; undefined if it did. Without a request it only opens the queue. */
async function coordinate(url: string, boundary: number, request?: RunRequest): Promise<Survivor | undefined> {
  const name = `coordinator ${coordinators.size}`;
  const work = async (): Promise<PairOutcome[]> => {
    const connection = await connectQueue({ url: `${url}&application_name=${encodeURIComponent(name)}` });
    const outcomes = request ? await resultsOf(await completeRun(connection, request)) : [];
    await connection.close();
    return outcomes;
  };
  return new Promise((resolve, reject) => {
    const coordinator: Coordinator = {
      ...{ boundary, statements: [], clients: new Set(), isDead: false },
      die: () => {
        coordinator.isDead = true;
        for (const { connection } of coordinator.clients) connection.stream.destroy();
        resolve(undefined);
      },
    };
    coordinators.set(name, coordinator);
    work().then(
      (outcomes) => resolve({ statements: coordinator.statements, outcomes }),
      (error) => !coordinator.isDead && reject(error),
    );
  });
}

/** Coordinators at a time: they mostly wait. */
const LANES = 4;

/** Goes through the boundaries, several at a time, until a coordinator survives. */
async function throughBoundaries(dies: (boundary: number) => Promise<Survivor | undefined>): Promise<Survivor> {
  let next = 0;
  let survivor: Survivor | undefined;
  const lane = async (): Promise<void> => {
    while (!survivor) {
      const survived = await dies(next++);
      survivor ??= survived;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return survivor as unknown as Survivor;
}

async function resultsOf(run: { results(): AsyncGenerator<PairOutcome> }): Promise<PairOutcome[]> {
  const outcomes: PairOutcome[] = [];
  for await (const outcome of run.results()) outcomes.push(outcome);
  return outcomes;
}

async function countsOf({ database }: QueueConnection): Promise<Record<string, number>> {
  const { rows } = await database.query(
    `select (select count(*)::integer from causal_velocity.run) as runs,
            (select count(*)::integer from causal_velocity.tile) as tiles,
            (select count(*)::integer from causal_velocity.stored_column) as columns,
            (select count(*)::integer from causal_velocity.column_part) as parts,
            (select count(*)::integer from causal_velocity.outcome) as outcomes,
            (select count(*)::integer from causal_velocity_jobs.job) as jobs`,
  );
  return rows[0];
}

/** A request that has no column in common with those of other salts, and its outcomes. */
function ownRequest(salt: number): { request: RunRequest; expected: readonly PairOutcome[] } {
  const { request, outcomes } = sampleRun(COLUMNS + 1, COLUMNS, salt);
  // Without the last column, which is constant.
  return {
    request: { ...request, tiles: [{ columns: [1, 2], pairs: [{ x: 1, y: 2 }] }] },
    expected: outcomes.slice(0, 1),
  };
}

/** What a second coordinator makes of a request: all of it, to the bit. */
async function expectCompleted(connection: QueueConnection, salt: number): Promise<void> {
  const { request, expected } = ownRequest(salt);
  const { id } = await createRun(connection, request);
  while ((await runStatus(connection, id)).state !== "done") await pause(10);
  expect(await runStatus(connection, id)).toMatchObject({ done: 1, failed: 0, waiting: 0, active: 0 });
  expect(await resultsOf(await completeRun(connection, request))).toStrictEqual(expected);
}

test("after a coordinator died at any statement, a second one completes the run: every pair, column and job once", async ({
  skip,
}) => {
  const url = await orSkip(skip, freshDatabase());
  const connection = await connectQueue({ url });
  const stop = new AbortController();
  const working = runQueueWorker(connection, { ...worker, signal: stop.signal });
  let requests = 0;
  const { statements } = await throughBoundaries(async (boundary) => {
    requests += 1;
    const { request, expected } = ownRequest(boundary);
    const survivor = await coordinate(url, boundary, request);
    if (survivor) expect(survivor.outcomes).toStrictEqual(expected);
    await expectCompleted(connection, boundary);
    return survivor;
  });
  stop.abort();
  // Nothing was decided twice, and nothing incomplete was left.
  expect(await working).toEqual({ jobs: requests, pairs: requests, unfinished: 0 });
  const columns = COLUMNS * requests;
  expect(await countsOf(connection)).toEqual({
    ...{ runs: requests, tiles: requests, jobs: requests, outcomes: requests, columns, parts: columns },
  });
  await connection.close();
  // The boundaries were those of every write, of waiting for others, and of reading.
  const writes = statements.map((text) =>
    /^\s*(?:with .*)?(begin|commit|insert into [\w.]+)/is.exec(text)?.[1]?.toLowerCase(),
  );
  const column = ["begin", "insert into causal_velocity.stored_column", "insert into causal_velocity.column_part"];
  const run = ["run", "run_column", "tile"].map((table) => `insert into causal_velocity.${table}`);
  expect(writes.filter((write) => write !== undefined)).toEqual([
    ...[...column, "commit", ...column, "commit"],
    ...["begin", ...run, "insert into causal_velocity_jobs.job", "commit"],
  ]);
});

test("a coordinator whose process is killed in the transaction of its run leaves what a second one completes", async ({
  skip,
}) => {
  const url = await orSkip(skip, freshDatabase());
  const connection = await connectQueue({ url });
  const { statements = [] } = (await coordinate(url, Infinity)) ?? {};
  const file = join(temporaryFolder(), "request");
  writeFileSync(file, serialize(ownRequest(1).request));
  const columnStatements = 5;
  // One for the run as it may exist, five for each column, and two into the transaction.
  const count = statements.length + 1 + COLUMNS * columnStatements + 2;
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("./coordinator-process.js", import.meta.url)), file, String(count)],
    { env: { ...process.env, CAUSAL_VELOCITY_QUEUE: url }, stdio: ["ignore", "ignore", "inherit"] },
  );
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
  expect(await countsOf(connection)).toMatchObject({ runs: 0, tiles: 0, jobs: 0, columns: COLUMNS, parts: COLUMNS });
  const stop = new AbortController();
  const working = runQueueWorker(connection, { ...worker, signal: stop.signal });
  await expectCompleted(connection, 1);
  stop.abort();
  await working;
  await connection.close();
});

test("after a coordinator died while it created the tables, a second one completes them", async ({ skip }) => {
  const { request, outcomes } = sampleRun(COLUMNS, COLUMNS);
  await throughBoundaries(async (boundary) => {
    const url = await orSkip(skip, freshDatabase());
    const survivor = await coordinate(url, boundary);
    const connection = await connectQueue({ url });
    expect(await resultsOf(await completeRun(connection, request, { worker }))).toStrictEqual(outcomes);
    await connection.close();
    return survivor;
  });
});
