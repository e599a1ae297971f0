import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pairFromColumns, seededRng } from "causal-velocity";
import { type StandardPair, standardize } from "causal-velocity/model";

/** One line of the table: our time and a peer's time for the same work, in CPU milliseconds. */
export interface Line {
  readonly name: string;
  readonly ours: number;
  readonly peer: string;
  /** Undefined if the peer cannot run here. */
  readonly theirs?: number | undefined;
}

/** A seeded pair, so that data are identical across runs: a curve with noise. */
export function benchPair(rows: number): StandardPair {
  const rng = seededRng(2025);
  const x = Float64Array.from({ length: rows }, () => rng.normal());
  const y = x.map((value) => 0.5 * value * value + value + 0.5 * rng.normal());
  return standardize(pairFromColumns(x, y));
}

/** CPU milliseconds of one run, user and system. */
export function cpuMilliseconds(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The median of several runs, after two warm-up runs. */
export function medianCpu(run: () => unknown, repeats: number): number {
  for (let k = 0; k < Math.min(2, repeats - 1); k++) run();
  return median(Array.from({ length: repeats }, () => cpuMilliseconds(run)));
}

/** The middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const ascending = Float64Array.from(values).sort();
  const above = values.length >> 1;
  return values.length % 2 === 1 ? ascending[above] : (ascending[above - 1] + ascending[above]) / 2;
}

export type NumpyKind = "cholesky" | "inverse" | "kde-exponential" | "kde-gaussian" | "hsic" | "loci";

/** CPU milliseconds of numpy; undefined if python3 has no numpy. */
export function numpyCpu(folder: string, pair: StandardPair, kind: NumpyKind, repeats: number): number | undefined {
  const file = join(folder, "pair.f64");
  const both = new Float64Array(2 * pair.x.length);
  both.set(pair.x);
  both.set(pair.y, pair.x.length);
  writeFileSync(file, new Uint8Array(both.buffer));
  const script = fileURLToPath(new URL("peers.py", import.meta.url));
  const run = spawnSync("python3", [script, file, kind, String(repeats)], { encoding: "utf8" });
  return run.status === 0 ? median(run.stdout.trim().split("\n").map(Number)) : undefined;
}

/** "1,000". */
export function count(rows: number): string {
  return rows.toLocaleString("en-US");
}
