import { createHash } from "node:crypto";
import type { ColumnPair, Tile } from "@causal-velocity/core/pairs/choose-pairs.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { TableColumn } from "@causal-velocity/core/table/table.js";
import type { QueueConnection } from "./connect-queue.js";
import type { Executor } from "./database.js";
import { jobId } from "./job-queue.js";
import { checkedLimits, checkedSettings, type RunLimits, type RunSettings } from "./run-settings.js";
import { columnAboutText, columnBytes, columnHash, storeColumn } from "./stored-columns.js";

export interface RunRequest {
  /** Columns of the table; those that no tile uses are not stored. */
  readonly columns: readonly TableColumn[];
  /** From `planTiles`: columns are numbered from 1. Enumerated several times. */
  readonly tiles: Iterable<Tile>;
  readonly settings?: RunSettings | undefined;
  readonly limits?: Partial<RunLimits> | undefined;
  /** Distinguishes runs that are otherwise the same: with another key, all pairs are decided again. */
  readonly key?: string | undefined;
}

export interface CreatedRun {
  readonly id: string;
  /** True if the run existed already. */
  readonly rejoined: boolean;
  readonly pairs: number;
}

/** Limits of the size of a run: enough for all pairs of 6,300 columns, in tiles from `planTiles`. */
export const MOST = {
  tiles: 400_000,
  pairs: 20_000_000,
  pairsInTile: 4096,
  rows: 100_000_000,
  columns: 100_000,
  keyLetters: 200,
} as const;
/** Rows that one statement adds. */
const ROWS_AT_ONCE = 1000;

/**
 * Puts a run on the queue: columns once, tiles as jobs.
 *
 * Columns come first, each in its own transaction and under the hash of its bytes: a column that is stored is not sent
 * again. The run and its jobs are one transaction. The run's id is a hash of everything its outcomes depend on, so after
 * a crash at any point the same call completes the work.
 * @throws InputError for settings, limits or tiles that cannot be used; `run-too-large`
 */
export async function createRun(connection: QueueConnection, request: RunRequest): Promise<CreatedRun> {
  const { database, version } = connection;
  const { columns, tiles, key = "" } = request;
  const settings = checkedSettings(request.settings ?? {});
  const limits = checkedLimits(request.limits);
  const pairs = requireSizes(request);
  const numbers = requireTiles(tiles, columns.length, pairs);
  const used = numbers.map((number) => describedColumn(number, columns[number - 1] as TableColumn));
  const id = runId([version, settings, key, used], tiles);

  const known = await database.query("update causal_velocity.run set limits = $2 where id = $1 returning 1", [
    ...[id, JSON.stringify(limits)],
  ]);
  if (known.rows.length > 0) return { id, rejoined: true, pairs };
  const insertRun = async (executor: Executor): Promise<boolean> => {
    const { rows } = await executor.query(
      `insert into causal_velocity.run (id, state, version, settings, limits, column_count, pair_count)
       values ($1, 'running', $2, $3, $4, $5, $6) on conflict (id) do nothing returning id`,
      [id, version, JSON.stringify(settings), JSON.stringify(limits), used.length, pairs],
    );
    if (rows.length === 0) return false;
    await lockColumns(executor, used);
    await insertColumns(executor, id, used);
    await insertTiles(executor, connection, id, tiles, limits);
    return true;
  };
  for (;;) {
    for (const { number, hash } of used) {
      await storeColumn(database, Buffer.from(hash, "hex"), () => columnBytes(columns[number - 1] as TableColumn));
    }
    try {
      return { id, rejoined: !(await database.transaction(insertRun)), pairs };
    } catch (error) {
      if (!(error instanceof ColumnRemoved)) throw error;
    }
  }
}

/** A column was removed with another run after it was found or stored. */
class ColumnRemoved extends Error {}

interface UsedColumn {
  readonly number: number;
  /** In hexadecimal. */
  readonly hash: string;
  readonly about: string;
}

function describedColumn(number: number, column: TableColumn): UsedColumn {
  const hash = columnHash(columnBytes(column)).toString("hex");
  return { number, hash, about: columnAboutText(column) };
}

function runId(parts: unknown, tiles: Iterable<Tile>): string {
  const hash = createHash("sha256").update(JSON.stringify(parts));
  for (const { pairs } of tiles) hash.update(JSON.stringify(flatPairs(pairs)));
  return hash.digest("hex").slice(0, 16);
}

