import { bestRoutines } from "causal-velocity";
import { benchPair, cpuMilliseconds } from "./measure.js";

/** Times one cold run on the number of rows the command line gives, and prints a `ScalingPoint`. */
export function coldRun(run: (pair: ReturnType<typeof benchPair>) => unknown): void {
  const rows = Number(process.argv[2]);
  const pair = benchPair(rows);
  bestRoutines();
  const before = process.memoryUsage().rss;
  const cpu = cpuMilliseconds(() => run(pair));
  const peak = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ rows, cpu, megabytes: Math.max(0, peak - before) / 1e6 }));
}
