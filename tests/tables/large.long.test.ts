import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProcess } from "../cli/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const ROWS = 9_000_000;
const BLOCK = 100_000;
const LONGEST = 3_600_000;

/** Two related columns with 29 characters each: 540 MB of text, more than a string holds. */
function writeLarge(path: string): void {
  const file = openSync(path, "w");
  writeSync(file, "a,b\n");
  for (let start = 0; start < ROWS; start += BLOCK) {
    const lines = Array.from({ length: BLOCK }, (_, k) => {
      const i = start + k;
      const a = Math.sin(i * 12.9898) * 2;
      const b = Math.tanh(a) + 0.3 * Math.sin(i * 78.233);
      return `${a.toFixed(26)},${b.toFixed(26)}\n`;
    });
    writeSync(file, lines.join(""));
  }
  closeSync(file);
}

test("a table of more than 500 MB of text is decided, every row counted", { timeout: LONGEST }, () => {
  const file = join(temporaryFolder(), "large.csv");
  writeLarge(file);
  const { code, out, err } = runProcess(["decide", file, "--max-rows", "1000", "--json"], "", LONGEST);
  expect(code, err).toBe(0);
  expect(JSON.parse(out).rows.read).toBe(ROWS);
});
