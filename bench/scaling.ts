import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Time and memory of one run in a separate process. */
export interface ScalingPoint {
  readonly rows: number;
  readonly cpu: number;
  /** Above the memory before the run, which includes the pair. */
  readonly megabytes: number;
}

const ROWS = [1e3, 1e4, 1e5, 1e6];
const REPEATS = 3;

/** A script of this folder at 10³ … 10⁶ rows, the median of three runs each. */
export function scaling(script: string): ScalingPoint[] {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return ROWS.map((rows) => {
    const runs = Array.from({ length: REPEATS }, () =>
      JSON.parse(execFileSync("npx", ["tsx", path, String(rows)], { encoding: "utf8" })),
    ) as ScalingPoint[];
    return runs.sort((a, b) => a.cpu - b.cpu)[REPEATS >> 1];
  });
}

/** The table, with the exponent of the growth from line to line. */
export function scalingTable(points: readonly ScalingPoint[]): string {
  const exponent = (a: ScalingPoint, b: ScalingPoint) => Math.log(b.cpu / a.cpu) / Math.log(b.rows / a.rows);
  return [
    "| n | CPU, ms | memory above the loaded pair, MB | exponent from the line above |",
    "|---|---|---|---|",
    ...points.map((point, i) => {
      const slope = i === 0 ? "" : exponent(points[i - 1], point).toFixed(2);
      return `| ${point.rows.toLocaleString("en-US")} | ${point.cpu.toFixed(0)} | ${point.megabytes.toFixed(0)} | ${slope} |`;
    }),
  ].join("\n");
}
