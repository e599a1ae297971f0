import { readFileSync } from "node:fs";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { CELL } from "@causal-velocity/core/table/cell.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import {
  bool,
  type Codec,
  CompressionType,
  columnFromArray,
  type DataType,
  dateDay,
  decimal,
  dictionary,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  largeUtf8,
  list,
  runEndEncoded,
  setCompressionCodec,
  struct,
  tableFromColumns,
  tableToIPC,
  timeMillisecond,
  timestamp,
  uint16,
  uint64,
  utf8,
} from "@uwdata/flechette";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFile } from "../read-file.js";
import { bytesOf } from "../table-bytes.js";

type Format = "stream" | "file";

/** What an independent writer makes of columns. */
function written(
  columns: Readonly<Record<string, readonly [type: DataType, values: readonly unknown[]]>>,
  format: Format,
  codec?: 0 | 1,
): Uint8Array {
  const table = tableFromColumns(
    Object.entries(columns).map(([name, [type, values]]) => [
      name,
      // Several batches of few rows each.
      columnFromArray(values as unknown[], type, { maxBatchRows: 7, useBigInt: true }),
    ]),
  );
  return tableToIPC(table, { format, ...(codec !== undefined && { codec }) }) as Uint8Array;
}

async function read(bytes: Uint8Array, options = {}): Promise<Table> {
  return (await readFile(bytesOf(bytes), "a", options)).table;
}

const count = 20;
const numbers = Array.from({ length: count }, (_, i) => (i % 5 === 3 ? null : i / 3 - 2));
const FORMATS: readonly Format[] = ["stream", "file"];

