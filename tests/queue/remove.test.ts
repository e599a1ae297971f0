import { setTimeout as pause } from "node:timers/promises";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import {
  type BatchRequest,
  batchResults,
  batchStatus,
  cancelBatch,
  connectQueue,
  createBatch,
  type Database,
  type DecideTile,
  type EmbeddedServer,
  type QueueConnection,
  removeBatch,
  retryBatch,
  runBatch,
  runQueueWorker,
} from "@causal-velocity/queue";
import { bestRoutines, type MapOutcome } from "causal-velocity";
import { afterAll, beforeEach, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { startPostgres } from "../support/postgres.js";
import { sampleBatch } from "./sample-batch.js";

let server: EmbeddedServer | undefined;
let opened: Promise<QueueConnection> | undefined;
let connection: QueueConnection;

beforeEach(async ({ skip }) => {
  opened ??= startPostgres().then((started) => {
    server = started;
    return connectQueue(started.address);
  });
  connection = await orSkip(skip, opened);
});

afterAll(async () => {
  await (await opened?.catch(() => undefined))?.close();
  await server?.stop();
});

const { request: SAMPLE, outcomes: EXPECTED } = sampleBatch(3, 2);
const withKey = (key: string): BatchRequest => ({ ...SAMPLE, key });
const decide: DecideTile = async ({ tile, columns, settings }, tell) => {
  decideTile(tile, columns, { ...settings, routines: bestRoutines() }, tell);
};

async function outcomesOf(id: string): Promise<MapOutcome[]> {
  const outcomes: MapOutcome[] = [];
  for await (const outcome of batchResults(connection, id)) outcomes.push(outcome);
  return outcomes;
}

/** Decides what waits, and compares. */
async function expectExact(id: string): Promise<void> {
  await runQueueWorker(connection, { jobs: 1, until: "drained", decide });
  expect(await outcomesOf(id)).toStrictEqual(EXPECTED);
}

async function cancelAndRemove(id: string): Promise<void> {
  await cancelBatch(connection, id);
  await removeBatch(connection, id);
}

/** Rows of every table; parts that belong to no column, and columns without all of theirs, are told as torn. */
async function rowsLeft(): Promise<Record<string, number>> {
  const tables = ["batch", "batch_column", "tile", "outcome", "stored_column", "column_part"];
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

/** The connection, with something to be done before a transaction begins, or amid it. */
function disturbed(before: () => Promise<unknown>, amid: () => Promise<unknown> = async () => {}): QueueConnection {
  const { database } = connection;
  const transaction: Database["transaction"] = async (action) => {
    await before();
    return database.transaction(async (executor) => {
      const value = await action(executor);
      await amid();
      return value;
    });
  };
  return { ...connection, database: { ...database, transaction } };
}

const NOTHING = { batch: 0, batch_column: 0, tile: 0, outcome: 0, stored_column: 0, column_part: 0, job: 0 };

test("a batch that is done goes with its outcomes, tiles, jobs and columns, but not with those that another uses", async () => {
  const first = await runBatch(connection, withKey("first"), { worker: { jobs: 1, decide } });
  // Two columns of the same table, and one of another.
  const other = sampleBatch(2, 2, 1).request.columns[0];
  const { id: second } = await createBatch(connection, {
    ...SAMPLE,
    columns: [...SAMPLE.columns.slice(0, 2), other as (typeof SAMPLE.columns)[number]],
  });
  expect(await removeBatch(connection, first.id)).toEqual({ id: first.id, outcomes: EXPECTED.length, columns: 1 });
  await expect(batchStatus(connection, first.id)).rejects.toMatchObject({ code: "unknown-batch" });
  for (const ask of [removeBatch, retryBatch, cancelBatch]) {
    await expect(ask(connection, first.id)).rejects.toMatchObject({ code: "unknown-batch" });
  }
  await expect(removeBatch(connection, second)).rejects.toThrow(
    `batch "${second}": running; expected a batch that is done or canceled. causal-velocity batch cancel ${second} ends it.`,
  );
  expect(await rowsLeft()).toMatchObject({ batch: 1, batch_column: 3, outcome: 0, stored_column: 3, column_part: 3 });
  await cancelBatch(connection, second);
  expect(await removeBatch(connection, second)).toEqual({ id: second, outcomes: 0, columns: 3 });
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
  // Asked for again, it is decided anew.
  const again = await runBatch(connection, withKey("first"), { worker: { jobs: 1, decide } });
  expect([again.id, await outcomesOf(again.id)]).toEqual([first.id, EXPECTED]);
  await removeBatch(connection, again.id);
});

test("a batch that is being made when its columns go stores them again", async () => {
  const { id: old } = await createBatch(connection, withKey("old"));
  let removals = 0;
  const makes = disturbed(async () => {
    // Its columns are found to be there; then they go.
    if (removals++ === 0) await cancelAndRemove(old);
  });
  const { id, rejoined } = await createBatch(makes, withKey("new"));
  expect([rejoined, removals]).toEqual([false, 1 + 3 + 1]);
  await expectExact(id);
  await removeBatch(connection, id);
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
});

test("a removal waits for a batch that is being made, and leaves it the columns", async () => {
  const { id: old } = await createBatch(connection, withKey("old"));
  let removing: Promise<void> | undefined;
  const makes = disturbed(
    async () => {},
    async () => {
      removing = cancelAndRemove(old);
      const waits = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%stored_column%'";
      while ((await connection.database.query(waits)).rows.length === 0) await pause(5);
    },
  );
  const { id } = await createBatch(makes, withKey("new"));
  await removing;
  await expect(batchStatus(connection, old)).rejects.toMatchObject({ code: "unknown-batch" });
  await expectExact(id);
  await removeBatch(connection, id);
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
});

test("batches of the same columns, made and removed by many at once, leave nothing torn and nothing behind", async () => {
  const [rounds, lanes] = [12, 4];
  const turns = async (lane: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      // Every second lane makes the same batch as its neighbour, who may have removed it already.
      const { id } = await createBatch(connection, withKey(`lane ${lane >> 1}, round ${round}`));
      const missing = (error: { code?: string }): void => {
        if (error.code !== "unknown-batch") throw error;
      };
      await cancelAndRemove(id).catch(missing);
      expect((await rowsLeft()).torn).toBe(0);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => turns(lane)));
  const { id } = await createBatch(connection, withKey("last"));
  await expectExact(id);
  await removeBatch(connection, id);
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
});

test("a worker that has a tile of a batch that goes lets go of it, and works on", async () => {
  const { id: gone } = await createBatch(connection, withKey("gone"));
  let stays: string | undefined;
  const { pairs } = await runQueueWorker(connection, {
    ...{ jobs: 1, until: "drained" },
    decide: async (work, tell, signal) => {
      if (stays === undefined) {
        await cancelAndRemove(gone);
        stays = (await createBatch(connection, withKey("stays"))).id;
      }
      await decide(work, tell, signal);
    },
  });
  expect(pairs).toBe(EXPECTED.length);
  expect(await outcomesOf(stays ?? "")).toStrictEqual(EXPECTED);
  await removeBatch(connection, stays ?? "");
  expect(await rowsLeft()).toEqual({ ...NOTHING, archive: 0, torn: 0 });
});

test("whoever reads outcomes of a batch that goes meanwhile is told", async () => {
  const { id } = await runBatch(connection, withKey("read"), { worker: { jobs: 1, decide } });
  const reading = batchResults(connection, id);
  expect((await reading.next()).value).toStrictEqual(EXPECTED[0]);
  await removeBatch(connection, id);
  await expect(
    (async () => {
      for await (const _ of reading);
    })(),
  ).rejects.toMatchObject({ code: "unknown-batch" });
});
