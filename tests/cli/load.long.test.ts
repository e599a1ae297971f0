import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveStudio } from "../../packages/causal-velocity/src/studio/serve-studio.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { measured, temporaryFile } from "./run-cli.js";

const LONGEST = 3_600_000;

test("200,000 pairs are decided, each once, in less than 600 MB", { timeout: LONGEST }, () => {
  const columns = 633;
  const pairs = (columns * (columns - 1)) / 2;
  const lines = Array.from({ length: 60 }, (_, i) =>
    Array.from({ length: columns }, (_, k) => ((10_000 * Math.abs(Math.sin(i * (12.9898 + k) + k))) % 1).toFixed(4)),
  );
  const head = Array.from({ length: columns }, (_, k) => `c${k + 1}`);
  const file = temporaryFile("table.csv", `${[head, ...lines].join("\n")}\n`);
  const out = join(temporaryFolder(), "r.csv");
  const run = measured(["pairs", file, "--method", "b-lin", "--quiet", "--out", out], "", LONGEST);
  expect([run.code, run.err]).toEqual([0, ""]);
  expect(run.megabytes).toBeLessThan(600);
  const found = readFileSync(out, "utf8").trim().split("\n").slice(1);
  const names = new Set(found.map((line) => line.split(",", 2).join(",")));
  expect([found.length, names.size]).toEqual([pairs, pairs]);
});

test("Studio's server answers 10,000 requests, 50 at a time, and keeps nothing of them", {
  timeout: LONGEST,
}, async () => {
  const folder = temporaryFolder();
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
  const app = `<html>${policy}${"the app ".repeat(5000)}</html>`;
  writeFileSync(join(folder, "index.html"), app);
  const { address, close } = await serveStudio(folder, [0], temporaryFile("trial.csv", "a,b\n1,2\n"));
  try {
    const page = new URL("/", address);
    const resident: number[] = [];
    for (let round = 0; round < 10; round++) {
      for (let asked = 0; asked < 1000; asked += 50) {
        const answers = await Promise.all(Array.from({ length: 50 }, async () => (await fetch(page)).text()));
        expect(answers.every((text) => text === app)).toBe(true);
      }
      resident.push(process.memoryUsage().rss / 1e6);
    }
    // Memory of the process, client included, in MB: 8,000 answers of 40 kB would be 320.
    expect((resident[9] as number) - (resident[1] as number)).toBeLessThan(150);
  } finally {
    close();
  }
});