describe.each(FORMATS)("a %s of Arrow", (format) => {
  test("holds numbers of every kind to the last bit, and missing ones", async () => {
    const whole = Array.from({ length: count }, (_, i) => (i === 4 ? null : i * 3 - 20));
    const table = await read(
      written(
        {
          double: [float64(), numbers],
          single: [float32(), numbers],
          half: [float16(), whole],
          tiny: [int8(), whole],
          plain: [int32(), whole],
          short: [uint16(), whole.map((value) => value && Math.abs(value))],
          long: [int64(), whole.map((value) => (value === null ? null : BigInt(value) * 1_000_000_007n))],
          exact: [decimal(20, 3), whole.map((value) => (value === null ? null : value / 1000))],
        },
        format,
      ),
    );
    const valuesOf = (j: number) => Array.from(table.columns[j]?.values ?? []);
    const orNaN = (values: readonly (number | null)[]) => values.map((value) => value ?? Number.NaN);
    expect(table.rowCount).toBe(count);
    expect(valuesOf(0)).toEqual(orNaN(numbers));
    expect(valuesOf(1)).toEqual(orNaN(numbers.map((value) => (value === null ? null : Math.fround(value)))));
    for (const j of [2, 3, 4]) expect(valuesOf(j)).toEqual(orNaN(whole));
    expect(valuesOf(5)).toEqual(orNaN(whole.map((value) => value && Math.abs(value))));
    expect(valuesOf(6)).toEqual(orNaN(whole.map((value) => value && value * 1_000_000_007)));
    expect(valuesOf(7)).toEqual(orNaN(whole.map((value) => value && value / 1000)));
    expect(table.columns.map(({ counts }) => counts[CELL.missing])).toEqual([4, 4, 1, 1, 1, 1, 1, 1]);
  });

  test("reports whole numbers that are no doubles", async () => {
    const values = [2n ** 53n + 1n, 2n ** 60n, 5n, 2n ** 64n - 1n];
    const { columns, findings } = await read(written({ id: [uint64(), values], a: [int32(), [1, 2, 3, 4]] }, format));
    expect(Array.from(columns[0]?.values ?? [])).toEqual(values.map(Number));
    expect(findings.map(({ code, value }) => [code, value])).toEqual([["rounded-integers", 2]]);
  });

  test("reads texts by the rules of text tables, and all else as text", async () => {
    const table = await read(
      written(
        {
          text: [utf8(), ["1.5", "NA", "x", null]],
          large: [largeUtf8(), ["2", "-3e2", "", "é"]],
          class: [dictionary(utf8()), ["7", "b", "7", null]],
          flag: [bool(), [true, false, null, true]],
          rows: [list(int32()), [[1], [], null, [1, 2]]],
          parts: [struct({ a: int32(), b: utf8() }), [{ a: 1, b: "x" }, null, { a: 2, b: "y" }, { a: 3, b: "" }]],
          after: [float64(), [1, Number.POSITIVE_INFINITY, Number.NaN, -0]],
        },
        format,
      ),
    );
    expect(table.columns.map(({ kinds }) => Array.from(kinds))).toEqual([
      [CELL.number, CELL.missing, CELL.text, CELL.missing],
      [CELL.number, CELL.number, CELL.missing, CELL.text],
      [CELL.number, CELL.text, CELL.number, CELL.missing],
      [CELL.text, CELL.text, CELL.missing, CELL.text],
      [CELL.text, CELL.text, CELL.missing, CELL.text],
      [CELL.text, CELL.missing, CELL.text, CELL.text],
      [CELL.number, CELL.infinite, CELL.missing, CELL.number],
    ]);
    expect(table.columns[2]?.values[2]).toBe(7);
    expect(table.columns[6]?.values[3]).toBe(-0);
  });

  test("shows dates and times as texts", async () => {
    const at = Date.UTC(2024, 4, 31, 14, 30, 0, 250);
    const bytes = written(
      {
        day: [dateDay(), [at, -1, null]],
        moment: [timestamp(2), [at, -1, null]],
        zoned: [timestamp(0, "Europe/Paris"), [at - 250, 0, null]],
        clock: [timeMillisecond(), [52_200_250, 0, null]],
      },
      format,
    );
    const { sample } = await readFile(bytesOf(bytes), "a", {}, { sampleRows: 3 });
    expect(sample.map(({ cells }) => cells)).toEqual([
      ["2024-05-31", "2024-05-31T14:30:00.25", "2024-05-31T14:30:00Z", "14:30:00.25"],
      ["1969-12-31", "1969-12-31T23:59:59.999", "1970-01-01T00:00:00Z", "00:00:00"],
      ["", "", "", ""],
    ]);
  });

  test("reads columns of runs as their values, whatever these are", async () => {
    const runs = (value: (run: number) => unknown) => Array.from({ length: count }, (_, i) => value(Math.floor(i / 6)));
    const columns = [
      [float64(), runs((run) => (run === 2 ? null : run / 3))],
      [dictionary(utf8()), runs((run) => ["7", "b", null, "-1"][run])],
      [timestamp(2), runs((run) => Date.UTC(2024, 0, 1 + run))],
      [runEndEncoded(int16(), int64()), runs((run) => 5n - BigInt(run))],
    ] as const;
    const ends = [int16(), int32(), int64(), int32()];
    const table = await read(
      written(
        Object.fromEntries([
          ...columns.map(([type, values], j) => [`r${j}`, [runEndEncoded(ends[j] ?? int32(), type), values]]),
          ["after", [float64(), numbers]],
        ]),
        format,
      ),
    );
    const plain = await read(
      written(
        Object.fromEntries([
          ...columns.map(([type, values], j) => [`r${j}`, [j === 3 ? int64() : type, values]]),
          ["after", [float64(), numbers]],
        ]),
        format,
      ),
    );
    expect(plain.columns.map(({ counts }) => counts[CELL.number])).toEqual([14, 8, 20, 20, 16]);
    expect(table).toEqual(plain);
  });

  test("keeps the needed columns only, at their places", async () => {
    const bytes = written({ a: [utf8(), ["x", "y"]], b: [float64(), [1, 2]], c: [float64(), [3, 4]] }, format);
    const { table } = await readFile(bytesOf(bytes), "a", {}, { needed: () => [3, 2] });
    expect(table.columns.map(({ name, values }) => [name, ...values])).toEqual([["a"], ["b", 1, 2], ["c", 3, 4]]);
  });

  test("may be compressed by LZ4 or zstd", async () => {
    setCompressionCodec(CompressionType.LZ4_FRAME, lz4);
    setCompressionCodec(CompressionType.ZSTD, zstd);
    const values = Array.from({ length: 500 }, (_, i) => (i % 9 === 0 ? null : Math.floor(i / 50)));
    const texts = values.map((value) => `text ${value}`);
    const columns = { a: [float64(), values], b: [utf8(), texts] } as const;
    const plain = await read(written(columns, format));
    for (const codec of [CompressionType.LZ4_FRAME, CompressionType.ZSTD]) {
      expect(await read(written(columns, format, codec))).toEqual(plain);
    }
  });

  test("reads back what a random table held", async () => {
    const cell = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 40 }), async (rows) => {
        const [a, b] = [0, 1].map((j) => rows.map((row) => row[j] as number | null));
        const table = await read(written({ a: [float64(), a ?? []], b: [float64(), b ?? []] }, format));
        expect(Array.from(table.columns[1]?.values ?? [])).toEqual((b ?? []).map((value) => value ?? Number.NaN));
      }),
      { numRuns: 50 },
    );
  });

  test("that is cut off, or says what cannot be, is an InputError", async () => {
    const bytes = written({ a: [float64(), numbers], b: [dictionary(utf8()), numbers.map(String)] }, format);
    const whole = await read(bytes);
    for (let length = 8; length < bytes.length; length += 4) {
      const part = await read(bytes.subarray(0, length)).catch((error: unknown) => error);
      // A stream may end after any batch; what follows the last one in a file is not read.
      const isShorter = format === "stream" && (part as Table).rowCount % 7 === 0;
      if (!isShorter && (part as Table).rowCount !== whole.rowCount) expect(part).toBeInstanceOf(InputError);
    }
    await expect(read(bytes, { header: true })).rejects.toThrow("header: given for a");
    await expect(read(bytes, { limit: { cells: 30 } })).rejects.toThrow("more than 30 cells");
    await expect(read(bytes, { limit: { bytes: 200 } })).rejects.toThrow("more than 200 bytes");
  });
});

