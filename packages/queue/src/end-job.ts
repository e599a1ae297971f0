import type { ColumnPair } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { QueueConnection } from "./connect-queue.js";
import { type JobData, jobId, type NewJob, type TakenJob } from "./job-queue.js";
import type { NamedPair } from "./load-job.js";
import { outcomeText } from "./run-outcomes.js";
import type { RunLimits } from "./run-settings.js";

export interface JobEnd {
  readonly outcomes: readonly PairOutcome[];
  /** Jobs for the pairs that have no outcome. */
  readonly followUps: readonly NewJob[];
}

/** The run was canceled or removed: nothing is written. */
class Canceled extends Error {}

/**
 * Writes a job's outcomes, completes it and adds the jobs that follow, all in one transaction; done twice, or by two
 * workers, it has the effect of one.
 *
 * A job that is no longer active, because its lease had ended, belongs to another worker: its outcomes count, but no
 * jobs are added.
 * @returns the number of new outcomes
 */
export async function endJob(
  { database, jobs }: QueueConnection,
  { id, data }: TakenJob,
  { outcomes, followUps }: JobEnd,
): Promise<number> {
  try {
    return await database.transaction(async (executor) => {
      const { rows } = await executor.query(
        `insert into causal_velocity.outcome (run, x, y, failed, outcome)
         select b.id, o.*
         from (select id from causal_velocity.run where id = $1 for key share) as b,
              unnest($2::integer[], $3::integer[], $4::boolean[], $5::text[]) as o
         on conflict do nothing returning failed`,
        [
          data.run,
          outcomes.map(({ x }) => x),
          outcomes.map(({ y }) => y),
          outcomes.map(isFailed),
          outcomes.map(outcomeText),
        ],
      );
      const counted = await executor.query(
        `update causal_velocity.run set done = done + $2, failed = failed + $3
         where id = $1 and state = 'running' returning 1`,
        [data.run, rows.length, rows.filter(({ failed }) => failed).length],
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

/** Whether a pair failed for a reason other than its data. */
function isFailed({ problem }: PairOutcome): boolean {
  return problem?.code === "internal";
}

/** How far a tile was decided: outcomes of its first pairs, and the fault of the next one, if there was one. */
export interface Decided {
  readonly outcomes: readonly PairOutcome[];
  readonly fault?: string | undefined;
}

/** A tile whose worker was lost this often is cut into single pairs, to find the one that ends workers. */
const LOSSES_TO_SPLIT = 2;

/**
 * The end of a job whose tile was decided up to some pair.
 *
 * Pairs that were not reached become a new job. The pair at fault is tried again alone, later each time, and has failed
 * after `attempts`: it delays no other pair.
 */
export function endOf(job: TakenJob, pairs: readonly NamedPair[], decided: Decided, limits: RunLimits): JobEnd {
  const { outcomes, fault } = decided;
  const [next, ...others] = pairs.slice(outcomes.length);
  if (next === undefined) return { outcomes, followUps: [] };
  if (fault === undefined) return { outcomes, followUps: [jobFor(job, [next, ...others], limits)] };
  const attempt = job.data.attempt + 1;
  const rest = others.length > 0 ? [jobFor(job, others, limits)] : [];
  if (attempt >= limits.attempts) {
    const failed = failedOutcome(next, `${fault}, the last of ${attempt} attempts`);
    return { outcomes: [...outcomes, failed], followUps: rest };
  }
  const delay = limits.backoff * 2 ** (attempt - 1);
  return { outcomes, followUps: [...rest, { ...jobFor(job, [next], limits, attempt), delay }] };
}

/**
 * The end of a job whose workers were lost; undefined if it should be tried again as it is.
 */
export function endOfLosses(job: TakenJob, pairs: readonly NamedPair[], limits: RunLimits): JobEnd | undefined {
  const [first, ...others] = pairs;
  if (first === undefined || job.losses < LOSSES_TO_SPLIT) return undefined;
  if (others.length > 0) return { outcomes: [], followUps: pairs.map((pair) => jobFor(job, [pair], limits)) };
  if (job.losses < limits.attempts) return undefined;
  return { outcomes: [failedOutcome(first, `its worker was lost ${job.losses} times`)], followUps: [] };
}

/** The end of a job whose pairs have all failed for one reason. */
export function endOfUnfit(pairs: readonly NamedPair[], reason: string): JobEnd {
  return { outcomes: pairs.map((pair) => failedOutcome(pair, reason)), followUps: [] };
}

function failedOutcome({ x, y, names }: NamedPair, message: string): PairOutcome {
  return { x, y, names, problem: { code: "internal", message } };
}

function jobFor(job: TakenJob, pairs: readonly ColumnPair[], { lease }: RunLimits, attempt = 0): NewJob {
  const list = pairs.map(({ x, y }) => [x, y] as const);
  const data: JobData = { run: job.data.run, tile: job.data.tile, pairs: list, attempt };
  return { id: jobId(job.data.tile, job.id, attempt, JSON.stringify(list)), data, lease };
}
