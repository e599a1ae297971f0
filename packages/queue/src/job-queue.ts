import { createHash } from "node:crypto";
import PgBoss from "pg-boss";
import type { Database, Executor } from "./database.js";
import type { SchemaPart } from "./schema.js";

/** Schema of pg-boss's tables, apart from ours. */
const SCHEMA = "causal_velocity_jobs";
/** Jobs wait as long as necessary: by default, pg-boss archives them after 14 days. */
const KEEP_UNTIL = "9999-12-31T00:00:00Z";
/** A job whose worker died is given out again; the worker decides how often. */
const RETRY_LIMIT = 1_000_000;
/** Seconds until finished jobs go to pg-boss's archive, and days until they are deleted there. */
const ARCHIVE_AFTER = 3600;
const DELETE_AFTER_DAYS = 7;

/** The content of a job: never data or code. Without `pairs`, all pairs of the tile. */
export interface JobData {
  readonly run: string;
  readonly tile: number;
  readonly pairs?: readonly (readonly [x: number, y: number])[];
  /** How often its only pair has failed so far. */
  readonly attempt: number;
}

export interface NewJob {
  /** A UUID; a job is added only once. */
  readonly id: string;
  readonly data: JobData;
  /** Seconds after which a worker must have extended its lease. */
  readonly lease: number;
  /** Seconds before it can be taken. */
  readonly delay?: number;
}

/** A job that this worker holds. */
export interface TakenJob {
  readonly id: string;
  readonly data: JobData;
  /** How often its worker was lost. */
  readonly losses: number;
  readonly lease: number;
}

/** Jobs of one version of the package: other versions may decide differently, so each has its own queue. */
export interface JobQueue {
  put(jobs: readonly NewJob[], executor: Executor): Promise<void>;
  take(): Promise<TakenJob | undefined>;
  /** Extends the lease; false if the job was canceled or given to another worker. */
  extend(id: string): Promise<boolean>;
  /** False if it was no longer active. */
  complete(id: string, executor: Executor): Promise<boolean>;
  /** Cancels all unfinished jobs of a run. */
  cancelRun(run: string, executor: Executor): Promise<void>;
  /** Deletes all jobs of a run, finished ones too. */
  removeRun(run: string, executor: Executor): Promise<void>;
  /** Jobs of one run, or of all runs. */
  count(run?: string): Promise<{ readonly waiting: number; readonly active: number }>;
  /** Gives out jobs again whose lease has ended, and archives finished ones; at most once in so many seconds, for all workers together. */
  maintain(seconds: number): Promise<void>;
}

/** pg-boss's tables, an index, and the queue of this version of the package. */
export function jobParts(version: string): SchemaPart[] {
  const queue = queueName(version);
  return [
    { name: `${SCHEMA}.version`, make: ({ query }) => query(bossTables()) },
    {
      // Without it, taking a job sorts all waiting jobs.
      name: `${SCHEMA}.job_turn`,
      make: ({ query }) =>
        query(`create index job_turn on ${SCHEMA}.job (name, priority desc, created_on, id) where state < 'active'`),
    },
    {
      // pg-boss keeps the jobs of each queue in a table of its own, named by this hash.
      name: `${SCHEMA}.j${createHash("sha224").update(queue).digest("hex")}`,
      make: (executor) => bossOn(executor).createQueue(queue),
    },
  ];
}

/** The statements that create pg-boss's tables, without its own transaction around them: they are a part of ours. */
function bossTables(): string {
  const [, statements] = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(PgBoss.getConstructionPlans(SCHEMA)) ?? [];
  if (statements === undefined) throw new Error("pg-boss does not create its tables in one transaction");
  return statements;
}

function queueName(version: string): string {
  return `tiles-${version.replace(/[^\w-]/g, "_")}`;
}

function bossOn(executor: Executor): PgBoss {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: bossDatabase(executor),
    supervise: false,
    schedule: false,
    archiveCompletedAfterSeconds: ARCHIVE_AFTER,
    deleteAfterDays: DELETE_AFTER_DAYS,
  });
  boss.on("error", () => {});
  return boss;
}

