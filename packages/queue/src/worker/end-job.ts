import type { MapOutcome } from "causal-velocity";
import { outcomeText } from "../batch/outcome-text.js";
import type { QueueConnection } from "../database/connect-queue.js";
import type { NewJob, TakenJob } from "../database/job-queue.js";

export interface JobEnd {
  readonly outcomes: readonly MapOutcome[];
  /** Jobs for the pairs that have no outcome. */
  readonly followUps: readonly NewJob[];
}

/** The batch was canceled or removed meanwhile: nothing is written. */
class Canceled extends Error {}

/**
 * Writes a job's outcomes, completes it and puts in what follows, all in one transaction; done twice, or by two workers,
 * it is as done once.
 *
 * A job that is not active any more, as its lease had ended, is another's: its outcomes count, what would follow does not.
 * @returns outcomes that are new
 */
export async function endJob(
  { database, jobs }: QueueConnection,
  { id, data }: TakenJob,
  { outcomes, followUps }: JobEnd,
): Promise<number> {
  try {
    return await database.transaction(async (executor) => {
      const { rows } = await executor.query(
        `insert into causal_velocity.outcome (batch, x, y, failed, outcome)
         select b.id, o.*
         from (select id from causal_velocity.batch where id = $1 for key share) as b,
              unnest($2::integer[], $3::integer[], $4::boolean[], $5::text[]) as o
         on conflict do nothing returning failed`,
        [
          data.batch,
          outcomes.map(({ x }) => x),
          outcomes.map(({ y }) => y),
          outcomes.map(isFailed),
          outcomes.map(outcomeText),
        ],
      );
      const counted = await executor.query(
        `update causal_velocity.batch set done = done + $2, failed = failed + $3
         where id = $1 and state = 'running' returning 1`,
        [data.batch, rows.length, rows.filter(({ failed }) => failed).length],
      );
      if (counted.rows.length === 0) throw new Canceled();
      if (await jobs.complete(id, executor)) await jobs.put(followUps, executor);
      return rows.length;
    });
  } catch (error) {
    if (!(error instanceof Canceled)) throw error;
    await jobs.complete(id, database);
    return 0;
  }
}

/** Whether a pair failed by a fault that is not its data's. */
function isFailed({ problem }: MapOutcome): boolean {
  return problem?.code === "internal";
}
