import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { BIN, measured, runCli, runProcess, temporaryFile } from "./run-cli.js";

const onPosix = test.skipIf(process.platform === "win32");
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");
const csv = `x,y\n${Array.from({ length: 60 }, (_, i) => `${i % 7},${(i * i) % 11}\n`).join("")}`;

/** Writes a table with columns c1, c2, …, line by line. */
function writeTable(columns: number, rows: number, cells: (row: number) => readonly string[]): string {
  const path = join(temporaryFolder(), "wide.csv");
  const file = openSync(path, "w");
  writeSync(file, `${Array.from({ length: columns }, (_, j) => `c${j + 1}`).join(",")}\n`);
  for (let row = 0; row < rows; row++) writeSync(file, `${cells(row).join(",")}\n`);
  closeSync(file);
  return path;
}

describe("a command that reads a table", () => {
  onPosix("stops at a limit of an endless stream, with little memory", () => {
    const run = measured(["decide", "-", "--limit", "cells=2000000"], "yes 1,2 |");
    expect([run.code, run.err]).toEqual([3, expect.stringMatching(/standard input, row 1000001: more than 2,000,000/)]);
    expect(run.err).toContain("raise the limit cells with --limit, such as cells=4000000");
    expect(run.megabytes).toBeLessThan(300);
  });

  onPosix(
    "stops at a limit of an endless list of pairs, graph or order of columns, and names no flag that would not help",
    () => {
      const file = temporaryFile("t.csv", csv);
      const pairs = measured(["pairs", file, "--pairs", temporaryFile("list.csv", "1,2\n".repeat(3_000_000))]);
      expect([pairs.code, pairs.err]).toEqual([3, expect.stringMatching(/list\.csv": more than 1,000,000 pairs/)]);
      expect(pairs.err).toContain("allow more with --max-pairs 3000001");
      expect(pairs.megabytes).toBeLessThan(700);
      for (const args of [
        ["graph", file, "--tiers", "-"],
        ["do", file, "--set", "x=1", "--graph", "-"],
      ]) {
        const run = measured(args, "yes a |");
        expect([run.code, run.err]).toEqual([
          3,
          expect.stringMatching(/input: more than (1|20),000,000 bytes; .*the path/),
        ]);
        expect(run.err).not.toContain("--limit");
        expect(run.megabytes).toBeLessThan(300);
      }
    },
  );

  onPosix("refuses a device, and a pipe to which nobody writes, instead of waiting", () => {
    const device = runProcess(["decide", "/dev/zero"], "", 60_000);
    expect([device.code, oneLine(device.err)]).toEqual([
      3,
      expect.stringMatching(/"\/dev\/zero": a device, not a file/),
    ]);
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const silent = runProcess(["decide", pipe, "--limit", "wait=1"], "", 60_000);
    expect([silent.code, oneLine(silent.err)]).toEqual([
      3,
      expect.stringMatching(/not a byte within 1 second;.*--limit/),
    ]);
    const decide = `'${process.execPath}' '${BIN}' decide --limit wait=1`;
    // $! is the program that writes, or would.
    const errors = (script: string): string =>
      oneLine(spawnSync("bash", ["-c", `${script}; kill $!`], { encoding: "utf8", timeout: 60_000 }).stderr);
    expect(errors(`exec 3< <(exec sleep 30); ${decide} - <&3`)).toMatch(/standard input: not a byte within 1 second/);
    const falling = `(printf 'x,y\\n1,2\\n'; exec sleep 30)`;
    for (const script of [`exec 3< <${falling}; ${decide} - <&3`, `${falling} > '${pipe}' & ${decide} '${pipe}'`]) {
      expect(errors(script)).toMatch(
        /: no more within 1 second, after 8 bytes; .* See whether that program still works/,
      );
    }
  });

  onPosix("reads a named pipe, and a pipe of the shell, as it reads a file", () => {
    const file = temporaryFile("t.csv", csv);
    const expected = runProcess(["decide", file, "--json"]).out;
    expect(JSON.parse(expected).rows.read).toBe(60);
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const shell = (command: string) => execFileSync("bash", ["-c", command], { encoding: "utf8", timeout: 60_000 });
    const decide = `'${process.execPath}' '${BIN}' decide`;
    expect(shell(`(sleep 0.3; cat '${file}') > '${pipe}' & ${decide} '${pipe}' --json`)).toBe(expected);
    if (existsSync("/dev/fd")) expect(shell(`${decide} <(cat '${file}') --json`)).toBe(expected);
  });

  test("needs memory for the columns it was asked for, not for all", () => {
    const width = 100_000;
    const line = (cell: (j: number) => string) => Array.from({ length: width }, (_, j) => cell(j)).join(",");
    const rows = Array.from({ length: 30 }, (_, i) => line((j) => ((i * 7919 + j) / 7919).toFixed(3)));
    const file = temporaryFile("wide.csv", `${[line((j) => `c${j}`), ...rows].join("\n")}\n`);
    const run = measured(["decide", file, "--x", "c5", "--y", "c99999"]);
    expect([run.code, run.err]).toEqual([0, ""]);
    expect(run.megabytes).toBeLessThan(250);
  });

  test("takes seconds for two of 300,000 columns, as for a file of so many bytes with few columns", () => {
    const cell = (i: number, j: number): string => (((i * 7919 + j * 104_729) % 100_003) / 1000).toFixed(3);
    const seconds = [300_000, 25].map((columns) => {
      const rows = 7_500_000 / columns;
      const file = writeTable(columns, rows, (i) => Array.from({ length: columns }, (_, j) => cell(i, j)));
      if (columns > rows) {
        // Without names all columns are read: their cells take 68 MB, the rest of a table 60 MB.
        const all = measured(["decide", file], "", 600_000);
        expect([all.code, all.err]).toEqual([2, expect.stringContaining("300000 columns")]);
        expect(all.megabytes).toBeLessThan(370);
      }
      const run = measured(
        ["decide", file, "--x", "c5", "--y", `c${columns}`, "--method", "b-lin", "--max-rows", "25"],
        "",
        600_000,
      );
      expect([run.code, run.err]).toEqual([0, ""]);
      expect(run.megabytes).toBeLessThan(300);
      return run.seconds;
    });
    // On a quiet machine 2 and 1.5 seconds. Ceilings for a busy one: either will do.
    const [wide, long] = seconds as [number, number];
    expect(Math.min(wide / 30, wide / (6 * long))).toBeLessThan(1);
  });

  test("names the file whose size is beyond the limit before it reads it, and wrong limits", () => {
    const file = temporaryFile("t.csv", csv);
    const refused = runCli(["decide", file, "--limit", "bytes=0.1kB"]);
    expect([refused.code, oneLine(refused.err)]).toEqual([3, expect.stringMatching(/t\.csv": more than 100 bytes/)]);
    expect(runCli(["decide", file, "--limit", "bytes=1MB,columns=2"]).code).toBe(0);
    for (const limit of ["rows=5", "bytes", "bytes=-1", "columns=many", "cells=0"]) {
      const wrong = runCli(["decide", file, "--limit", limit]);
      expect([wrong.code, oneLine(wrong.err)]).toEqual([2, expect.stringContaining(`--limit: "${limit}"`)]);
    }
  });

  test("applies limits to tables that are not text too", () => {
    const path = join(temporaryFolder(), "t.jsonl");
    writeFileSync(path, Array.from({ length: 50 }, (_, i) => `{"a": ${i}, "b": ${i * i}}\n`).join(""));
    const run = runCli(["decide", path, "--limit", "cells=60"]);
    expect([run.code, oneLine(run.err)]).toEqual([3, expect.stringMatching(/row 31: more than 60 cells/)]);
  });
});

const LONGEST = 1_800_000;

test("pairs --screen of 20,000 columns ends, in less than 600 MB, with the pairs that depend on each other", {
  timeout: LONGEST,
}, () => {
  const [columns, every] = [20_000, 1000];
  let state = 12345;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  // All columns are noise but every thousandth, from the second on, which is a curve of the one before.
  const file = writeTable(columns, 60, () => {
    const cells: string[] = [];
    for (let j = 0; j < columns; j++) {
      const isCurve = j % every === 1;
      cells.push((isCurve ? (Number(cells[j - 1]) - 1) ** 2 + 0.03 * random() : random() + random()).toFixed(4));
    }
    return cells;
  });
  const out = join(temporaryFolder(), "r.csv");
  const args = ["pairs", file, "--screen", "--jobs", "2", "--method", "b-lin", "--quiet", "--out", out];
  const run = measured(args, "", LONGEST);
  expect([run.code, run.err]).toEqual([0, ""]);
  expect(run.megabytes).toBeLessThan(600);
  const found = readFileSync(out, "utf8").trim().split("\n").slice(1);
  const planted = Array.from({ length: columns / every }, (_, k) => `c${every * k + 1},c${every * k + 2},`);
  // Noise alone has 199,990,000 pairs, of which few look dependent by chance.
  expect(found.length).toBeLessThan(40);
  expect(planted.filter((pair) => found.some((line) => line.startsWith(pair))).length).toBeGreaterThan(15);
});
