import { spawnSync } from "node:child_process";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { columnFromArray, float64, tableFromColumns, tableToIPC, utf8 } from "@uwdata/flechette";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { zipped } from "../support/workbook.js";
import { runSql } from "./run-sql.js";

const LONGEST = { timeout: 3_600_000 };
const address = (path: string) => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url));
const LIBRARY = JSON.stringify(address("causal-velocity/dist/index.js"));
const TABLES = JSON.stringify(address("tables/dist/index.js"));

/** Reads a table in a process of its own. @returns its rows, and the most megabytes that the process had */
function reading(program: string): { readonly rows: number; readonly megabytes: number } {
  const end =
    "console.log(JSON.stringify({ rows: table.rowCount, megabytes: process.resourceUsage().maxRSS / 1000 }));";
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", `${program}\n${end}`], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  process.stdout.write(`\n${stdout}`);
  return JSON.parse(stdout);
}

/** The library's answer for a file. */
const byLibrary = (path: string) =>
  reading(`import { openAsBlob } from "node:fs"; import { readTable } from ${LIBRARY};
    process.removeAllListeners("warning");
    const table = await readTable(await openAsBlob(${JSON.stringify(path)}));`);

test("500 MB of Arrow are read in memory for the cells and a batch", LONGEST, () => {
  const [rows, batch] = [4_200_000, 50_000];
  const path = join(temporaryFolder(), "large.arrows");
  const file = openSync(path, "w");
  for (let start = 0; start < rows; start += batch) {
    const a = Float64Array.from({ length: batch }, (_, i) => Math.sin(start + i));
    const note = Array.from({ length: batch }, (_, i) => `note ${start + i} `.repeat(8));
    const table = tableFromColumns([
      ["a", columnFromArray(Array.from(a), float64())],
      [
        "b",
        columnFromArray(
          Array.from(a, (value) => value / 3),
          float64(),
        ),
      ],
      ["note", columnFromArray(note, utf8())],
    ]);
    const bytes = tableToIPC(table, { format: "stream" }) as Uint8Array;
    // One schema at the beginning, one mark at the end.
    const schema = new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true) + 8;
    const isLast = start + batch >= rows;
    writeSync(file, bytes.subarray(start === 0 ? 0 : schema, isLast ? undefined : bytes.length - 8));
  }
  closeSync(file);
  expect(statSync(path).size).toBeGreaterThan(500_000_000);
  const { rows: read, megabytes } = byLibrary(path);
  expect(read).toBe(rows);
  // 18 bytes for each of 12.6 million cells are 227 MB.
  expect(megabytes).toBeLessThan(500);
});

test("two of six columns of 500 MB of Parquet are read in memory for their cells", LONGEST, async () => {
  const rows = 11_000_000;
  const path = join(temporaryFolder(), "large.parquet");
  const columns = ["a", "b", "c", "d", "e", "f"].map((name) => `random() AS ${name}`);
  await runSql(`COPY (SELECT ${columns.join(", ")} FROM range(${rows})) TO '${path}'`);
  expect(statSync(path).size).toBeGreaterThan(500_000_000);
  const { rows: read, megabytes } = reading(`import { readColumns } from ${TABLES};
    const table = await readColumns(${JSON.stringify(path)}, { columns: ["a", "b"] });`);
  expect(read).toBe(rows);
  // 18 bytes for each of 22 million cells are 396 MB.
  expect(megabytes).toBeLessThan(800);
});

test("a workbook of nearly 50 MB is read in memory for its bytes and cells", LONGEST, () => {
  const rows = 900_000;
  const lines = Array.from({ length: rows }, (_, i) => {
    const values = [Math.sin(i), Math.cos(i * 7), Math.sin(i * i)];
    return `<row r="${i + 2}">${values.map((value) => `<c><v>${value}</v></c>`).join("")}</row>`;
  });
  const names = ["a", "b", "c"].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join("");
  const bytes = zipped({
    "xl/workbook.xml": '<workbook><sheets><sheet name="D" id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Type="/worksheet" Target="s.xml"/></Relationships>',
    "xl/s.xml": `<worksheet><sheetData><row r="1">${names}</row>${lines.join("")}</sheetData></worksheet>`,
  });
  expect(bytes.length).toBeGreaterThan(25_000_000);
  expect(bytes.length).toBeLessThan(50_000_000);
  const path = join(temporaryFolder(), "large.xlsx");
  const file = openSync(path, "w");
  writeSync(file, bytes);
  closeSync(file);
  const { rows: read, megabytes } = byLibrary(path);
  expect(read).toBe(rows);
  expect(megabytes).toBeLessThan(500);
});
