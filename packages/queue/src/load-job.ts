import type { ColumnPair, Tile } from "@causal-velocity/core/pairs/choose-pairs.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { TableColumn } from "@causal-velocity/core/table/table.js";
import type { QueueConnection } from "./connect-queue.js";
import type { JobData } from "./job-queue.js";
import { checkedLimits, checkedSettings, type RunLimits, type RunSettings } from "./run-settings.js";
import { type ColumnCache, columnAboutFrom } from "./stored-columns.js";

/** What a thread is sent to decide a tile. It reports each outcome as a part, in the order of the pairs. */
export interface TileWork {
  readonly tile: Tile;
  /** Those of the tile, in its order. */
  readonly columns: readonly TableColumn[];
  readonly options: RunSettings;
}

export interface NamedPair extends ColumnPair {
  readonly names: { readonly x: string; readonly y: string };
}

export type LoadedJob =
  /** Its run is canceled or removed, or the job is malformed. */
  | { readonly kind: "void" }
  /** Its pairs cannot be decided, for this reason. */
  | { readonly kind: "unfit"; readonly pairs: readonly NamedPair[]; readonly reason: string }
  | {
      readonly kind: "work";
      readonly pairs: readonly NamedPair[];
      readonly work: TileWork;
      readonly limits: RunLimits;
    };

interface ColumnRow {
  readonly number: number;
  readonly hash: string;
  readonly about: string;
}

/**
 * A job's run, its pairs without an outcome and their columns, in one query: while threads compute, each further round
 * trip to the database costs milliseconds. $3 is null for all pairs of the tile.
 */
const JOB_QUERY = `
  with given as (
    select coalesce($3::integer[], (select pairs from causal_velocity.tile where run = $1 and number = $2)) as pairs
  ), undecided as (
    select i, pairs[2 * i - 1] as x, pairs[2 * i] as y
    from given, generate_series(1, cardinality(pairs) / 2) as i
    where not exists (
      select 1 from causal_velocity.outcome o
      where o.run = $1 and o.x = pairs[2 * i - 1] and o.y = pairs[2 * i]
    )
  )
  select b.state, b.version, b.settings, b.limits,
    array(select unnest(array[u.x, u.y]) from undecided u order by u.i) as undecided,
    coalesce((
      select json_agg(json_build_object('number', c.number, 'hash', encode(c.hash, 'hex'), 'about', c.about) order by c.number)
      from causal_velocity.run_column c
      where c.run = $1 and c.number in (select x from undecided union select y from undecided)
    ), '[]') as columns
  from causal_velocity.run b where b.id = $1`;

/**
 * Loads a job: its pairs that have no outcome yet, their columns, and the settings, which are checked again, as others
 * can write to the database too.
 */
export async function loadJob(
  { database, version }: QueueConnection,
  job: JobData,
  cache: ColumnCache,
): Promise<LoadedJob> {
  if (!isWellFormed(job)) return { kind: "void" };
  const { rows } = await database.query(JOB_QUERY, [job.run, job.tile, job.pairs?.flat() ?? null]);
  const [run] = rows;
  if (run?.state !== "running") return { kind: "void" };
  const pairs = pairsOf(run.undecided);
  const numbers = [...new Set(pairs.flatMap(({ x, y }) => [x, y]))].sort((a, b) => a - b);
  const found: ColumnRow[] = run.columns;
  const abouts = new Map(found.map(({ number, about }) => [number as number, columnAboutFrom(about)]));
  const nameOf = (number: number): string => abouts.get(number)?.name ?? `column ${number}`;
  const named = pairs.map(({ x, y }) => ({ x, y, names: { x: nameOf(x), y: nameOf(y) } }));
  try {
    const limits = checkedLimits(run.limits);
    if (run.version !== version) throw otherVersion(run.version, version);
    const options = checkedSettings(run.settings);
    const columns: TableColumn[] = [];
    for (const { number, hash } of found) {
      const about = abouts.get(number);
      if (about) columns.push({ ...about, ...(await cache.get(hash)) });
    }
    if (columns.length !== numbers.length) throw missingColumns(job.run);
    return { kind: "work", pairs: named, limits, work: { tile: { columns: numbers, pairs }, columns, options } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: "unfit", pairs: named, reason: error.message };
  }
}

/** Whether a job has the form of those that `createRun` writes. */
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
    place: "run",
    value: `created by version ${found} of causal-velocity`,
    expected: `version ${own}, which this worker has`,
    remedy: `Run workers of version ${found}, then causal-velocity runs retry.`,
  });
}

function missingColumns(run: string): InputError {
  return new InputError({
    code: "malformed-file",
    place: `run "${run}"`,
    value: "a tile with columns that the run does not have",
    expected: "every column of a tile",
    remedy: "The database has lost data: restore it, or create the run in another one.",
  });
}