test.each(["lz4.feather", "zstd.arrow"])("reads %s, compressed by the program itself", async (name) => {
  const { columns, rowCount } = await read(
    readFileSync(new URL(`../../../../tests/tables/files/${name}`, import.meta.url)),
  );
  expect(rowCount).toBe(10_000);
  const [a, b] = columns.map(({ values }) => Array.from(values));
  expect(a).toEqual(a?.map((_, i) => (i % 11 === 5 ? Number.NaN : Math.round(1000 * Math.sin(i)) / 1000)));
  expect(b).toEqual(b?.map((_, i) => Number(`${i % 97}.${i % 7}`)));
});

/** A frame of LZ4 with one block of literals and matches: runs of equal bytes are found, nothing else. */
const lz4: Codec = {
  encode(data) {
    const out: number[] = [];
    const length = (value: number) => {
      let rest = value - 15;
      for (; rest >= 255; rest -= 255) out.push(255);
      if (rest >= 0) out.push(rest);
    };
    let from = 0;
    const flush = (to: number, match: number) => {
      const literals = to - from;
      out.push((Math.min(15, literals) << 4) | Math.min(15, Math.max(0, match - 4)));
      length(literals);
      for (let i = from; i < to; i++) out.push(data[i] ?? 0);
      if (match > 0) out.push(1, 0);
      if (match > 0) length(match - 4);
      from = to + match;
    };
    for (let i = 1; i < data.length - 12; i++) {
      let run = 0;
      while (i + run < data.length - 12 && data[i + run] === data[i - 1]) run++;
      if (run < 4) continue;
      flush(i, run);
      i = from;
    }
    flush(data.length, 0);
    const head = [0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0];
    return Uint8Array.from([...head, ...word(out.length), ...out, ...word(0)]);
  },
  decode: (data) => data,
};

/** A frame of zstd: one block of equal bytes, then one that is stored. */
const zstd: Codec = {
  encode(data) {
    const run = data.findIndex((byte) => byte !== data[0]);
    const equal = run < 0 ? data.length : run;
    const block = (kind: number, size: number, isLast: number) => word((size << 3) | (kind << 1) | isLast).slice(0, 3);
    const frame = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, ...word(data.length)];
    const rest = data.subarray(equal);
    return Uint8Array.from([...frame, ...block(1, equal, 0), data[0] ?? 0, ...block(0, rest.length, 1), ...rest]);
  },
  decode: (data) => data,
};

function word(value: number): number[] {
  return [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
}
