import PgBoss from "pg-boss";
import type { Database, Executor } from "./database.js";
import { makeMissing } from "./schema.js";

/** Schema of pg-boss's tables, apart from ours. */
const SCHEMA = "causal_velocity_jobs";
/** Jobs wait as long as it takes: pg-boss would put them away after 14 days. */
const KEEP_UNTIL = "9999-12-31T00:00:00Z";
/** A job whose worker died comes back; after how many times its pairs have failed is for the worker to say. */
const RETRY_LIMIT = 1_000_000;
/** Seconds after which what is over goes to pg-boss's archive, and days after which it is deleted there. */
const ARCHIVE_AFTER = 3600;
const DELETE_AFTER_DAYS = 7;

/** What a job says: never data, never code. Without `pairs`, all of the tile. */
export interface JobData {
  readonly batch: string;
  readonly tile: number;
  readonly pairs?: readonly (readonly [x: number, y: number])[];
  /** How often its only pair has failed before. */
  readonly attempt: number;
}

export interface NewJob {
  /** A UUID; a job with this one is not put in twice. */
  readonly id: string;
  readonly data: JobData;
  /** Seconds that a worker has before it must have extended its lease. */
  readonly lease: number;
  /** Seconds before which nobody takes it. */
  readonly delay?: number;
}

/** A job that this worker holds. */
export interface TakenJob {
  readonly id: string;
  readonly data: JobData;
  /** How often a worker that had it was lost. */
  readonly losses: number;
  readonly lease: number;
}

/** Jobs of one version of the package: others could decide otherwise, so each version has a queue of its own. */
export interface JobQueue {
  put(jobs: readonly NewJob[], executor: Executor): Promise<void>;
  take(): Promise<TakenJob | undefined>;
  /** Extends the lease; false if the job is no longer held: canceled, or given to another. */
  extend(id: string): Promise<boolean>;
  /** False if it was not active any more. */
  complete(id: string, executor: Executor): Promise<boolean>;
  /** Ends all jobs of a batch that are not over. */
  cancelBatch(batch: string, executor: Executor): Promise<void>;
  /** Deletes all jobs of a batch, those that are over too. */
  removeBatch(batch: string, executor: Executor): Promise<void>;
  /** Jobs of a batch, or of all. */
  count(batch?: string): Promise<{ readonly waiting: number; readonly active: number }>;
  /** Brings back jobs whose lease has ended, and puts away what is over; once in so many seconds, whoever asks. */
  maintain(seconds: number): Promise<void>;
}

/**
 * pg-boss on our own connections.
 *
 * It is asked to do nothing on its own, so that every statement is one of ours, and its errors reach us.
 * @param version of the package, which names the queue
 */
export async function openJobQueue(database: Database, version: string): Promise<JobQueue> {
  const name = `tiles-${version.replace(/[^\w-]/g, "_")}`;
  const boss = new PgBoss({
    schema: SCHEMA,
    db: bossDatabase(database),
    supervise: false,
    schedule: false,
    archiveCompletedAfterSeconds: ARCHIVE_AFTER,
    deleteAfterDays: DELETE_AFTER_DAYS,
  });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(name);
  // Without it, whoever takes a job has all that wait sorted.
  await makeMissing(database, `${SCHEMA}.job_turn`, async ({ query }) => {
    await query(
      `create index if not exists job_turn on ${SCHEMA}.job (name, priority desc, created_on, id) where state < 'active'`,
    );
  });
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
      // pg-boss takes every error of this statement for an empty queue.
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
    cancelBatch: async (batch, executor) => {
      // Of every version: whoever cancels need not be able to decide.
      const { rows } = await executor.query(
        `select name, array_agg(id::text) as ids from ${SCHEMA}.job
         where data->>'batch' = $1 and state < 'completed' group by name`,
        [batch],
      );
      for (const { name: queue, ids } of rows) await boss.cancel(queue, ids, { db: bossDatabase(executor) });
    },
    removeBatch: async (batch, executor) => {
      for (const table of ["job", "archive"]) {
        await executor.query(`delete from ${SCHEMA}.${table} where data->>'batch' = $1`, [batch]);
      }
    },
    count: async (batch) => {
      const { rows } = await database.query(
        `select count(*) filter (where state < 'active')::integer as waiting,
                count(*) filter (where state = 'active')::integer as active
         from ${SCHEMA}.job
         where name = $1 and state < 'completed' and ($2::text is null or data->>'batch' = $2)`,
        [name, batch ?? null],
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