/** Protects columns from removal until the transaction ends; in the order in which `removeRun` locks them. */
async function lockColumns(executor: Executor, used: readonly UsedColumn[]): Promise<void> {
  const hashes = [...new Set(used.map(({ hash }) => hash))];
  const { rows } = await executor.query(
    "select 1 from causal_velocity.stored_column where hash = any($1) order by hash for key share",
    [hashes.map((hash) => Buffer.from(hash, "hex"))],
  );
  if (rows.length < hashes.length) throw new ColumnRemoved();
}

async function insertColumns(executor: Executor, run: string, used: readonly UsedColumn[]): Promise<void> {
  for (const some of inGroups(used)) {
    await executor.query(
      `insert into causal_velocity.run_column (run, number, hash, about)
       select $1, c.number, decode(c.hash, 'hex'), c.about
       from unnest($2::integer[], $3::text[], $4::text[]) as c (number, hash, about)`,
      [run, some.map(({ number }) => number), some.map(({ hash }) => hash), some.map(({ about }) => about)],
    );
  }
}

async function insertTiles(
  executor: Executor,
  { jobs }: QueueConnection,
  run: string,
  tiles: Iterable<Tile>,
  { lease }: RunLimits,
): Promise<void> {
  for (const some of inGroups(numbered(tiles))) {
    await executor.query(
      `insert into causal_velocity.tile (run, number, pairs)
       select $1, t.number, t.pairs from json_to_recordset($2) as t (number integer, pairs integer[])`,
      [run, JSON.stringify(some.map(({ tile, number }) => ({ number, pairs: flatPairs(tile.pairs) })))],
    );
    await jobs.put(
      some.map(({ number }) => ({
        id: jobId(number, run),
        data: { run, tile: number, attempt: 0 },
        lease,
      })),
      executor,
    );
  }
}

function flatPairs(pairs: readonly ColumnPair[]): number[] {
  return pairs.flatMap(({ x, y }) => [x, y]);
}

function* numbered(tiles: Iterable<Tile>): Generator<{ tile: Tile; number: number }> {
  let number = 0;
  for (const tile of tiles) yield { tile, number: number++ };
}

function* inGroups<T>(items: Iterable<T>): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < ROWS_AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Returns the number of pairs. */
function requireSizes({ columns, tiles, key = "" }: RunRequest): number {
  const rows = columns[0]?.values.length ?? 0;
  let [tileCount, pairCount, largest] = [0, 0, 0];
  for (const { pairs } of tiles) {
    tileCount += 1;
    pairCount += pairs.length;
    largest = Math.max(largest, pairs.length);
  }
  const sizes = [
    { what: "tiles", size: tileCount, most: MOST.tiles },
    { what: "pairs", size: pairCount, most: MOST.pairs },
    { what: "pairs in a tile", size: largest, most: MOST.pairsInTile },
    { what: "columns", size: columns.length, most: MOST.columns },
    { what: "rows", size: rows, most: MOST.rows },
    { what: "letters in the key", size: key.length, most: MOST.keyLetters },
  ];
  for (const { what, size, most } of sizes) {
    if (size > most) {
      throw new InputError({
        code: "run-too-large",
        place: "run",
        value: `${size} ${what}`,
        expected: `at most ${most}`,
        remedy: "Choose fewer columns, pairs or rows, or create several runs.",
      });
    }
  }
  return pairCount;
}

/** Numbers of all columns that tiles use, ascending. */
function requireTiles(tiles: Iterable<Tile>, columnCount: number, pairCount: number): number[] {
  const seen = new Set<number>();
  const keys = new Float64Array(pairCount);
  let count = 0;
  for (const { pairs } of tiles) {
    for (const { x, y } of pairs) {
      const isFine = Number.isInteger(x) && Number.isInteger(y) && x >= 1 && x < y && y <= columnCount;
      if (!isFine) throw wrongTile(`the pair ${x}, ${y}`, `two numbers from 1 to ${columnCount}, the smaller first`);
      seen.add(x).add(y);
      keys[count++] = x * (columnCount + 1) + y;
    }
  }
  keys.sort();
  const twice = keys.find((key, i) => i > 0 && key === keys[i - 1]);
  if (twice !== undefined) {
    const y = twice % (columnCount + 1);
    throw wrongTile(`the pair ${(twice - y) / (columnCount + 1)}, ${y} twice`, "every pair once");
  }
  return [...seen].sort((a, b) => a - b);
}

function wrongTile(value: string, expected: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: "tiles of the run",
    value,
    expected,
    remedy: "planTiles makes such tiles.",
  });
}
