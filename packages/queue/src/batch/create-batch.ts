import { createHash } from "node:crypto";
import { type ColumnPair, InputError, type TableColumn, type Tile } from "causal-velocity";
import type { QueueConnection } from "../database/connect-queue.js";
import type { Executor } from "../database/database.js";
import { type BatchLimits, type BatchSettings, checkedLimits, checkedSettings } from "./batch-settings.js";
import { columnAboutText } from "./column-about.js";
import { columnBytes, columnHash } from "./column-bytes.js";
import { jobId } from "./job-id.js";
import { storeColumn } from "./store-column.js";

export interface BatchRequest {
  /** Columns of the table; those that no tile names are not stored. */
  readonly columns: readonly TableColumn[];
  /** From `planTiles`: columns are numbered from 1. */
  readonly tiles: readonly Tile[];
  readonly settings?: BatchSettings | undefined;
  readonly limits?: Partial<BatchLimits> | undefined;
  /** Tells apart batches that are otherwise the same: what was asked for with another key is decided anew. */
  readonly key?: string | undefined;
}

export interface CreatedBatch {
  readonly id: string;
  /** True if the batch was there already. */
  readonly rejoined: boolean;
  readonly pairs: number;
}

/** The most a batch may hold: all pairs of 6,300 columns, in tiles as `planTiles` makes them. */
export const MOST = {
  tiles: 400_000,
  pairs: 20_000_000,
  pairsInTile: 4096,
  rows: 100_000_000,
  columns: 100_000,
  keyLetters: 200,
} as const;
/** Rows of a table that one statement adds. */
const ROWS_AT_ONCE = 1000;

/**
 * Puts a batch into the queue: columns once, tiles as jobs.
 *
 * Columns come first, each in a transaction of its own and named by the hash of its bytes: one that is there is not
 * sent again. Batch and jobs are one transaction. The batch's id is a hash of everything its outcomes depend on, so a
 * coordinator that died anywhere is simply run again.
 * @throws InputError for settings, limits or tiles that cannot be used; `batch-too-large`
 */
export async function createBatch(connection: QueueConnection, request: BatchRequest): Promise<CreatedBatch> {
  const { database, version } = connection;
  const { columns, tiles, key = "" } = request;
  const settings = checkedSettings(request.settings ?? {});
  const limits = checkedLimits(request.limits);
  requireSizes(request);
  const numbers = requireTiles(tiles, columns.length);
  const used = numbers.map((number) => describedColumn(number, columns[number - 1] as TableColumn));
  const id = batchId([version, settings, key, used], tiles);
  const pairs = pairCount(tiles);

  const known = await database.query("update causal_velocity.batch set limits = $2 where id = $1 returning 1", [
    ...[id, JSON.stringify(limits)],
  ]);
  if (known.rows.length > 0) return { id, rejoined: true, pairs };
  const insertBatch = async (executor: Executor): Promise<boolean> => {
    const { rows } = await executor.query(
      `insert into causal_velocity.batch (id, state, version, settings, limits, column_count, pair_count)
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
      return { id, rejoined: !(await database.transaction(insertBatch)), pairs };
    } catch (error) {
      if (!(error instanceof ColumnRemoved)) throw error;
    }
  }
}

/** With the last other batch that used it, a column has gone since it was found or stored. */
class ColumnRemoved extends Error {}

interface UsedColumn {
  readonly number: number;
  /** In hexadecimal digits. */
  readonly hash: string;
  readonly about: string;
}

function describedColumn(number: number, column: TableColumn): UsedColumn {
  const hash = columnHash(columnBytes(column)).toString("hex");
  return { number, hash, about: columnAboutText(column) };
}

function batchId(parts: unknown, tiles: readonly Tile[]): string {
  const hash = createHash("sha256").update(JSON.stringify(parts));
  for (const { pairs } of tiles) hash.update(JSON.stringify(flatPairs(pairs)));
  return hash.digest("hex").slice(0, 16);
}

function pairCount(tiles: readonly Tile[]): number {
  return tiles.reduce((sum, { pairs }) => sum + pairs.length, 0);
}

/** Keeps columns from being removed until the transaction ends; in the order in which `removeBatch` locks them. */
async function lockColumns(executor: Executor, used: readonly UsedColumn[]): Promise<void> {
  const hashes = [...new Set(used.map(({ hash }) => hash))];
  const { rows } = await executor.query(
    "select 1 from causal_velocity.stored_column where hash = any($1) order by hash for key share",
    [hashes.map((hash) => Buffer.from(hash, "hex"))],
  );
  if (rows.length < hashes.length) throw new ColumnRemoved();
}

async function insertColumns(executor: Executor, batch: string, used: readonly UsedColumn[]): Promise<void> {
  for (const some of inGroups(used)) {
    await executor.query(
      `insert into causal_velocity.batch_column (batch, number, hash, about)
       select $1, c.number, decode(c.hash, 'hex'), c.about
       from unnest($2::integer[], $3::text[], $4::text[]) as c (number, hash, about)`,
      [batch, some.map(({ number }) => number), some.map(({ hash }) => hash), some.map(({ about }) => about)],
    );
  }
}

async function insertTiles(
  executor: Executor,
  { jobs }: QueueConnection,
  batch: string,
  tiles: readonly Tile[],
  { lease }: BatchLimits,
): Promise<void> {
  for (const some of inGroups(tiles.map((tile, number) => ({ tile, number })))) {
    await executor.query(
      `insert into causal_velocity.tile (batch, number, pairs)
       select $1, t.number, t.pairs from json_to_recordset($2) as t (number integer, pairs integer[])`,
      [batch, JSON.stringify(some.map(({ tile, number }) => ({ number, pairs: flatPairs(tile.pairs) })))],
    );
    await jobs.put(
      some.map(({ number }) => ({
        id: jobId(number, batch),
        data: { batch, tile: number, attempt: 0 },
        lease,
      })),
      executor,
    );
  }
}

function flatPairs(pairs: readonly ColumnPair[]): number[] {
  return pairs.flatMap(({ x, y }) => [x, y]);
}

function inGroups<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, i) => items.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE));
}

function requireSizes({ columns, tiles, key = "" }: BatchRequest): void {
  const rows = columns[0]?.values.length ?? 0;
  const sizes = [
    { what: "tiles", size: tiles.length, most: MOST.tiles },
    { what: "pairs", size: pairCount(tiles), most: MOST.pairs },
    {
      what: "pairs in a tile",
      size: tiles.reduce((m, { pairs }) => Math.max(m, pairs.length), 0),
      most: MOST.pairsInTile,
    },
    { what: "columns", size: columns.length, most: MOST.columns },
    { what: "rows", size: rows, most: MOST.rows },
    { what: "letters in the key", size: key.length, most: MOST.keyLetters },
  ];
  for (const { what, size, most } of sizes) {
    if (size > most) {
      throw new InputError({
        code: "batch-too-large",
        place: "batch",
        value: `${size} ${what}`,
        expected: `at most ${most}`,
        remedy: "Choose fewer columns, pairs or rows, or make several batches.",
      });
    }
  }
}

/** Numbers of all columns that tiles name, ascending. */
function requireTiles(tiles: readonly Tile[], columnCount: number): number[] {
  const seen = new Set<number>();
  const keys = new Float64Array(pairCount(tiles));
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
    place: "tiles of the batch",
    value,
    expected,
    remedy: "planTiles makes such tiles.",
  });
}
