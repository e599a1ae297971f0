import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProcess, temporaryFile } from "../cli/run-cli.js";
import { orSkip } from "../support/not-at-hand.js";
import { freshDatabase } from "../support/postgres.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const ROWS = 120;

test("pairs decided through the queue are those decided without it, to the byte", async ({ skip }) => {
  const url = await orSkip(skip, freshDatabase());
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const a = ((i * 47) % ROWS) / ROWS;
    return [a, a * a + 0.1 * Math.sin(91 * i), Math.cos(17 * i) + a].join(",");
  });
  const [table, place] = [temporaryFile("table.csv", `a,b,c\n${lines.join("\n")}\n`), temporaryFolder()];
  const address = temporaryFile("address", `${url}\n`);
  const [here, shared] = [[], ["--queue", `@${address}`]].map((flags, i) => {
    const out = join(place, `${i}.csv`);
    const { code, err } = runProcess(["pairs", table, "--out", out, "--quiet", ...flags]);
    expect(code, err).toBe(0);
    return readFileSync(out, "utf8");
  });
  expect(here.trim().split("\n")).toHaveLength(4);
  expect(shared).toBe(here);
});
