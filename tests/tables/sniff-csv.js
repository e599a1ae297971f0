// What DuckDB takes for the delimiter and the header of each file of a folder, a line of JSON for each, in a process of its
// own. usage: node sniff-csv.js FOLDER
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

const folder = process.argv[2] ?? ".";
const connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
for (const file of readdirSync(folder)) {
  const path = join(folder, file).replaceAll("'", "''");
  let opinion = {};
  try {
    const [row] = (await connection.runAndReadAll(`SELECT Delimiter, HasHeader FROM sniff_csv('${path}')`)).getRows();
    opinion = { delimiter: row?.[0], header: row?.[1] };
  } catch {
    // No opinion.
  }
  process.stdout.write(`${JSON.stringify({ file, ...opinion })}\n`);
}
