import { InputError } from "causal-velocity";
import type { QueueConnection } from "../database/connect-queue.js";
import type { NewJob } from "../database/job-queue.js";
import { batchCounts, unknownBatch } from "./batch-status.js";
import { jobId } from "./job-id.js";

/** Jobs that one statement adds. */
const JOBS_AT_ONCE = 1000;

/**
 * Puts pairs back into the queue: those that failed by no fault of the data, each as a job of its own, and those that a
 * cancel left undecided. Outcomes that are decisions, or faults of the data, stay as they are.
 *
 * @returns how many pairs are tried again     @throws InputError `unknown-batch`, or `wrong-option` for a batch of another version
 */
export async function retryBatch(connection: QueueConnection, id: string): Promise<number> {
  const { version, limits } = await batchCounts(connection, id);
  if (version !== connection.version) throw otherVersion(id, version, connection.version);
  return connection.database.transaction(async (executor) => {
    const { rows: found } = await executor.query(
      "select state, round from causal_velocity.batch where id = $1 for update",
      [id],
    );
    if (found.length === 0) throw unknownBatch(id);
    const { state, round } = found[0];
    const { rows: failed } = await executor.query(
      "delete from causal_velocity.outcome where batch = $1 and failed returning x, y",
      [id],
    );
    const { rows: left } =
      state === "canceled"
        ? await executor.query(
            `select t.number, array_agg(array[p.x, p.y] order by p.x, p.y) as pairs
             from causal_velocity.tile t
             cross join lateral (
               select t.pairs[2 * i - 1] as x, t.pairs[2 * i] as y from generate_series(1, cardinality(t.pairs) / 2) i
             ) p
             where t.batch = $1
               and not exists (
                 select 1 from causal_velocity.outcome o where o.batch = $1 and o.x = p.x and o.y = p.y
               )
               and (p.x, p.y) not in (select * from unnest($2::integer[], $3::integer[]))
             group by t.number order by t.number`,
            [id, failed.map(({ x }) => x), failed.map(({ y }) => y)],
          )
        : { rows: [] };
    const alone = failed.map(({ x, y }, i): NewJob["data"] & { part: string } => ({
      ...{ batch: id, tile: i, pairs: [[x, y]], attempt: 0, part: "failed" },
    }));
    const undone = left.map(({ number, pairs }): NewJob["data"] & { part: string } => ({
      ...{ batch: id, tile: number, pairs, attempt: 0, part: "undone" },
    }));
    const jobs = [...alone, ...undone].map(
      ({ part, ...data }, i): NewJob => ({
        id: jobId(data.tile, id, "round", round + 1, part, i),
        data,
        lease: limits.lease,
      }),
    );
    for (let start = 0; start < jobs.length; start += JOBS_AT_ONCE) {
      await connection.jobs.put(jobs.slice(start, start + JOBS_AT_ONCE), executor);
    }
    await executor.query(
      `update causal_velocity.batch
       set state = 'running', round = round + 1, done = done - $2, failed = failed - $2 where id = $1`,
      [id, failed.length],
    );
    return jobs.reduce((sum, { data }) => sum + (data.pairs?.length ?? 0), 0);
  });
}

function otherVersion(id: string, version: string, own: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: `batch "${id}"`,
    value: `made by version ${version}`,
    expected: `a batch of version ${own}`,
    remedy: `Use version ${version}, or make the batch anew.`,
  });
}
