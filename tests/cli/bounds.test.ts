import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { BIN, runCli, runProcess, temporaryFile } from "./run-cli.js";

const onPosix = test.skipIf(process.platform === "win32");
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");
const csv = `x,y\n${Array.from({ length: 60 }, (_, i) => `${i % 7},${(i * i) % 11}\n`).join("")}`;

/** Runs the command in a process of its own; also the most memory it had, in megabytes. */
function measured(args: readonly string[], shell = ""): { code: number | null; err: string; megabytes: number } {
  const program = `process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS));
    process.argv.splice(1, 0, "causal-velocity");
    await import(${JSON.stringify(pathToFileURL(BIN).href)});`;
  const node = [process.execPath, "--input-type=module", "-e", program, "--", ...args];
  const quoted = node.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const { status, stderr } = spawnSync("bash", ["-c", `${shell} ${quoted}`], { encoding: "utf8", timeout: 300_000 });
  const [err = "", peak] = stderr.split("peak ");
  return { code: status, err: oneLine(err), megabytes: Number(peak) / 1024 };
}

describe("a command that reads a table", () => {
  onPosix("stops at a limit of an endless stream, with little memory", () => {
    const run = measured(["decide", "-", "--limit", "cells=2000000"], "yes 1,2 |");
    expect([run.code, run.err]).toEqual([3, expect.stringMatching(/standard input, row 1000001: more than 2,000,000/)]);
    expect(run.err).toContain("raise the limit cells with --limit, such as cells=4000000");
    expect(run.megabytes).toBeLessThan(300);
  });

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
