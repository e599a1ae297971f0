import type { ColumnPair, MapOutcome } from "causal-velocity";
import type { BatchLimits } from "../batch/batch-settings.js";
import { jobId } from "../batch/job-id.js";
import type { JobData, NewJob, TakenJob } from "../database/job-queue.js";
import type { Decided } from "./decide-watched.js";
import type { JobEnd } from "./end-job.js";
import type { NamedPair } from "./load-work.js";

/** A tile that was lost this often is cut into single pairs, to learn which of them takes workers down. */
const LOSSES_TO_SPLIT = 2;

/**
 * What follows from how far a tile came.
 *
 * Pairs that were not reached wait in a job of their own. The pair at fault is tried again alone, later each time, and
 * has failed after `attempts`: it holds up no other pair.
 */
export function endOf(job: TakenJob, pairs: readonly NamedPair[], decided: Decided, limits: BatchLimits): JobEnd {
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
 * What follows from workers that were lost with the job, before it is tried again; undefined if it should be.
 */
export function endOfLosses(job: TakenJob, pairs: readonly NamedPair[], limits: BatchLimits): JobEnd | undefined {
  const [first, ...others] = pairs;
  if (first === undefined || job.losses < LOSSES_TO_SPLIT) return undefined;
  if (others.length > 0) return { outcomes: [], followUps: pairs.map((pair) => jobFor(job, [pair], limits)) };
  if (job.losses < limits.attempts) return undefined;
  return { outcomes: [failedOutcome(first, `its worker was lost ${job.losses} times`)], followUps: [] };
}

/** Every pair has failed for one reason. */
export function endOfUnfit(pairs: readonly NamedPair[], reason: string): JobEnd {
  return { outcomes: pairs.map((pair) => failedOutcome(pair, reason)), followUps: [] };
}

function failedOutcome({ x, y, names }: NamedPair, message: string): MapOutcome {
  return { x, y, names, problem: { code: "internal", message } };
}

function jobFor(job: TakenJob, pairs: readonly ColumnPair[], { lease }: BatchLimits, attempt = 0): NewJob {
  const list = pairs.map(({ x, y }) => [x, y] as const);
  const data: JobData = { batch: job.data.batch, tile: job.data.tile, pairs: list, attempt };
  return { id: jobId(job.data.tile, job.id, attempt, JSON.stringify(list)), data, lease };
}
