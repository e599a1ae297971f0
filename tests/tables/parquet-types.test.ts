import { CELL } from "@causal-velocity/core/table/cell.js";
import { type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { openSource } from "@causal-velocity/tables";
import type { ConvertedType } from "hyparquet";
import { describe, expect, test } from "vitest";
import { parquetColumns } from "../../apps/studio/src/engine/parquet-columns.js";
import { bigEndian, type StoredColumn, storedParquet } from "../support/parquet.js";
import { outcome } from "./outcome.js";
import { written } from "./read-apart.js";

type Stored = Omit<StoredColumn, "name">;

const BIG = 10n ** 45n;
const SECONDS = 52_200.25;
const DAYS = 19_874;
const MOMENT = DAYS * 86_400 + SECONDS;
const fixed = (bytes: number, values: readonly bigint[]): Pick<StoredColumn, "type" | "type_length" | "data"> => ({
  type: "FIXED_LEN_BYTE_ARRAY",
  type_length: bytes,
  data: values.map((value) => bigEndian(value, bytes)),
});
const whole = (type: "INT32" | "INT64", ...data: (number | bigint)[]): Pick<Stored, "type" | "data"> => ({
  type,
  data,
});
const decimal = (precision: number, scale: number) => ({ converted_type: "DECIMAL" as const, precision, scale });
const timeOf = (unit: "MILLIS" | "MICROS" | "NANOS", isAdjustedToUTC: boolean) =>
  ({ logical_type: { type: "TIME", unit, isAdjustedToUTC } }) as const;
const momentOf = (unit: "MILLIS" | "MICROS" | "NANOS", isAdjustedToUTC: boolean) =>
  ({ logical_type: { type: "TIMESTAMP", unit, isAdjustedToUTC } }) as const;
const converted = (converted_type: ConvertedType) => ({ converted_type }) as const;

/** What is stored, and the numbers that it stands for. */
const TYPES: Readonly<Record<string, readonly [stored: Stored, values: readonly number[]]>> = {
  "decimal in 32 bits": [{ ...whole("INT32", 12345, -5), about: decimal(9, 2) }, [123.45, -0.05]],
  "decimal in 64 bits": [{ ...whole("INT64", 7n, -(10n ** 17n)), about: decimal(18, 4) }, [0.0007, -1e13]],
  "decimal in 9 bytes": [{ ...fixed(9, [12345n, -(10n ** 19n)]), about: decimal(20, 2) }, [123.45, -1e17]],
  "decimal in 32 bytes": [{ ...fixed(32, [12345n, -(10n ** 19n)]), about: decimal(20, 2) }, [123.45, -1e17]],
  "decimal of 38 digits": [{ ...fixed(16, [7n, -(10n ** 37n)]), about: decimal(38, 38) }, [7e-38, -0.1]],
  "decimal of any length": [
    { type: "BYTE_ARRAY", data: [bigEndian(-5n, 1), bigEndian(10n ** 37n, 17)], about: decimal(38, 2) },
    [-0.05, 1e35],
  ],
  "whole number without a sign": [{ ...whole("INT32", -1, 1), about: converted("UINT_32") }, [2 ** 32 - 1, 1]],
  "long one without a sign": [{ ...whole("INT64", -1n, 1n), about: converted("UINT_64") }, [2 ** 64, 1]],
  byte: [{ ...whole("INT32", 255, 1), about: converted("UINT_8") }, [255, 1]],
  "half float": [{ ...fixed(2, [0x003cn, 0xff7bn]), about: { logical_type: { type: "FLOAT16" } } }, [1, 65504]],
  day: [{ ...whole("INT32", DAYS, -1), about: converted("DATE") }, [DAYS, -1]],
  "time in ms": [{ ...whole("INT32", SECONDS * 1e3, 1), about: converted("TIME_MILLIS") }, [SECONDS, 1e-3]],
  "time in ms, UTC": [{ ...whole("INT32", SECONDS * 1e3, 1), about: timeOf("MILLIS", true) }, [SECONDS, 1e-3]],
  "time in µs": [{ ...whole("INT64", BigInt(SECONDS * 1e6), 1n), about: timeOf("MICROS", false) }, [SECONDS, 1e-6]],
  "time in µs, UTC": [{ ...whole("INT64", BigInt(SECONDS * 1e6), 1n), about: timeOf("MICROS", true) }, [SECONDS, 1e-6]],
  "time in ns": [{ ...whole("INT64", BigInt(SECONDS * 1e9), 1n), about: timeOf("NANOS", false) }, [SECONDS, 1e-9]],
  "time in ns, UTC": [
    { ...whole("INT64", BigInt(SECONDS * 1e9), 1000n), about: timeOf("NANOS", true) },
    [SECONDS, 1e-6],
  ],
  "moment in ms": [{ ...whole("INT64", BigInt(MOMENT * 1e3), 0n), about: converted("TIMESTAMP_MILLIS") }, [MOMENT, 0]],
  "moment in µs": [{ ...whole("INT64", BigInt(MOMENT * 1e6), 1n), about: momentOf("MICROS", false) }, [MOMENT, 1e-6]],
  "moment in µs, UTC": [
    { ...whole("INT64", BigInt(MOMENT * 1e6), 1n), about: momentOf("MICROS", true) },
    [MOMENT, 1e-6],
  ],
  "moment in ns": [
    { ...whole("INT64", BigInt(MOMENT * 1e6) * 1000n, 1n), about: momentOf("NANOS", false) },
    [MOMENT, 1e-9],
  ],
};

describe("Parquet by another writer", () => {
  /** A file of all columns, each with its values twice and a missing one between, in groups of two rows. */
  const stored = (columns: readonly StoredColumn[]) =>
    storedParquet(
      columns.map((column) => ({ ...column, data: [...column.data, null, ...column.data] })),
      2,
    );
  const all = Object.entries(TYPES).map(([name, [column]]): StoredColumn => ({ ...column, name }));
  const requireStored = (table: Table, types = TYPES) => {
    Object.entries(types).forEach(([name, [, values]], j) => {
      expect([name, ...(table.columns[j]?.values ?? [])]).toEqual([name, ...values, Number.NaN, ...values]);
      expect([name, table.columns[j]?.counts[CELL.missing]]).toEqual([name, 1]);
    });
  };

  test("holds the numbers that were stored, of every type, missing ones and groups of rows included", async () => {
    const source = await openSource(written("types.parquet", stored(all)));
    requireStored(await source.read());
    await source.close();
  });

  test("holds them in Studio too, and wider decimals", async () => {
    const wide: typeof TYPES = {
      "decimal of 50 digits": [{ ...fixed(21, [5n * BIG, -7n]), about: decimal(50, 2) }, [5e43, -0.07]],
      "decimal by its logical type": [
        { ...whole("INT64", 7n, -5n), about: { logical_type: { type: "DECIMAL", precision: 18, scale: 4 } } },
        [0.0007, -0.0005],
      ],
    };
    const types = { ...TYPES, ...wide };
    const columns = Object.entries(types).map(([name, [column]]): StoredColumn => ({ ...column, name }));
    requireStored(tableFromColumns(await parquetColumns(new Blob([stored(columns)]), "f")), types);
  });

  const amount = { name: "amount", ...fixed(21, [5n * BIG, -BIG]), about: decimal(50, 2) };
  const MISREAD: Readonly<Record<string, readonly [stored: StoredColumn, type: RegExp]>> = {
    "more than 38 digits": [amount, /decimals of 50 digits/],
    "more than 38 digits in any length": [
      { name: "amount", type: "BYTE_ARRAY", data: [bigEndian(-5n, 1), bigEndian(5n, 17)], about: decimal(39, 2) },
      /decimals of 39 digits/,
    ],
    "a scale in the logical type alone": [
      {
        name: "amount",
        ...whole("INT64", 1n, 2n),
        about: { logical_type: { type: "DECIMAL", precision: 18, scale: 4 } },
      },
      /INT64 whose logical type alone says DecimalType\(scale=4, precision=18\)/,
    ],
  };
  test.each(Object.entries(MISREAD))(
    "refuses decimals that DuckDB misreads, with %s, where they are asked for",
    async (_, [stored, type]) => {
      const path = written("wide.parquet", storedParquet([{ name: "dose", type: "DOUBLE", data: [1, 2] }, stored]));
      const read = async (what: string | { readonly sql: string }, keys?: readonly string[]) => {
        const source = await openSource(what);
        try {
          return await source.read(keys);
        } finally {
          await source.close();
        }
      };
      const message = new RegExp(`file ".*wide\\.parquet", column "amount": ${type.source}; expected .* 38 digits`);
      const refused = { code: "malformed-file", message: expect.stringMatching(message) };
      expect(await outcome(() => read(path))).toMatchObject(refused);
      expect((await read(path, ["dose"])).columns).toHaveLength(1);
      for (const sql of [
        `SELECT * FROM '${path}'`,
        `SELECT dose FROM "${path}" WHERE amount::VARCHAR <> 'x'`,
        `SELECT a FROM (SELECT dose AS a, amount::VARCHAR AS b FROM read_parquet('${path.replace("wide", "w*")}')) WHERE b <> ''`,
      ]) {
        expect(await outcome(() => read({ sql }))).toMatchObject({ code: "malformed-file" });
      }
      expect((await read({ sql: `SELECT dose FROM '${path}'` })).columns).toHaveLength(1);
    },
  );
});
