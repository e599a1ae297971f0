import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openTable } from "../../apps/studio/src/engine/open-table.js";
import { change, changed } from "../support/damage.js";
import { nestedParquet } from "../support/parquet.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { tries } from "../support/tries.js";
import { readApart, written } from "./read-apart.js";
import { runSql } from "./run-sql.js";

/** Files of every kind that DuckDB reads, of columns of every kind. */
async function wholeFiles(): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const rows = `SELECT i AS a, i / 3 AS b, 'x' || (i % 9) AS c, [i, 2] AS d, {'k': i} AS e, DATE '2024-01-01' + i::INT AS f,
    (i * 1.5)::DECIMAL(30, 3) AS g, i % 2 = 0 AS h, CASE WHEN i % 3 > 0 THEN i END AS j, uuid() AS k FROM range(90) AS t(i)`;
  const kinds = ["uncompressed", "snappy", "zstd", "gzip", "lz4_raw", "brotli"].flatMap((codec) =>
    ["V1", "V2"].map((version) => ({
      name: `${codec}-${version}.parquet`,
      options: `FORMAT parquet, COMPRESSION ${codec}, PARQUET_VERSION ${version}, ROW_GROUP_SIZE 40`,
    })),
  );
  kinds.push(
    { name: "rows.json", options: "FORMAT json, ARRAY true" },
    { name: "lines.jsonl", options: "FORMAT json" },
    { name: "lines.jsonl.zst", options: "FORMAT json, COMPRESSION zstd" },
    { name: "text.csv.zst", options: "FORMAT csv, COMPRESSION zstd" },
  );
  await runSql(...kinds.map(({ name, options }) => `COPY (${rows}) TO '${join(folder, name)}' (${options})`));
  return kinds.map(({ name }) => join(folder, name));
}

test("a damaged file is read or refused, and ends no process but that of DuckDB", async () => {
  const whole = await wholeFiles();
  expect(readApart(whole).map(({ rows }) => rows)).toEqual(whole.map(() => 90));
  const { numRuns } = tries(60);
  const damages = fc.sample(
    fc.tuple(fc.nat(whole.length - 1), fc.array(change, { minLength: 1, maxLength: 4 })),
    numRuns,
  );
  const folder = temporaryFolder();
  const paths = damages.map(([index, changes], i) => {
    const path = join(folder, `${i}-${whole[index]?.split(/[\\/]/).at(-1)}`);
    writeFileSync(path, changes.reduce(changed, new Uint8Array(readFileSync(whole[index] ?? ""))));
    return path;
  });
  const kept = (path: string) => {
    const copy = join(mkdtempSync(join(tmpdir(), "damaged-")), path.split(/[\\/]/).at(-1) ?? "");
    copyFileSync(path, copy);
    return copy;
  };
  // In batches, so that a process that ends leaves few files to look at.
  for (let from = 0; from < paths.length; from += 50) {
    const batch = paths.slice(from, from + 50);
    const results = (() => {
      try {
        return readApart(batch);
      } catch (error) {
        const path = batch.find((candidate) => String(error).includes(`"${candidate}"`)) ?? "";
        throw new Error(`${error}; the file is kept as ${kept(path)}`);
      }
    })();
    results.forEach(({ error }, i) => {
      if (error && error.name !== "InputError") {
        throw new Error(`${error.name}: ${error.message}; the file is kept as ${kept(batch[i] ?? "")}`);
      }
    });
  }
});

describe("JSON that is nested deep", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  const objects = (depth: number) => `${'{"k":'.repeat(depth)}1${"}".repeat(depth)}`;
  const FORMS: Readonly<Record<string, (depth: number) => string>> = {
    "arrays in a column": (depth) => `[{"a": 1, "b": ${nested(depth)}}]`,
    "objects in a column": (depth) => `[{"a": 1, "b": ${objects(depth)}}]`,
    "one object per line": (depth) => `{"a": 1}\n{"a": ${nested(depth)}}\n`,
    "an array per column": (depth) => `{"a": [1, ${nested(depth)}], "b": [1, 2]}`,
    "only objects": objects,
    "only arrays": nested,
    "without its ends": (depth) => `[{"a": 1, "b": ${"[".repeat(depth)}`,
  };

  test("is read or refused with what to do, in a query too, and other files are read after it", () => {
    const depths = [1, 10_000, 100_000];
    const paths = Object.values(FORMS).flatMap((form) => depths.map((depth) => written("deep.json", form(depth))));
    const results = readApart([...paths, { sql: `SELECT * FROM '${paths[2]}'` }, written("a.json", '[{"a": 1}]')]);
    for (const { error } of results) if (error) expect(error.name).toBe("InputError");
    const ended = /^file ".*deep\.json": the process that reads it with DuckDB ended \(.+\); expected .* nested .*CSV/;
    Object.keys(FORMS).forEach((name, k) => {
      const [, , deepest] = results.slice(depths.length * k, depths.length * (k + 1));
      const expected = name === "without its ends" ? /Malformed JSON/ : ended;
      expect(deepest?.error).toMatchObject({ code: "malformed-file", message: expect.stringMatching(expected) });
    });
    expect(results.at(-2)?.error?.message).toMatch(/^option sql: the process that reads it/);
    expect(results.at(-1)).toEqual({ rows: 1 });
  });

  test("is harmless within texts", () => {
    const path = written("texts.json", JSON.stringify([{ a: 1, b: "[".repeat(1e6) }]));
    expect(readApart([path])).toEqual([{ rows: 1 }]);
  });
});

test("Parquet with a column that is nested deep is refused, before DuckDB spends minutes on it or ends", () => {
  const deep = [1000, 100_000].map((depth) => written("deep.parquet", nestedParquet(depth)));
  const [deeper, deepest] = readApart(deep);
  expect(deeper?.error).toMatchObject({
    code: "malformed-file",
    message: expect.stringMatching(/deep\.parquet": a column that is nested 1000 levels deep; expected at most 100/),
  });
  expect(deepest?.error).toMatchObject({ code: "malformed-file" });
});

test("JSON that is nested deep is opened in Studio, where it is named", async () => {
  const text = `[{"a": 1, "b": ${"[".repeat(1e6)}${"]".repeat(1e6)}}]`;
  const { table, sample } = await openTable(new Blob([text]), "f", {}, () => undefined);
  expect([table.columns[0]?.values[0], sample[0]?.cells]).toEqual([1, ["1", "a nested value"]]);
});

test("a program that closes no source ends all the same", () => {
  const tables = JSON.stringify(fileURLToPath(new URL("../../packages/tables/dist/index.js", import.meta.url)));
  const path = JSON.stringify(written("a.json", '[{"a": 1}]'));
  const program = `import { openSource } from ${tables}; console.log((await (await openSource(${path})).read()).rowCount);`;
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect([stdout, status]).toEqual(["1\n", 0]);
});
