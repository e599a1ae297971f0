import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import {
  type Codec,
  CompressionType,
  columnFromArray,
  float64,
  setCompressionCodec,
  tableFromColumns,
  tableToIPC,
  utf8,
} from "@uwdata/flechette";

// Writes files of Arrow for the tests, compressed by the programs lz4 and zstd, which must be installed.
// usage: npm run make -- arrow
const FOLDER = new URL("../tests/tables/files/", import.meta.url);

/** A codec that runs a program. */
function program(name: string, ...options: readonly string[]): Codec {
  return { encode: (data) => new Uint8Array(execFileSync(name, options, { input: data })), decode: (data) => data };
}
setCompressionCodec(CompressionType.LZ4_FRAME, program("lz4", "-c", "-BD", "-B4", "-9"));
setCompressionCodec(CompressionType.ZSTD, program("zstd", "-c", "-9"));

const rows = 10_000;
const a = Array.from({ length: rows }, (_, i) => (i % 11 === 5 ? null : Math.round(1000 * Math.sin(i)) / 1000));
const b = Array.from({ length: rows }, (_, i) => `${i % 97}.${i % 7}`);
const table = tableFromColumns([
  ["a", columnFromArray(a, float64())],
  ["b", columnFromArray(b, utf8())],
]);
for (const [name, codec] of [
  ["lz4.feather", CompressionType.LZ4_FRAME],
  ["zstd.arrow", CompressionType.ZSTD],
] as const) {
  writeFileSync(new URL(name, FOLDER), tableToIPC(table, { format: "file", codec }) as Uint8Array);
}
