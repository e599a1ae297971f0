import { DuckDBInstance } from "@duckdb/node-api";

/** Runs statements in a separate DuckDB, to write the files that tests read. */
export async function runSql(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
