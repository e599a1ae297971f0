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

/**
 * Reads what a job is about: the pairs that have no outcome yet, their columns, and settings that are checked again here,
 * as whoever wrote them may have been anybody.
 */
export async function loadWork(
  { database, version }: QueueConnection,
  job: JobData,
  cache: ColumnCache,
): Promise<LoadedJob> {
  const { rows: batches } = await database.query(
    "select state, version, settings, limits from causal_velocity.batch where id = $1",
    [job.batch],
  );
  const [batch] = batches;
  if (batch?.state !== "running") return { kind: "void" };
  if (!isWellFormed(job)) return { kind: "void" };
  const pairs = await undecidedPairs(database, job);
  const numbers = [...new Set(pairs.flatMap(({ x, y }) => [x, y]))].sort((a, b) => a - b);
  const { rows: found } = await database.query(
    `select number, encode(hash, 'hex') as hash, about from causal_velocity.batch_column
     where batch = $1 and number = any($2::integer[]) order by number`,
    [job.batch, numbers],
  );
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

async function undecidedPairs({ query }: QueueConnection["database"], job: JobData): Promise<ColumnPair[]> {
  const given = job.pairs ?? (await tilePairs({ query }, job));
  const { rows } = await query(
    `select x, y from causal_velocity.outcome
     where batch = $1 and (x, y) in (select * from unnest($2::integer[], $3::integer[]))`,
    [job.batch, given.map(([x]) => x), given.map(([, y]) => y)],
  );
  const decided = new Set(rows.map(({ x, y }) => `${x} ${y}`));
  return given.flatMap(([x, y]) => (decided.has(`${x} ${y}`) ? [] : [{ x, y }]));
}

async function tilePairs(
  { query }: Pick<QueueConnection["database"], "query">,
  { batch, tile }: JobData,
): Promise<(readonly [number, number])[]> {
  const { rows } = await query("select pairs from causal_velocity.tile where batch = $1 and number = $2", [
    batch,
    tile,
  ]);
  const flat: number[] = rows[0]?.pairs ?? [];
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? 0, flat[2 * i + 1] ?? 0]);
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
