import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runSql } from "../tables/run-sql.js";
import { runCli } from "./run-cli.js";

const PACKAGE = fileURLToPath(new URL("../../packages/causal-velocity/", import.meta.url));
const CSV = fileURLToPath(new URL("../../examples/dose-response.csv", import.meta.url));
const COLUMNS = ["--x", "dose", "--y", "response"];

let folder: string;
const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = temporaryFolder();
  const text = readFileSync(CSV, "utf8");
  writeFileSync(inFolder("t.csv.gz"), gzipSync(text));
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

  test.each(["t.csv.gz", "t.parquet", "t.jsonl", "t.json", "parts/*.csv"])(
    "%s gives the verdict of the same table as CSV, to the last digit",
    (name) => {
      expect(verdict([inFolder(name), ...COLUMNS])).toEqual(csvVerdict());
    },
  );

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

  test("without the package, name the command that installs it; text does not need the package", () => {
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
    expect(run("decide", CSV, ...COLUMNS).status).toBe(0);
  });
});
