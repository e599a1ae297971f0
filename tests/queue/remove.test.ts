import { setTimeout as pause } from "node:timers/promises";
import {
  cancelRun,
  completeRun,
  connectQueue,
  createRun,
  type Database,
  type QueueConnection,
  type RunRequest,
  removeRun,
  retryRun,
  runQueueWorker,
  runResults,
  runStatus,
} from "@causal-velocity/queue";
import type { PairOutcome } from "causal-velocity";
import { afterAll, beforeEach, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { freshDatabase } from "../support/postgres.js";
import { decideHere, inProcess } from "./in-process-thread.js";
import { sampleRun } from "./sample-run.js";

let opened: Promise<QueueConnection> | undefined;
let connection: QueueConnection;

beforeEach(async ({ skip }) => {
  opened ??= freshDatabase().then((url) => connectQueue({ url }));
  connection = await orSkip(skip, opened);
});

afterAll(async () => {
  await (await opened?.catch(() => undefined))?.close();
});

const { request: SAMPLE, outcomes: EXPECTED } = sampleRun(3, 2);
const withKey = (key: string): RunRequest => ({ ...SAMPLE, key });
const worker = { jobs: 1, startThread: inProcess() };

async function outcomesOf(id: string): Promise<PairOutcome[]> {
  const outcomes: PairOutcome[] = [];
  for await (const outcome of runResults(connection, id)) outcomes.push(outcome);
  return outcomes;
}

/** Decides the waiting pairs and compares the outcomes. */
async function expectExact(id: string): Promise<void> {
  await runQueueWorker(connection, { ...worker, until: "drained" });
  expect(await outcomesOf(id)).toStrictEqual(EXPECTED);
}

async function cancelAndRemove(id: string): Promise<void> {
  await cancelRun(connection, id);
  await removeRun(connection, id);
}

/** Rows of every table; `torn` counts parts without a column, and columns without all of their parts. */
async function rowsLeft(): Promise<Record<string, number>> {
  const tables = ["run", "run_column", "tile", "outcome", "stored_column", "column_part"];
  const counts = [
    ...tables.map((table) => `(select count(*)::integer from causal_velocity.${table}) as ${table}`),
    "(select count(*)::integer from causal_velocity_jobs.job) as job",
    "(select count(*)::integer from causal_velocity_jobs.archive) as archive",
    `(select count(*)::integer from causal_velocity.stored_column c full join
       (select hash, count(*) as parts from causal_velocity.column_part group by hash) p on c.hash = p.hash
      where c.part_count is distinct from p.parts) as torn`,
  ];
  return (await connection.database.query(`select ${counts.join(", ")}`)).rows[0];
}

/** The connection, with an action before each transaction, or at its end. */
function disturbed(before: () => Promise<unknown>, atEnd: () => Promise<unknown> = async () => {}): QueueConnection {
  const { database } = connection;
  const transaction: Database["transaction"] = async (action) => {
    await before();
    return database.transaction(async (executor) => {
      const value = await action(executor);
      await atEnd();
      return value;
    });
  };
  return { ...connection, database: { ...database, transaction } };
}

const NOTHING = { run: 0, run_column: 0, tile: 0, outcome: 0, stored_column: 0, column_part: 0, job: 0 };

test("removing a finished run deletes its outcomes, tiles, jobs and columns, but not columns that another run uses", async () => {
  const first = await completeRun(connection, withKey("first"), { worker });
  // Two columns of the same table, and one of another.
  const other = sampleRun(2, 2, 1).request.columns[0];
  const { id: second } = await createRun(connection, {
    ...SAMPLE,
    columns: [...SAMPLE.columns.slice(0, 2), other as (typeof SAMPLE.columns)[number]],
  });
  expect(await removeRun(connection, first.id)).toEqual({ id: first.id, outcomes: EXPECTED.length, columns: 1 });
  await expect(runStatus(connection, first.id)).rejects.toMatchObject({ code: "unknown-run" });
  for (const ask of [removeRun, retryRun, cancelRun]) {
    await expect(ask(connection, first.id)).rejects.toMatchObject({ code: "unknown-run" });
  }
  await expect(removeRun(connection, second)).rejects.toThrow(
    `run "${second}": running; expected a run that is done or canceled. causal-velocity runs cancel ${second} cancels it.`,
  );
  expect(await rowsLeft()).toMatchObject({ run: 1, run_column: 3, outcome: 0, stored_column: 3, column_part: 3 });
  await cancelRun(connection, second);
  expect(await removeRun(connection, second)).toEqual({ id: second, outcomes: 0, columns: 3 });
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
  // Created again, it is decided again.
  const again = await completeRun(connection, withKey("first"), { worker });
  expect([again.id, await outcomesOf(again.id)]).toEqual([first.id, EXPECTED]);
  await removeRun(connection, again.id);
});

test("a run that is being created when its columns are removed stores them again", async () => {
  const { id: old } = await createRun(connection, withKey("old"));
  let removals = 0;
  const makes = disturbed(async () => {
    // Its columns are found, and then removed.
    if (removals++ === 0) await cancelAndRemove(old);
  });
  const { id, rejoined } = await createRun(makes, withKey("new"));
  expect([rejoined, removals]).toEqual([false, 1 + 3 + 1]);
  await expectExact(id);
  await removeRun(connection, id);
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
});

test("a removal waits for a run that is being created, and keeps its columns", async () => {
  const { id: old } = await createRun(connection, withKey("old"));
  let removing: Promise<void> | undefined;
  const makes = disturbed(
    async () => {},
    async () => {
      removing = cancelAndRemove(old);
      const waits =
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%stored_column%'";
      while ((await connection.database.query(waits)).rows.length === 0) await pause(5);
    },
  );
  const { id } = await createRun(makes, withKey("new"));
  await removing;
  await expect(runStatus(connection, old)).rejects.toMatchObject({ code: "unknown-run" });
  await expectExact(id);
  await removeRun(connection, id);
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
});

test("runs of the same columns, created and removed by many at once, leave nothing incomplete and nothing behind", async () => {
  const [rounds, lanes] = [12, 4];
  const turns = async (lane: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      // Every second lane creates the same run as its neighbor, which may have removed it already.
      const { id } = await createRun(connection, withKey(`lane ${lane >> 1}, round ${round}`));
      const missing = (error: { code?: string }): void => {
        if (error.code !== "unknown-run") throw error;
      };
      await cancelAndRemove(id).catch(missing);
      expect((await rowsLeft()).torn).toBe(0);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => turns(lane)));
  const { id } = await createRun(connection, withKey("last"));
  await expectExact(id);
  await removeRun(connection, id);
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
});

test("a worker drops a tile whose run is removed, and continues with others", async () => {
  const { id: gone } = await createRun(connection, withKey("gone"));
  let stays: string | undefined;
  const { pairs } = await runQueueWorker(connection, {
    ...{ jobs: 1, until: "drained" },
    startThread: inProcess(async (work, report, signal) => {
      if (stays === undefined) {
        await cancelAndRemove(gone);
        stays = (await createRun(connection, withKey("stays"))).id;
      }
      await decideHere(work, report, signal);
    }),
  });
  expect(pairs).toBe(EXPECTED.length);
  expect(await outcomesOf(stays ?? "")).toStrictEqual(EXPECTED);
  await removeRun(connection, stays ?? "");
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
});

test("reading the outcomes of a run that is removed meanwhile is an error", async () => {
  const { id } = await completeRun(connection, withKey("read"), { worker });
  const reading = runResults(connection, id);
  expect((await reading.next()).value).toStrictEqual(EXPECTED[0]);
  await removeRun(connection, id);
  await expect(
    (async () => {
      for await (const _ of reading);
    })(),
  ).rejects.toMatchObject({ code: "unknown-run" });
});
