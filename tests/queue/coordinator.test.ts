import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { decideTile } from "@causal-velocity/core/pairs/decide-tile.js";
import {
  batchStatus,
  connectQueue,
  createBatch,
  type DecideTile,
  type EmbeddedServer,
  type QueueConnection,
  runBatch,
  runQueueWorker,
} from "@causal-velocity/queue";
import { bestRoutines, type MapOutcome } from "causal-velocity";
import { afterAll, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { startPostgres } from "../support/postgres.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { sampleBatch } from "./sample-batch.js";

const PROCESS = fileURLToPath(new URL("./coordinator-process.js", import.meta.url));
/** Coordinators that run at a time: as many as a small machine has cores. */
const LANES = 2;
const COLUMNS = 2;

let started: Promise<EmbeddedServer> | undefined;
const start = (): Promise<EmbeddedServer> => {
  started ??= startPostgres();
  return started;
};
afterAll(async () => (await started?.catch(() => undefined))?.stop());

interface Survivor {
  readonly statements: readonly string[];
  readonly outcomes: readonly MapOutcome[];
}

/** A coordinator in a process of its own, to die at a boundary; undefined if it did. @param file holds its request */
async function coordinate(url: string, file: string, boundary: number): Promise<Survivor | undefined> {
  const child = spawn(process.execPath, [PROCESS, file, String(boundary)], {
    env: { ...process.env, CAUSAL_VELOCITY_QUEUE: url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [told, [code, signal]] = await Promise.all([buffer(child.stdout), once(child, "close")]);
  if (signal === "SIGKILL") return undefined;
  expect(code).toBe(0);
  return deserialize(told);
}

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

const decide: DecideTile = async ({ tile, columns, settings }, tell) => {
  decideTile(tile, columns, { ...settings, routines: bestRoutines() }, tell);
};

async function resultsOf(run: { results(): AsyncGenerator<MapOutcome> }): Promise<MapOutcome[]> {
  const outcomes: MapOutcome[] = [];
  for await (const outcome of run.results()) outcomes.push(outcome);
  return outcomes;
}

async function countsOf({ database }: QueueConnection): Promise<Record<string, number>> {
  const { rows } = await database.query(
    `select (select count(*)::integer from causal_velocity.batch) as batches,
            (select count(*)::integer from causal_velocity.tile) as tiles,
            (select count(*)::integer from causal_velocity.stored_column) as columns,
            (select count(*)::integer from causal_velocity.column_part) as parts,
            (select count(*)::integer from causal_velocity.outcome) as outcomes,
            (select count(*)::integer from causal_velocity_jobs.job) as jobs`,
  );
  return rows[0];
}

test("a coordinator killed at any statement leaves what a second one brings to the same end: every pair, column and job once", async ({
  skip,
}) => {
  const { url = "" } = (await orSkip(skip, start())).address;
  const connection = await connectQueue({ url });
  const stop = new AbortController();
  const working = runQueueWorker(connection, { jobs: 1, pollSeconds: 0.02, signal: stop.signal, decide });
  const folder = temporaryFolder();
  let requests = 0;
  const { statements } = await throughBoundaries(async (boundary) => {
    requests += 1;
    const { request, outcomes } = sampleBatch(COLUMNS + 1, COLUMNS, boundary);
    // Without the last, constant column, no two requests have a column in common.
    const own = { ...request, tiles: [{ columns: [1, 2], pairs: [{ x: 1, y: 2 }] }] };
    const expected = outcomes.slice(0, 1);
    const file = join(folder, `request-${boundary}`);
    writeFileSync(file, serialize(own));
    const survivor = await coordinate(url, file, boundary);
    if (survivor) expect(survivor.outcomes).toStrictEqual(expected);
    const { id } = await createBatch(connection, own);
    while ((await batchStatus(connection, id)).state !== "done") await pause(10);
    expect(await batchStatus(connection, id)).toMatchObject({ done: 1, failed: 0, waiting: 0, active: 0 });
    expect(await resultsOf(await runBatch(connection, own))).toStrictEqual(expected);
    return survivor;
  });
  stop.abort();
  // Nothing was decided twice, and nothing half made was left.
  expect(await working).toEqual({ jobs: requests, pairs: requests, unfinished: 0 });
  const columns = COLUMNS * requests;
  expect(await countsOf(connection)).toEqual({
    ...{ batches: requests, tiles: requests, jobs: requests, outcomes: requests, columns, parts: columns },
  });
  await connection.close();
  // The boundaries were those of every write, while it looked how far others were, and while it read.
  const writes = statements.map((text) =>
    /^\s*(?:with .*)?(begin|commit|insert into [\w.]+)/is.exec(text)?.[1]?.toLowerCase(),
  );
  const column = ["begin", "insert into causal_velocity.stored_column", "insert into causal_velocity.column_part"];
  const batch = ["batch", "batch_column", "tile"].map((table) => `insert into causal_velocity.${table}`);
  expect(writes.filter((write) => write !== undefined)).toEqual([
    ...[...column, "commit", ...column, "commit"],
    ...["begin", ...batch, "insert into causal_velocity_jobs.job", "commit"],
  ]);
});

test("a coordinator killed while it makes the tables leaves what a second one completes", async ({ skip }) => {
  const { url = "" } = (await orSkip(skip, start())).address;
  const owner = await connectQueue({ url });
  const { request, outcomes } = sampleBatch(COLUMNS, COLUMNS);
  await throughBoundaries(async (boundary) => {
    const name = `fresh_${boundary}`;
    await owner.database.query(`create database ${name} strategy file_copy`);
    const own = url.replace(/\/\w+\?/, `/${name}?`);
    const survivor = await coordinate(own, "", boundary);
    const connection = await connectQueue({ url: own });
    const run = await runBatch(connection, request, { worker: { jobs: 1, decide } });
    expect(await resultsOf(run)).toStrictEqual(outcomes);
    await connection.close();
    await owner.database.query(`drop database ${name} with (force)`);
    return survivor;
  });
  await owner.close();
});
