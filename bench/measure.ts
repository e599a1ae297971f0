import { pairFromColumns, type StandardPair, seededRng, standardize } from "causal-velocity";

/** A seeded pair, so that data are identical across runs: a bent curve with noise. */
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

/** The middle of several runs, after two that warm up. */
export function medianCpu(run: () => unknown, repeats: number): number {
  for (let k = 0; k < Math.min(2, repeats - 1); k++) run();
  return median(Array.from({ length: repeats }, () => cpuMilliseconds(run)));
}

export function median(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1];
}
