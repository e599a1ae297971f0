import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { columnFromArray, float64, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { parseTable } from "causal-velocity";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { type WorkbookCell, workbookParts, zipped } from "../support/workbook.js";
import { runSql } from "../tables/run-sql.js";
import { runCli, runProcess } from "./run-cli.js";

const PACKAGE = fileURLToPath(new URL("../../packages/causal-velocity/", import.meta.url));
const CSV = fileURLToPath(new URL("../../examples/dose-response.csv", import.meta.url));
const COLUMNS = ["--x", "dose", "--y", "response"];

let folder: string;
const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = temporaryFolder();
  const text = readFileSync(CSV, "utf8");
  writeFileSync(inFolder("t.csv.gz"), gzipSync(text));
  writeFileSync(inFolder("unnamed"), gzipSync(text));
  writeFileSync(inFolder("t.xlsx"), zipped(workbookParts(workbookRows(text))));
  const { columns } = parseTable(text);
  const arrow = tableFromColumns(
    columns.map(({ name, values }) => [
      name,
      columnFromArray(
        Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
        float64(),
      ),
    ]),
  );
  writeFileSync(inFolder("t.feather"), tableToIPC(arrow, { format: "file" }) as Uint8Array);
  writeFileSync(inFolder("t.arrows"), tableToIPC(arrow, { format: "stream" }) as Uint8Array);
  const [header = "", ...lines] = text.trimEnd().split("\n");
  mkdirSync(inFolder("parts"));
  for (const [name, part] of [
    ["1.csv", lines.slice(0, 400)],
    ["2.csv", lines.slice(400)],
  ] as const) {
    writeFileSync(join(folder, "parts", name), `${[header, ...part].join("\n")}\n`);
  }
  const source = `read_csv('${CSV}', nullstr = ['', 'NA'])`;
  await runSql(
    `COPY (FROM ${source}) TO '${inFolder("t.parquet")}'`,
    `COPY (FROM ${source}) TO '${inFolder("t.jsonl")}' (FORMAT json)`,
    `COPY (FROM ${source}) TO '${inFolder("t.json")}' (FORMAT json, ARRAY true)`,
  );
});

/** The cells of a text table: numbers as numbers. */
function workbookRows(text: string): WorkbookCell[][] {
  const rows = text.trimEnd().split("\n");
  return rows.map((row) =>
    row.split(",").map((cell) => (cell === "" || Number.isNaN(Number(cell)) ? cell : Number(cell))),
  );
}

/** Read without the package. */
const READ_ALONE = ["t.csv.gz", "unnamed", "t.xlsx", "t.feather", "t.arrows"];

