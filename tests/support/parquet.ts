import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";

/** A column of a Parquet file: its values as they are stored, and what the file says of them. */
export interface StoredColumn {
  readonly name: string;
  readonly type: NonNullable<SchemaElement["type"]>;
  /** Bytes of a value of FIXED_LEN_BYTE_ARRAY. */
  readonly type_length?: number;
  readonly about?: Partial<SchemaElement>;
  readonly data: readonly unknown[];
}

/**
 * A Parquet file of any combination of physical and logical type, by a writer that shares no code with DuckDB. The writer
 * sees only the physical types, so values are stored bit by bit; the logical ones are added to the schema at the end.
 */
export function storedParquet(columns: readonly StoredColumn[], rowGroupSize = 1000): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  const elements = columns.map(
    ({ name, type, type_length }): SchemaElement => ({
      ...{ name, type, repetition_type: "OPTIONAL" as const },
      ...(type_length !== undefined && { type_length }),
    }),
  );
  const schema: SchemaElement[] = [{ name: "root", num_children: columns.length }, ...elements];
  const file = new ParquetWriter({ writer, schema, codec: "UNCOMPRESSED", statistics: false });
  file.write({ columnData: columns.map(({ name, data }) => ({ name, data: [...data] })), rowGroupSize });
  for (const [j, { about }] of columns.entries()) Object.assign(elements[j] ?? {}, about);
  file.finish();
  return new Uint8Array(writer.getBytes());
}

/** A whole number in two's complement, the highest byte first, as Parquet stores decimals. */
export function bigEndian(value: bigint, bytes: number): Uint8Array {
  const bits = BigInt.asUintN(8 * bytes, value);
  return Uint8Array.from({ length: bytes }, (_, i) => Number((bits >> BigInt(8 * (bytes - 1 - i))) & 255n));
}

/** A Parquet file without rows, of one column that is nested as deep as given. */
export function nestedParquet(depth: number): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  const group = { name: "a", num_children: 1, repetition_type: "OPTIONAL" as const };
  const schema: SchemaElement[] = [
    ...Array.from({ length: depth }, () => group),
    { name: "a", type: "DOUBLE", repetition_type: "OPTIONAL" },
  ];
  new ParquetWriter({ writer, schema }).finish();
  return new Uint8Array(writer.getBytes());
}