/**
 * pg-boss on our own connections.
 *
 * It does nothing by itself, so that every statement is requested here and its errors are reported here.
 * @param database with `jobParts`     @param version of the package, which names the queue
 */
export async function openJobQueue(database: Database, version: string): Promise<JobQueue> {
  const name = queueName(version);
  const boss = bossOn(database);
  await boss.start();
  const affected = (answer: unknown): boolean => (answer as { affected: number }).affected > 0;
  return {
    put: async (jobs, executor) => {
      if (jobs.length === 0) return;
      await boss.insert(
        jobs.map(({ id, data, lease, delay = 0 }) => ({
          id,
          name,
          data,
          expireInSeconds: lease,
          startAfter: String(delay),
          retryLimit: RETRY_LIMIT,
          keepUntil: KEEP_UNTIL,
        })),
        { db: bossDatabase(executor) },
      );
    },
    take: async () => {
      // pg-boss treats every error of this statement as an empty queue.
      let fault: unknown;
      const db = {
        executeSql: (text: string, values: unknown[]) =>
          database.query(text, values).catch((error: unknown) => {
            fault = error;
            throw error;
          }),
      };
      const [job] = await boss.fetch<JobData>(name, { includeMetadata: true, db });
      if (fault !== undefined) throw fault;
      return job && { id: job.id, data: job.data, losses: job.retryCount, lease: Number(job.expireInSeconds) };
    },
    extend: async (id) => {
      // pg-boss 10 has no heartbeat; a lease runs from started_on.
      const { rows } = await database.query(
        `update ${SCHEMA}.job set started_on = now() where name = $1 and id = $2 and state = 'active' returning 1`,
        [name, id],
      );
      return rows.length > 0;
    },
    complete: async (id, executor) => affected(await boss.complete(name, id, {}, { db: bossDatabase(executor) })),
    cancelRun: async (run, executor) => {
      // Of every version: any version can cancel.
      const { rows } = await executor.query(
        `select name, array_agg(id::text) as ids from ${SCHEMA}.job
         where data->>'run' = $1 and state < 'completed' group by name`,
        [run],
      );
      for (const { name: queue, ids } of rows) await boss.cancel(queue, ids, { db: bossDatabase(executor) });
    },
    removeRun: async (run, executor) => {
      for (const table of ["job", "archive"]) {
        await executor.query(`delete from ${SCHEMA}.${table} where data->>'run' = $1`, [run]);
      }
    },
    count: async (run) => {
      const { rows } = await database.query(
        `select count(*) filter (where state < 'active')::integer as waiting,
                count(*) filter (where state = 'active')::integer as active
         from ${SCHEMA}.job
         where name = $1 and state < 'completed' and ($2::text is null or data->>'run' = $2)`,
        [name, run ?? null],
      );
      return { waiting: rows[0].waiting, active: rows[0].active };
    },
    maintain: async (seconds) => {
      const { rows } = await database.query(
        `insert into causal_velocity.about (name, value) values ('maintained', now()::text)
         on conflict (name) do update set value = excluded.value
         where about.value::timestamptz < now() - $1 * interval '1 second' returning 1`,
        [seconds],
      );
      if (rows.length > 0) await boss.maintain();
    },
  };
}

function bossDatabase({ query }: Executor): PgBoss.Db {
  return { executeSql: (text, values) => query(text, values) };
}

/**
 * The UUID of a job: the same for the same parts, so that adding a job again changes nothing. Jobs of one run are taken
 * in the order of their tiles.
 */
export function jobId(tile: number, ...parts: readonly (string | number)[]): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([tile, ...parts]))
    .digest("hex");
  const first = tile.toString(16).padStart(8, "0");
  // Version 8: a custom UUID.
  return `${first}-${digest.slice(0, 4)}-8${digest.slice(4, 7)}-8${digest.slice(7, 10)}-${digest.slice(10, 22)}`;
}
