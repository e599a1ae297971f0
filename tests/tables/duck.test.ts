import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CELL } from "@causal-velocity/core/table/cell.js";
import { type NamedValues, type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { openSource, readColumns, type Source, type SourceOptions } from "@causal-velocity/tables";
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { jsonColumns } from "../../apps/studio/src/engine/open-table.js";
import { parquetColumns } from "../../apps/studio/src/engine/parquet-columns.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { digested, outcome } from "./outcome.js";
import { runSql } from "./run-sql.js";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

async function read(source: Source, options?: SourceOptions): Promise<Table> {
  const opened = await openSource(source, options);
  try {
    return await opened.read();
  } finally {
    await opened.close();
  }
}

/** Without the texts of each column: browsers and DuckDB write nested values and dates differently. */
function withoutTexts(table: Table): object {
  return digested({ ...table, columns: table.columns.map(({ firstText: _, texts: __, ...column }) => column) });
}

describe("JSON", () => {
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const TABLES = [
    '[{"a": 1, "b": "x"}, {"a": 2.5, "c": true}, {"a": null, "b": {"z": [1]}}, {"a": 12345678901234567890, "b": "1.5"}]',
    '[{"a": "NA", "b": " 7 "}, {"a": "-inf", "b": "1e3"}, {"a": 1e400, "b": "2024-01-01"}]',
    '{"a": [1, 2, null], "b": [3, "x", -0.0]}',
    '[{"\\"a\\"": 1, "A": 2, "a b": 3}]',
    '[{"json": 1}, {"json": 2}]',
  ];

  test.each(TABLES)("is read as Studio reads it: %s", async (text) => {
    const expected = tableFromColumns(jsonColumns(text, "f"));
    expect(withoutTexts(await read(write("a.json", text)))).toEqual(withoutTexts(expected));
    expect(withoutTexts(await read(write("a.json.gz", gzipSync(text))))).toEqual(withoutTexts(expected));
  });

  test("is refused beyond the limit of bytes, uncompressed", async () => {
    const text = JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ a: i, b: 1 })));
    for (const path of [write("b.json", text), write("b.json.gz", gzipSync(text))]) {
      const found = await outcome(() => read(path, { limit: { bytes: text.length - 1 } }));
      expect(found).toMatchObject({
        code: "limit-exceeded",
        message: expect.stringMatching(/more than 15,\d+ bytes/),
      });
      expect((await read(path, { limit: { bytes: text.length } })).rowCount).toBe(1000);
    }
  });

  test("has the numbers of Number(text), to the bit, and texts by the rules of text tables, one object per line", async () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
      fc.constantFrom(null, "NA", "1.50", "-", "x", "+3", "1_000", "0x10", ".5", "5.", " 2 ", "1e400", "é", true),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ a: value, b: value }), { minLength: 1, maxLength: 120 }), async (given) => {
        const lines = given.map((row) => JSON.stringify(row));
        // JSON has no −0.
        const rows: typeof given = lines.map((line) => JSON.parse(line));
        const path = write("r.jsonl", lines.join("\n"));
        const columns = ["a", "b"].map((name): NamedValues => {
          return { name, values: rows.map((row) => row[name as "a" | "b"]) };
        });
        expect(withoutTexts(await read(path))).toEqual(withoutTexts(tableFromColumns(columns)));
      }),
      { numRuns: 20 },
    );
  });

  test("keeps a key that appears only in the last row, and the order of rows", async () => {
    // More than the 20,480 rows by which DuckDB would guess the columns.
    const count = 25_000;
    const lines = Array.from({ length: count }, (_, i) => `{"i": ${i}${i === count - 1 ? ', "late": 7' : ""}}`);
    const { columns, rowCount } = await read(write("late.ndjson", lines.join("\n")));
    expect(columns.map(({ name }) => name)).toEqual(["i", "late"]);
    expect(rowCount).toBe(count);
    expect(columns[0].values.every((value, i) => value === i)).toBe(true);
    expect(columns[1].values[count - 1]).toBe(7);
    expect(columns[1].counts[CELL.missing]).toBe(count - 1);
  });

  test.each([
    ["cut off", '[{"a": 1}, {"a"', "malformed-file", /Malformed JSON/],
    ["with values instead of objects", "[1, 2]", "malformed-file", /no objects.*expected JSON such as/],
    ["of uneven columns", '{"a": [1], "b": [1, 2]}', "length-mismatch", /columns "a" and "b": 1 and 2 values/],
    ["empty", "", "malformed-file", /no objects/],
  ])("%s is rejected, with the name of the file", async (_, text, code, message) => {
    const path = write("wrong.json", text);
    const found = await outcome(() => read(path));
    expect(found).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(found).toMatchObject({ message: expect.stringContaining(path) });
  });
});

