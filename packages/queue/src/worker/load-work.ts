import { type ColumnPair, InputError, type TableColumn } from "causal-velocity";
import { type BatchLimits, checkedLimits, checkedSettings, DEFAULT_LIMITS } from "../batch/batch-settings.js";
import { columnAboutFrom } from "../batch/column-about.js";
import type { QueueConnection } from "../database/connect-queue.js";
import type { JobData } from "../database/job-queue.js";
import type { ColumnCache } from "./column-cache.js";
import type { TileWork } from "./decider.js";

/** What a job comes to. */
export type LoadedJob =
  /** The batch is gone or canceled. */
  | { readonly kind: "void" }
  /** It cannot be done by this worker, or by any: why. */
  | {
      readonly kind: "unfit";
      readonly pairs: readonly NamedPair[];
      readonly limits: BatchLimits;
      readonly reason: string;
    }
  | { readonly kind: "work"; readonly work: TileWork; readonly limits: BatchLimits };

export interface NamedPair extends ColumnPair {
  readonly names: { readonly x: string; readonly y: string };
}

interface ColumnRow {
  readonly number: number;
  readonly hash: string;
  readonly about: string;
}

/**
 * A job's batch, pairs without an outcome and their columns, in one answer: while threads compute, each further way to
 * the database and back costs milliseconds. $3 is null for all pairs of the tile.
 */
const JOB_QUERY = `
  with given as (
    select coalesce($3::integer[], (select pairs from causal_velocity.tile where batch = $1 and number = $2)) as pairs
  ), undecided as (
    select i, pairs[2 * i - 1] as x, pairs[2 * i] as y
    from given, generate_series(1, cardinality(pairs) / 2) as i
    where not exists (
      select 1 from causal_velocity.outcome o
      where o.batch = $1 and o.x = pairs[2 * i - 1] and o.y = pairs[2 * i]
    )
  )
  select b.state, b.version, b.settings, b.limits,
    array(select unnest(array[u.x, u.y]) from undecided u order by u.i) as undecided,
    coalesce((
      select json_agg(json_build_object('number', c.number, 'hash', encode(c.hash, 'hex'), 'about', c.about) order by c.number)
      from causal_velocity.batch_column c
      where c.batch = $1 and c.number in (select x from undecided union select y from undecided)
    ), '[]') as columns
  from causal_velocity.batch b where b.id = $1`;

/**
 * Reads what a job is about: the pairs that have no outcome yet, their columns, and settings that are checked again here,
 * as whoever wrote them may have been anybody.
 */
export async function loadWork(
  { database, version }: QueueConnection,
  job: JobData,
  cache: ColumnCache,
): Promise<LoadedJob> {
  if (!isWellFormed(job)) return { kind: "void" };
  const { rows: batches } = await database.query(JOB_QUERY, [
    ...[job.batch, job.tile, job.pairs === undefined ? null : job.pairs.flat()],
  ]);
  const [batch] = batches;
  if (batch?.state !== "running") return { kind: "void" };
  const pairs = pairsOf(batch.undecided);
  const numbers = [...new Set(pairs.flatMap(({ x, y }) => [x, y]))].sort((a, b) => a - b);
  const found: ColumnRow[] = batch.columns;
  const abouts = new Map(found.map(({ number, about }) => [number as number, columnAboutFrom(about)]));
  const nameOf = (number: number): string => abouts.get(number)?.name ?? `column ${number}`;
  const named = pairs.map(({ x, y }) => ({ x, y, names: { x: nameOf(x), y: nameOf(y) } }));
  let limits = DEFAULT_LIMITS;
  try {
    limits = checkedLimits(batch.limits);
    if (batch.version !== version) throw otherVersion(batch.version, version);
    const settings = checkedSettings(batch.settings);
    const columns: TableColumn[] = [];
    for (const { number, hash } of found) {
      const about = abouts.get(number);
      if (about) columns.push({ ...about, ...(await cache.get(hash)) });
    }
    if (columns.length !== numbers.length) throw missingColumns(job.batch);
    return { kind: "work", limits, work: { tile: { columns: numbers, pairs }, columns, settings } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: "unfit", pairs: named, limits, reason: error.message };
  }
}

/** Whether a job is one that we can have written. */
function isWellFormed({ tile, pairs, attempt }: JobData): boolean {
  const isPair = (pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isSafeInteger);
  const arePairs = pairs === undefined || (Array.isArray(pairs) && pairs.every(isPair));
  return Number.isSafeInteger(tile) && Number.isSafeInteger(attempt) && arePairs;
}

function pairsOf(flat: readonly number[]): ColumnPair[] {
  return Array.from({ length: flat.length / 2 }, (_, i) => ({ x: flat[2 * i] ?? 0, y: flat[2 * i + 1] ?? 0 }));
}

function otherVersion(found: string, own: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: "batch",
    value: `made by version ${found} of causal-velocity`,
    expected: `version ${own}, which this worker has`,
    remedy: `Run workers of version ${found}, then causal-velocity batch retry.`,
  });
}

function missingColumns(batch: string): InputError {
  return new InputError({
    code: "malformed-file",
    place: `batch "${batch}"`,
    value: "a tile with columns that the batch does not have",
    expected: "every column of a tile",
    remedy: "The database has lost data: restore it, or run the batch in another one.",
  });
}