describe("tables that are not text", () => {
  const verdict = (args: readonly string[]) => {
    const { code, out, err } = runCli(["decide", ...args, "--json"]);
    expect(code, err).toBe(0);
    return JSON.parse(out);
  };
  let expected: ReturnType<typeof verdict> | undefined;
  /** The verdict of the table as CSV, decided once. */
  const csvVerdict = () => {
    expected ??= verdict([CSV, ...COLUMNS]);
    return expected;
  };

  test.each([...READ_ALONE, "t.parquet", "t.jsonl", "t.json", "parts/*.csv"])(
    "%s gives the verdict of the same table as CSV, to the last digit",
    (name) => {
      expect(verdict([inFolder(name), ...COLUMNS])).toEqual(csvVerdict());
    },
  );

  test.each(["t.csv.gz", "t.xlsx", "t.feather", "t.arrows"])(
    "%s is read from standard input, with - or without",
    (name) => {
      const bytes = readFileSync(inFolder(name));
      expect(runCli(["decide", "-", ...COLUMNS, "--json"], bytes).out).toBe(
        `${JSON.stringify(csvVerdict(), null, 2)}\n`,
      );
      const { code, out, err } = runProcess(["decide", ...COLUMNS, "--json"], bytes);
      expect([code, err]).toEqual([0, ""]);
      expect(JSON.parse(out)).toEqual(csvVerdict());
    },
  );

  test("a program that writes nothing is no table", () => {
    const { code, err } = runProcess(["decide", ...COLUMNS]);
    expect(code).toBe(2);
    expect(err.replace(/\s+/g, " ")).toContain("no file; expected one FILE, or a table on standard input");
  });

  test("a sheet is chosen by its name or number, and its cells by a range", () => {
    const book = fileURLToPath(new URL("../tables/files/sheets.xlsx", import.meta.url));
    const offset = fileURLToPath(new URL("../tables/files/offset.xlsx", import.meta.url));
    const said = (...args: string[]) => runCli(["decide", ...args]).err.replace(/\s+/g, " ");
    expect(said(book, "--sheet", "Nowhere")).toContain(
      '--sheet: "Nowhere"; expected one of the sheets "Notes" (hidden), "Trial", "Täble 2", "Old" (hidden), "3".',
    );
    expect(said(book, "--sheet", "4")).toContain('columns "u" and "v": 1 usable rows (1 read, 0 left out)');
    expect(said(offset, "--range", "C5:D9")).toContain('columns "x" and "y": 3 usable rows (3 read, 0 left out)');
    expect(said(offset, "--range", "5:9")).toContain('--range: "5:9"; expected cells such as A3:F200');
    expect(said(book, "--delimiter", "comma")).toContain("--delimiter: given for file");
    for (const [file, flags] of [
      [CSV, ["--sheet", "2"]],
      [inFolder("t.parquet"), ["--range", "A1:B2"]],
      [inFolder("t.feather"), ["--sheet", "2"]],
    ] as const) {
      expect(said(file, ...flags)).toMatch(/^error: --(sheet|range): given for file .*; expected an Excel workbook/);
    }
  });

  test("a query gives the verdict of its rows, and explain and counterfactual accept it", () => {
    const sql = `select response as y, dose as x from '${inFolder("t.parquet")}'`;
    const found = verdict(["--sql", sql, "--x", "x", "--y", "y"]);
    expect(found.probability).toEqual(csvVerdict().probability);
    const explained = runCli(["explain", "--sql", sql, "--x", "x", "--y", "y"]);
    expect([explained.code, explained.err]).toEqual([0, ""]);
    const asked = ["--cause", "dose", "--effect", "response", "--row", "3", "--to", "6", "--json"];
    const [fromParquet, fromText] = [inFolder("t.parquet"), CSV].map((file) =>
      runCli(["counterfactual", file, ...asked]),
    );
    expect(fromParquet.out).toBe(fromText.out);
    expect(JSON.parse(fromText.out)).toHaveProperty("schema");
  });

  test("without column names, or with wrong ones, give the errors of text tables", () => {
    for (const args of [[], ["--x", "dose", "--y", "dosis"], ["--x", "dose", "--y", "dose"], ["--x", "dose"]]) {
      const [parquet, text] = [inFolder("t.parquet"), CSV].map((file) => runCli(["decide", file, ...args]));
      expect([parquet.code, parquet.err, parquet.out]).toEqual([text.code, text.err, text.out]);
    }
  });

  test.each([
    ["a file and a query", [CSV, "--sql", "select 1"], 2, /--sql: given with the file/],
    [
      "a wrong query",
      ["--sql", "select nothing from nowhere"],
      2,
      /--sql: catalog error, Table with name nowhere does not/,
    ],
    [
      "a folder without Parquet",
      [fileURLToPath(new URL("../cli", import.meta.url))],
      3,
      /a folder without Parquet files/,
    ],
    ["a glob without a match", ["nowhere-*.parquet"], 3, /no file matches/],
  ])("reports %s", (_, args, code, message) => {
    const run = runCli(["decide", ...args]);
    expect(run.code).toBe(code);
    expect(run.err.replace(/\s+/g, " ")).toMatch(message);
  });

  test("without the package, name the command that installs it; text, gzip, workbooks and Arrow do not need it", () => {
    const alone = temporaryFolder();
    for (const part of ["bin", "dist", "package.json"]) {
      cpSync(join(PACKAGE, part), join(alone, part), { recursive: true });
    }
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(alone, "bin", "causal-velocity.js"), ...args], { encoding: "utf8" });
    const { status, stderr } = run("decide", inFolder("t.parquet"), ...COLUMNS);
    expect(status).toBe(2);
    expect(stderr.replace(/\s+/g, " ")).toMatch(
      /not installed; expected it beside causal-velocity, to read Parquet\. Install both: npm install causal-velocity @causal-velocity\/tables/,
    );
    for (const file of [CSV, ...READ_ALONE.map(inFolder)]) {
      expect([file, run("decide", file, ...COLUMNS).status]).toEqual([file, 0]);
    }
  });
});
