import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { BIN, temporaryFile } from "./run-cli.js";

const FAULTS = fileURLToPath(new URL("./die-at-write.cjs", import.meta.url));
const ROWS = 60;
/** More than the writes of a run of three pairs: a run that never survives was disturbed at every write. */
const MOST_MOMENTS = 80;

const table = `a,b,c\n${Array.from({ length: ROWS }, (_, i) => {
  const a = ((i * 23) % ROWS) / ROWS;
  return [a, a * a + 0.1 * Math.sin(91 * i), Math.cos(17 * i) + a].map((value) => value.toFixed(5)).join(",");
}).join("\n")}\n`;

const FLAGS = ["--method", "b-lin", "--jobs", "1", "--quiet"];

function run(file: string, out: string, more: readonly string[], moment?: number) {
  const env = { ...process.env, ...(moment === undefined ? {} : { DIE_AT: String(moment) }) };
  const command = ["--require", FAULTS, BIN, "pairs", file, "--out", out, ...FLAGS, ...more];
  return spawnSync(process.execPath, command, { env, encoding: "utf8" });
}

test("killed at any moment at which it writes, a run resumes to the same bytes, each pair once", () => {
  const file = temporaryFile("table.csv", table);
  const calm = join(temporaryFolder(), "r.csv");
  expect(run(file, calm, []).status).toBe(0);
  const expected = readFileSync(calm, "utf8");
  expect(expected.trim().split("\n")).toHaveLength(4);
  let resumed = 0;
  for (let moment = 1; ; moment++) {
    expect(moment).toBeLessThan(MOST_MOMENTS);
    const folder = temporaryFolder();
    const out = join(folder, "r.csv");
    const disturbed = run(file, out, [], moment);
    if (disturbed.status === 0) break;
    expect(disturbed.signal, disturbed.stderr).toBe("SIGKILL");
    if (existsSync(out)) expect(readFileSync(out, "utf8"), `moment ${moment}`).toBe(expected);
    // Without a journal either nothing was begun or all was written, and only the lock may be left.
    const isOver = existsSync(out) && !existsSync(`${out}.journal`);
    if (!isOver) {
      const again = run(file, out, ["--resume"]);
      expect([again.status, again.stderr.replaceAll(/note: .*?again\.\s*/gs, "")], `moment ${moment}`).toEqual([0, ""]);
      resumed += 1;
    }
    expect(readFileSync(out, "utf8"), `moment ${moment}`).toBe(expected);
    const left = readdirSync(folder).filter((name) => !(isOver && name.endsWith(".lock")));
    expect(left, `moment ${moment}`).toEqual(["r.csv", "r.csv.times.json"]);
  }
  expect(resumed).toBeGreaterThan(15);
});