describe("Parquet", () => {
  test("is read as Studio reads it, for every type", async () => {
    const path = join(folder, "types.parquet");
    await runSql(`COPY (SELECT i::TINYINT AS a, i::UINTEGER AS b, (i / 7)::FLOAT AS c, CASE i WHEN 3 THEN NULL WHEN 4 THEN
      'nan'::DOUBLE WHEN 5 THEN '-inf'::DOUBLE ELSE i / 3 END AS d, i * 1000 AS e, (i % 2 = 0) AS f, DATE '2024-01-01' +
      i::INT AS g, CASE i WHEN 1 THEN 'NA' WHEN 2 THEN ' 1.5 ' WHEN 3 THEN 'x' ELSE i::VARCHAR END AS h,
      TIMESTAMP '2024-01-01' AS l, [i] AS m FROM range(9) AS t(i)) TO '${path}'`);
    const blob = new Blob([readFileSync(path)]);
    const table = await read(path);
    const studio = tableFromColumns(await parquetColumns(blob, "f"));
    expect(table.columns.map(({ name }) => name)).toEqual(studio.columns.map(({ name }) => name));
    expect(withoutTexts(table)).toEqual(withoutTexts(studio));
    expect(table.columns.map(({ firstText }) => firstText?.cell)).toEqual([
      ...[undefined, undefined, undefined, undefined, undefined, "true", undefined, "x", undefined, "[0]"],
    ]);
    // Days and seconds since 1970.
    const days = Date.parse("2024-01-01") / 86_400_000;
    expect([table.columns[6]?.values[8], table.columns[8]?.values[8]]).toEqual([days + 8, days * 86_400]);
  });

  test("lists its columns and counts its rows before it is read, and reads only the given columns", async () => {
    const path = join(folder, "columns.parquet");
    await runSql(`COPY (SELECT i AS n, 'w' || i AS word, i * 0.5 AS half FROM range(5000) AS t(i)) TO '${path}'`);
    const source = await openSource(path);
    expect(source.rowCount).toBe(5000);
    expect(source.columns).toEqual([
      { name: "n", type: "BIGINT", isNumeric: true },
      { name: "word", type: "VARCHAR", isNumeric: false },
      { name: "half", type: "DECIMAL(21,1)", isNumeric: true },
    ]);
    const { columns } = await source.read(["half", 1]);
    expect(columns.map(({ name, values }) => [name, values[4999]])).toEqual([
      ["half", 2499.5],
      ["n", 4999],
    ]);
    await source.close();
  });

  test("keeps the order of rows across row groups, files and threads", async () => {
    const parts = temporaryFolder();
    for (const k of [0, 1, 2]) {
      const from = k * 100_000;
      await runSql(
        `COPY (SELECT i FROM range(${from}, ${from + 100_000}) AS t(i)) TO '${parts}/${k}.parquet' (ROW_GROUP_SIZE 2048)`,
      );
    }
    const { columns } = await read(`${parts}/*.parquet`, { threads: 4 });
    expect(columns[0].values.length).toBe(300_000);
    expect(columns[0].values.every((value, i) => value === i)).toBe(true);
  });

  test("in folders such as year=2020 has the column year", async () => {
    const parts = join(temporaryFolder(), "by year");
    await runSql(
      `COPY (SELECT 2020 + i % 3 AS year, i AS value FROM range(9) AS t(i)) TO '${parts}' (FORMAT parquet, PARTITION_BY (year))`,
    );
    for (const name of ["_temporary.parquet", ".crc.parquet"]) writeFileSync(join(parts, name), "");
    const table = await readColumns(parts, { columns: ["year", "value"] });
    expect(table.columns.map(({ values }) => [...values])).toEqual([
      [2020, 2020, 2020, 2021, 2021, 2021, 2022, 2022, 2022],
      [0, 3, 6, 1, 4, 7, 2, 5, 8],
    ]);
  });

  test("may have a name with the characters of a glob", async () => {
    const path = join(folder, "a[1]*'x.parquet");
    await runSql(`COPY (SELECT 5 AS v) TO '${path.replaceAll("'", "''")}'`);
    await runSql(`COPY (SELECT 6 AS v) TO '${join(folder, "a1''x.parquet")}'`);
    expect([...(await read(path)).columns[0].values]).toEqual([5]);
  });

  test("that is cut off or damaged is rejected", async () => {
    const path = join(folder, "whole.parquet");
    await runSql(`COPY (SELECT random() AS v, i FROM range(100000) AS t(i)) TO '${path}'`);
    const bytes = readFileSync(path);
    const cut = join(folder, "cut.parquet");
    writeFileSync(cut, bytes.subarray(0, bytes.length - 100));
    await expect(read(cut)).rejects.toThrow(/cut\.parquet": No magic bytes found.*; expected a complete file/);
    bytes.fill(0xff, 1000, 200_000);
    const damaged = join(folder, "damaged.parquet");
    writeFileSync(damaged, bytes);
    expect(await outcome(() => read(damaged))).toMatchObject({ code: "malformed-file" });
  });
});

describe("SQL", () => {
  const sql = (text: string) => ({ sql: text });

  test("has the bits of Number(text) for decimals and wide integers, and warns of those that lost digits", async () => {
    const texts = ["0.1", "12345678901234.567", "99999999999999999999999999.9999999999", "-1.0000000001"];
    const decimals = texts.map((text) => `('${text}'::DECIMAL(38, 10))`).join(", ");
    const { columns } = await read(sql(`SELECT * FROM (VALUES ${decimals})`));
    expect([...columns[0].values]).toEqual(texts.map(Number));
    const wide = ["9007199254740993", "9007199254740994", "-9223372036854775807", "1"];
    for (const type of ["BIGINT", "HUGEINT"]) {
      const table = await read(sql(`SELECT v AS id FROM (VALUES ${wide.map((v) => `(${v}::${type})`)}) AS t(v)`));
      expect([...table.columns[0].values]).toEqual(wide.map(Number));
      expect(table.findings).toMatchObject([
        {
          code: "rounded-integers",
          severity: "warn",
          sentence: expect.stringMatching(/"id" holds 2 whole numbers beyond 2\^53/),
        },
      ]);
    }
    expect((await read(sql(`SELECT ${2n ** 60n}::BIGINT AS id`))).findings).toEqual([]);
  });

  test("applies a decimal mark and marks of missing values that are given", async () => {
    const format = { decimal: ",", missing: ["-999", "k. A."] } as const;
    const { columns } = await read(sql("SELECT * FROM (VALUES ('1,5', -999), ('k. A.', 2), ('1.5', 3))"), { format });
    const { number, missing, text } = CELL;
    expect(columns.map(({ kinds }) => [...kinds])).toEqual([
      [number, missing, text],
      [missing, number, number],
    ]);
    expect(columns[0].values[0]).toBe(1.5);
  });

  test("may hold a string that looks like the end of a query", async () => {
    const { columns } = await read(sql("SELECT 'a; -- b' AS t, 1 AS n"));
    expect(columns[0].firstText?.cell).toBe("a; -- b");
  });

  test("joins files, may end with a semicolon and a comment, and may give two columns the same name", async () => {
    const path = join(folder, "left.csv");
    writeFileSync(path, "k,v\n1,10\n2,20\n");
    const query = `SELECT a.v, b.v FROM '${path}' a JOIN '${path}' b USING (k) ORDER BY k; -- twice`;
    expect((await read(sql(query))).columns.map(({ values }) => [...values])).toEqual([
      [10, 20],
      [10, 20],
    ]);
  });

  test.each([
    ["a syntax error", "SELEC 1", /option sql: parser error, syntax error at or near "SELEC"/],
    ["an unknown column", "SELECT x FROM range(3)", /binder error, Referenced column "x" not found/],
    ["a missing file", "SELECT * FROM 'nowhere.csv'", /No files found that match the pattern "nowhere\.csv"/],
    ["a failure among the rows", "SELECT error('row ' || i) FROM range(3) AS t(i)", /row 0/],
    ["several statements", "SELECT 1; SELECT 2", /not a single query/],
    ["an empty query", " ", /not a single query/],
    ["a setting", "SET threads = 1", /not a single query/],
    ["a file to attach", "ATTACH 'x.db'", /not a single query/],
    ["an extension", "INSTALL httpfs", /not a single query/],
    ["a network", "SELECT * FROM 'https://example.invalid/a.parquet'", /nothing is read from a network/],
  ])("rejects %s with one sentence, without a stack trace", async (_, query, message) => {
    const found = await outcome(() => read(sql(query)));
    expect(found).toMatchObject({ message: expect.stringMatching(message) });
    expect(JSON.stringify(found)).not.toMatch(/LINE 1|\\n| {2}at /);
  });

  test("writes nothing, even if a COPY is hidden in the query", async () => {
    const path = join(folder, "written.csv");
    const found = await outcome(() => read(sql(`COPY (SELECT 1) TO '${path}'`)));
    expect(found).toMatchObject({ code: "wrong-option" });
    expect(await outcome(() => read(sql(`SELECT 1) TO '${path}'; --`)))).toMatchObject({ code: "wrong-option" });
    expect(await outcome(() => read(sql(`SELECT 1); COPY (SELECT 1) TO '${path}'; --`)))).toMatchObject({
      code: "wrong-option",
    });
    expect(existsSync(path)).toBe(false);
  });

  test("stays within its memory: the rest goes to a folder that is removed, or the query is rejected", async () => {
    const place = temporaryFolder();
    const options = { memoryLimit: 30e6, threads: 1 };
    const sorted = await read(sql("SELECT hash(i)::DOUBLE AS h FROM range(2000000) AS t(i) ORDER BY h"), {
      ...options,
      temporaryFolder: join(place, "spilled"),
    });
    expect(sorted.columns[0].values.every((value, i, all) => i === 0 || all[i - 1] <= value)).toBe(true);
    const system = temporaryFolder();
    vi.stubEnv("TMPDIR", system);
    try {
      expect(tmpdir()).toBe(system);
      const spilled = await openSource(
        sql("SELECT hash(i)::DOUBLE AS h FROM range(2000000) AS t(i) ORDER BY h"),
        options,
      );
      await spilled.read();
      expect(readdirSync(system)).toHaveLength(1);
      await spilled.close();
      expect(readdirSync(system)).toEqual([]);
      const found = await outcome(() => read(sql("SELECT len(list(i)) AS n FROM range(20000000) AS t(i)"), options));
      expect(found).toMatchObject({ code: "memory-exceeded" });
      expect(readdirSync(system)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe("a source that cannot be read is an input error", () => {
  test.each([
    ["a missing file", "nowhere.parquet", "unreadable-file", /nowhere\.parquet": no such file/],
    ["a glob without a match", "nowhere*.csv", "unreadable-file", /no file matches/],
    ["a folder without Parquet", "empty", "unreadable-file", /a folder without Parquet files/],
    ["a glob on a network", "https://example.invalid/*.csv", "unreadable-file", /nothing is read from a network/],
  ])("%s", async (_, path, code, message) => {
    const place = path === "empty" ? temporaryFolder() : path;
    const found = await outcome(() => read(place));
    expect(found).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test("a gzip file that is cut off, files of two kinds, a delimiter for JSON, a negative memory limit", async () => {
    const path = join(folder, "cut.csv.gz");
    writeFileSync(path, gzipSync("a,b\n1,2\n".repeat(1000)).subarray(0, 40));
    await expect(read(path)).rejects.toThrow(/cut\.csv\.gz": cannot be uncompressed \(unexpected end of file\)/);
    const mixed = temporaryFolder();
    writeFileSync(join(mixed, "a.csv"), "a\n1\n");
    writeFileSync(join(mixed, "a.json"), "[]");
    await expect(read(`${mixed}/a.*`)).rejects.toThrow(/files of text and json; expected files of one kind/);
    const json = join(mixed, "a.json");
    await expect(read(json, { format: { delimiter: ";" } })).rejects.toThrow(/option delimiter: given for file/);
    await expect(read(json, { memoryLimit: -1 })).rejects.toThrow(/option memoryLimit: -1; expected a positive number/);
  });
});
