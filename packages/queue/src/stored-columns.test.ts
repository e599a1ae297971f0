import { expect, test } from "vitest";
import type { Executor } from "./database.js";
import { columnBytes, columnCache, columnHash, partsOf } from "./stored-columns.js";

const ROWS = 10;
const columns = Array.from({ length: 4 }, (_, k) => {
  const bytes = columnBytes({ values: new Float64Array(ROWS).fill(k - 0.5), kinds: new Uint8Array(ROWS).fill(k) });
  return { bytes, hash: columnHash(bytes).toString("hex") };
});

/** A store in memory that counts how often each column is loaded. */
function countingStore() {
  const loads = new Map<string, number>();
  const store: Executor = {
    query: async (text, [hash, part] = []) => {
      const found = columns.find((column) => column.hash === (hash as Buffer).toString("hex"));
      if (!text.includes("part_count"))
        return { rows: [{ bytes: partsOf(found?.bytes ?? Buffer.alloc(0))[Number(part)] }] };
      if (!found) return { rows: [] };
      loads.set(found.hash, (loads.get(found.hash) ?? 0) + 1);
      return { rows: [{ row_count: ROWS, part_count: 1 }] };
    },
  };
  return { store, loadsOf: (k: number) => loads.get(columns[k]?.hash ?? "") ?? 0 };
}

test("returns the cells as stored, loads each once, and drops the least recently used", async () => {
  const { store, loadsOf } = countingStore();
  const cache = columnCache(store, 2 * ROWS * 9);
  const get = (k: number) => cache.get(columns[k]?.hash ?? "");
  const [first, again] = await Promise.all([get(0), get(0)]);
  expect(first.values).toEqual(new Float64Array(ROWS).fill(-0.5));
  expect(again).toBe(first);
  expect(loadsOf(0)).toBe(1);
  expect((await get(1)).kinds).toEqual(new Uint8Array(ROWS).fill(1));
  await get(0);
  await get(2);
  await get(0);
  expect(loadsOf(0)).toBe(1);
  await get(1);
  expect(loadsOf(1)).toBe(2);
});

test("a missing or changed column is an error that is not cached", async () => {
  const { store } = countingStore();
  const cache = columnCache(store, 1000);
  await expect(cache.get("00".repeat(32))).rejects.toThrow(/not in the database/);
  const torn: Executor = {
    query: async (text, values) => {
      const { rows } = await store.query(text, values);
      return { rows: rows.map((row) => (row.bytes ? { bytes: Buffer.from(row.bytes).fill(1, 3, 4) } : row)) };
    },
  };
  const hash = columns[1]?.hash ?? "";
  await expect(columnCache(torn, 1000).get(hash)).rejects.toThrow(/do not match their hash/);
  await expect(cache.get(hash)).resolves.toHaveProperty("values");
});
