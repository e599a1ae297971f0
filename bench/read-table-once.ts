import { readFileSync } from "node:fs";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { decodeText } from "@causal-velocity/core/table/text-source.js";
import { openSource } from "@causal-velocity/tables";

// Reads a table once, in a separate process, and prints its time and memory. usage: HOW SOURCE COLUMNS (0: all)
const [how = "", source = "", columns = "0"] = process.argv.slice(2);
const keys = Number(columns) > 0 ? Array.from({ length: Number(columns) }, (_, j) => j + 1) : undefined;

async function read(): Promise<Table> {
  if (how === "parseTable") return parseTable(decodeText(readFileSync(source), source, TextDecoder).text);
  const opened = await openSource(how === "sql" ? { sql: source } : source);
  const table = await opened.read(keys);
  await opened.close();
  return table;
}

const before = process.resourceUsage().maxRSS;
const start = performance.now();
const table = await read();
const seconds = (performance.now() - start) / 1000;
const megabytes = ((process.resourceUsage().maxRSS - before) * 1024) / 1e6;
const cells = table.rowCount * table.columns.length;
console.log(JSON.stringify({ seconds, megabytes, rows: table.rowCount, tableMegabytes: (9 * cells) / 1e6 }));
