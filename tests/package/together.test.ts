import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { freshDatabase } from "../support/postgres.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROWS = 120;

/** Puts a package where npm would, as packed; what it depends on is taken from this clone. */
function install(home: string, folder: string): void {
  const [{ filename, name }] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", home], {
      ...{ cwd: join(ROOT, "packages", folder), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    }),
  );
  const place = join(home, "node_modules", name);
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", join(home, filename), "-C", place, "--strip-components=1"]);
  const about = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  for (const needed of Object.keys({ ...about.dependencies, ...about.optionalDependencies })) {
    const link = join(home, "node_modules", needed);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", needed), link);
  }
}

test("packed and installed beside each other, the packages read Parquet and share work by a database", async ({
  skip,
}) => {
  const [address, place] = [await orSkip(skip, freshDatabase()), temporaryFolder()];
  for (const folder of ["causal-velocity", "tables", "queue"]) install(place, folder);
  const a = Array.from({ length: ROWS }, (_, i) => ((i * 47) % ROWS) / ROWS);
  const columns = {
    a,
    b: a.map((value, i) => value * value + 0.1 * Math.sin(91 * i)),
    c: a.map((value, i) => Math.cos(17 * i) + value),
  };
  const columnData = Object.entries(columns).map(([name, data]) => ({ name, data, type: "DOUBLE" as const }));
  writeFileSync(join(place, "table.parquet"), new Uint8Array(parquetWriteBuffer({ columnData })));
  const bin = join(place, "node_modules/causal-velocity/bin/causal-velocity.js");
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [bin, "pairs", "table.parquet", ...args], { cwd: place, encoding: "utf8" });
  for (const args of [
    ["--out", "here.csv"],
    ["--out", "shared.csv", "--queue", address],
  ]) {
    const { status, stderr } = run(...args);
    expect([status, stderr.includes("error")], stderr).toEqual([0, false]);
  }
  const [here, shared] = ["here.csv", "shared.csv"].map((name) => readFileSync(join(place, name), "utf8"));
  expect(here?.trim().split("\n")).toHaveLength(4);
  expect(shared).toBe(here);
});
