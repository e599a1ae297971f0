import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import { CELL } from "@causal-velocity/core/table/cell.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { type SavedTable, savedTable } from "./as-saved.js";

const IS_LONG = process.env.CAUSAL_VELOCITY_LONG !== undefined;
const TABLES = IS_LONG ? 20_000 : 1000;
/** Tables that were read wrong once, without a finding. */
const FOUND = [795129395, 795133694, 795138547, 795139381, 795140865, 795143193];
/** Files that DuckDB looks at in one process. */
const BATCH = 500;
/** The tables of every run are the same; those of `npm run test:long` are fresh. */
const FIRST = IS_LONG ? Math.floor(Date.now() / 1000) % 1_000_000_000 : 0;
/** Of the tables that are read right, this share has no warning; of all, this share may be wrong with a finding. */
const [UNWARNED, MOST_WRONG] = [0.99, 0.02];
/** DuckDB alone is right about delimiter and header in fewer tables than this share. */
const RARE = 0.001;

/** What is wrong with a table as it was read, and the findings that are about it. */
interface Wrong {
  readonly what: string;
  readonly found: readonly Finding[];
}

function wrongOf(saved: SavedTable, read: Table): Wrong | undefined {
  const about = (...codes: readonly Finding["code"][]) => read.findings.filter(({ code }) => codes.includes(code));
  const { delimiter, header } = read.format;
  if (delimiter !== saved.delimiter) return { what: "delimiter", found: about("layout") };
  if (header !== saved.header) return { what: "header", found: about("numeric-header") };
  const names = read.columns.map(({ name }) => name);
  if (names.join("\n") !== saved.names.join("\n")) return { what: "names", found: about("layout", "numeric-header") };
  const kinds = read.columns[0]?.kinds ?? new Uint8Array();
  const places = Array.from(kinds.keys()).filter((row) => kinds[row] !== CELL.aside);
  if (places.length !== saved.rowCount) return { what: "rows", found: about("kept-rows") };
  for (const [j, { values }] of saved.columns.entries()) {
    const column = read.columns[j];
    const isWrong = values.some((value, i) => !Object.is(column?.values[places[i] ?? 0], value));
    if (isWrong) return { what: `values: ${saved.columns[j]?.kind}`, found: column?.doubts ?? [] };
  }
  return undefined;
}

/** Where the digits of all cells of a column allow both marks, nobody can tell what they mean. */
const isOpenNumber = ({ code }: Finding): boolean => code === "ambiguous-decimal";

test("tables as people save them are read right, or a finding says what is doubtful", { timeout: 3_600_000 }, () => {
  const silent: string[] = [];
  const warned: string[] = [];
  const counts = new Map<string, number>();
  let said = 0;
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const folder = join(temporaryFolder(), "saved");
  const seeds = [...Array.from({ length: TABLES }, (_, k) => FIRST + k), ...FOUND];
  for (let first = 0; first < seeds.length; first += BATCH) {
    mkdirSync(folder);
    const right = new Map<string, { readonly saved: SavedTable; readonly isRead: boolean }>();
    for (const seed of seeds.slice(first, first + BATCH)) {
      const saved = savedTable(seed);
      writeFileSync(join(folder, `${seed}.csv`), saved.text);
      const read = parseTable(saved.text);
      const wrong = wrongOf(saved, read);
      const isRead = read.format.delimiter === saved.delimiter && read.format.header === saved.header;
      right.set(`${seed}.csv`, { saved, isRead });
      if (saved.isOpenHeader) count(`header that nobody can tell: ${read.format.header ? "names" : "data"}`);
      else if (wrong && wrong.found.length === 0) silent.push(`${wrong.what}, seed ${seed}: ${saved.parts.join("; ")}`);
      else if (wrong) {
        count(`wrong, with the finding ${wrong.found[0]?.code}`);
        said += 1;
      } else {
        count("right");
        const warnings = read.findings.filter(({ severity }) => severity === "warn");
        if (warnings.some(isOpenNumber)) count("right, with numbers that nobody can tell");
        const others = warnings.filter((finding) => !isOpenNumber(finding));
        if (others.length > 0) warned.push(`${others.map(({ code }) => code).join(", ")}, seed ${seed}`);
      }
    }
    const output = execFileSync(process.execPath, [fileURLToPath(new URL("./sniff-csv.js", import.meta.url)), folder]);
    for (const line of output.toString().trimEnd().split("\n")) {
      const { file, delimiter, header } = JSON.parse(line);
      const { saved, isRead } = right.get(file) ?? {};
      if (!saved || saved.isOpenHeader) continue;
      const isSniffed = delimiter === saved.delimiter && header === saved.header;
      count(`layout right: ${isRead ? (isSniffed ? "both" : "ours alone") : isSniffed ? "DuckDB alone" : "none"}`);
    }
    rmSync(folder, { recursive: true });
  }
  if (IS_LONG) {
    const all = { tables: seeds.length, warned: warned.length, ...Object.fromEntries(counts) };
    process.stdout.write(`\n${JSON.stringify(all)}\n`);
  }
  expect(silent).toEqual([]);
  expect(said).toBeLessThan(MOST_WRONG * seeds.length);
  expect(warned.length, warned.join("\n")).toBeLessThan((1 - UNWARNED) * (counts.get("right") ?? 0));
  // Those have a finding: none is silent.
  expect(counts.get("layout right: DuckDB alone") ?? 0).toBeLessThan(RARE * seeds.length);
});
