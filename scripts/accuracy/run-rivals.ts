import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../source-files.js";
import type { AccuracyColumn } from "./columns.js";

/**
 * Methods compared with the default: yardsticks, its kinds of evidence as methods, and rivals of up to 0.3 s a pair.
 */
export const RIVALS: readonly string[] = [
  ...["v-zero", "b-lin", "b-quad", "v-anm", "v-lsnm", "weak", "flow-likelihood", "flow-hsic"],
  ...["loci-spline-hsic", "loci-spline-lik", "anm-gp", "resit", "score", "nogam", "lingam"],
  ...["heci", "bqcd", "pnl", "carefl", "grci"],
  ...["reci", "cds", "igci-uniform", "igci-gaussian", "cdci-ckl", "cdci-ctv"],
];

/** Compared on a few rows, since one of them takes a second for a pair of 1,000. */
export const FEW_ROWS_RIVALS: readonly string[] = ["pnl", "rank-pnl"];

/** Those of them that take less than a second for a pair of 5,000 rows. */
export const LONG_RIVALS: readonly string[] = RIVALS.slice(0, RIVALS.indexOf("anm-gp"));

/** The record of `benchmark --json` for one method on one suite; only the fields used here. */
export interface SuiteRecord {
  readonly suite: string;
  readonly method: string;
  readonly accuracy: number;
  readonly failed: number;
  readonly results: readonly { readonly id: string; readonly margin: number | null }[];
}

/** Runs methods over columns with the same number of rows by the `benchmark` command; resumable. */
export function runRivals(columns: readonly AccuracyColumn[], names: readonly string[], folder: string): SuiteRecord[] {
  const rows = columns[0].rows;
  const suites = columns.map(({ suite }) => suite);
  const bin = join(ROOT, "packages/causal-velocity/bin/causal-velocity.js");
  const run = ["--methods", names.join(","), "--n", String(rows), "--out", join(folder, `rivals-${rows}`), "--json"];
  const text = execFileSync(process.execPath, [bin, "benchmark", ...suites, ...run], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(text).records;
}
