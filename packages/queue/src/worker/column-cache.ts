import { InputError } from "causal-velocity";
import { type Cells, cellsOf } from "../batch/column-bytes.js";
import type { Executor } from "../database/database.js";

/** Columns that were loaded, the ones asked for last kept within so many bytes. */
export interface ColumnCache {
  /** @param hash in hexadecimal digits     @throws InputError `malformed-file` for a column that is damaged or missing */
  get(hash: string): Promise<Cells>;
}

/**
 * A cache over the stored columns. One that is being loaded is not loaded twice.
 *
 * @param mostBytes held at a time; whoever uses a column holds it for longer
 */
export function columnCache(database: Executor, mostBytes: number): ColumnCache {
  /** The one asked for last stands last. */
  const held = new Map<string, Promise<Cells>>();
  const sizes = new Map<string, number>();
  let bytes = 0;
  const drop = (hash: string): void => {
    held.delete(hash);
    bytes -= sizes.get(hash) ?? 0;
    sizes.delete(hash);
  };
  const load = async (hash: string): Promise<Cells> => {
    const cells = await loadCells(database, hash);
    const size = cells.values.byteLength + cells.kinds.byteLength;
    sizes.set(hash, size);
    bytes += size;
    for (const oldest of held.keys()) {
      if (bytes <= mostBytes) break;
      if (sizes.has(oldest)) drop(oldest);
    }
    return cells;
  };
  return {
    get: (hash) => {
      const known = held.get(hash);
      if (known) {
        held.delete(hash);
        held.set(hash, known);
        return known;
      }
      const loading = load(hash);
      held.set(hash, loading);
      loading.catch(() => drop(hash));
      return loading;
    },
  };
}

async function loadCells(database: Executor, hash: string): Promise<Cells> {
  const name = Buffer.from(hash, "hex");
  const { rows } = await database.query(
    "select row_count, part_count from causal_velocity.stored_column where hash = $1",
    [name],
  );
  if (rows.length === 0) throw missingColumn(hash);
  const parts: Buffer[] = [];
  for (let part = 0; part < rows[0].part_count; part++) {
    const found = await database.query("select bytes from causal_velocity.column_part where hash = $1 and part = $2", [
      name,
      part,
    ]);
    parts.push(found.rows[0]?.bytes ?? Buffer.alloc(0));
  }
  return cellsOf(parts, rows[0].row_count, name);
}

function missingColumn(hash: string): InputError {
  return new InputError({
    code: "malformed-file",
    place: `stored column ${hash.slice(0, 12)}`,
    value: "not in the database",
    expected: "every column of a batch",
    remedy: "The database has lost data: restore it, or run the batch in another one.",
  });
}
