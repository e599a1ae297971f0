import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";

// Seconds and peak memory of reading 2 and all 40 columns of a CSV file of 500 MB, and of the same table as Parquet.
// Writes docs/benchmarks/tables.md. usage: npm run bench -- tables [ROWS]

const COLUMNS = 40;
/** This many rows make 500 MB of CSV. */
const ROWS = 1_050_000;
const RUNS = 3;
const REPORT = fileURLToPath(new URL("../docs/benchmarks/tables.md", import.meta.url));
const CHILD = fileURLToPath(new URL("read-table-once.ts", import.meta.url));

interface Reading {
  readonly seconds: number;
  readonly megabytes: number;
  readonly rows: number;
  readonly tableMegabytes: number;
}

/** Typical columns: long decimals, three decimals, whole numbers; the same on every run. */
async function writeTables(csv: string, parquet: string, rows: number): Promise<void> {
  const uniform = (j: number) => `(hash(i * ${COLUMNS} + ${j}) / 18446744073709551616.0)`;
  const column = (j: number): string => {
    if (j % 4 === 3) return `(${uniform(j)} * 1000)::INTEGER AS c${j + 1}`;
    return j % 4 === 2 ? `round(${uniform(j)} * 100, 3) AS c${j + 1}` : `${uniform(j)} * ${j + 1} AS c${j + 1}`;
  };
  const instance = await DuckDBInstance.create(":memory:", { memory_limit: "1GB" });
  const connection = await instance.connect();
  const columns = Array.from({ length: COLUMNS }, (_, j) => column(j)).join(", ");
  await connection.run(`COPY (SELECT ${columns} FROM range(${rows}) AS t(i)) TO '${parquet}'`);
  await connection.run(`COPY (FROM '${parquet}') TO '${csv}' (HEADER)`);
  connection.closeSync();
  instance.closeSync();
}

/** The fastest of several runs, each in a separate process, with the largest peak. */
function measure(how: string, source: string, columns: number): Reading {
  const runs = Array.from({ length: RUNS }, (): Reading => {
    const args = ["--import", "tsx", CHILD, how, source, String(columns)];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  });
  const quickest = runs.reduce((best, run) => (run.seconds < best.seconds ? run : best));
  return { ...quickest, megabytes: Math.max(...runs.map(({ megabytes }) => megabytes)) };
}

const folder = mkdtempSync(join(tmpdir(), "causal-velocity-bench-"));
try {
  const [csv, parquet] = [join(folder, "table.csv"), join(folder, "table.parquet")];
  await writeTables(csv, parquet, Number(process.argv[2] ?? ROWS));
  const two = `SELECT c1, c2 FROM '${csv}'`;
  const cases: readonly (readonly [string, string, string, number])[] = [
    ["CSV", "package", csv, 2],
    ["CSV", "package", csv, 0],
    ["CSV, all of it as one string (`parseTable`)", "parseTable", csv, 0],
    ["CSV, split by DuckDB (`--sql`)", "sql", two, 0],
    ["CSV, split by DuckDB (`--sql`)", "sql", `SELECT * FROM '${csv}'`, 0],
    ["Parquet", "package", parquet, 2],
    ["Parquet", "package", parquet, 0],
  ];
  const lines = cases.map(([name, how, source, columns]) => {
    const { seconds, megabytes, tableMegabytes } = measure(how, source, columns);
    const read = columns === 2 || source === two ? 2 : COLUMNS;
    const line = `| ${name} | ${read} of ${COLUMNS} | ${seconds.toFixed(1)} | ${megabytes.toFixed(0)} | ${tableMegabytes.toFixed(0)} |`;
    console.log(line);
    return line;
  });
  const size = (path: string) => `${(statSync(path).size / 1e6).toFixed(0)} MB`;
  writeFileSync(
    REPORT,
    `# Reading large tables

Written by \`npm run bench -- tables\`. One table of ${COLUMNS} columns and ${Number(process.argv[2] ?? ROWS).toLocaleString("en-US")} rows, ${size(csv)} as CSV and ${size(parquet)} as Parquet, read by \`@causal-velocity/tables\` in a process of its own: the quickest of ${RUNS} runs, and the largest peak of resident memory above what the process had before it read. The last column is the table itself, 9 bytes a cell, which is part of that peak; the process of DuckDB, which has up to 1 GB of its own, is not. Node ${process.versions.node}, ${availableParallelism()} cores; DuckDB uses them all, the reader of text one.

| file | columns | seconds | peak MB | of which the table |
| --- | --- | --: | --: | --: |
${lines.join("\n")}

What reads text, and why it is not DuckDB, is explained in [decision 0045](../decisions/0045-duckdb-tables.md).
`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
