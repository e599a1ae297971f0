import { DEFAULT_METHOD, suites } from "@causal-velocity/core";
import { wrap } from "../printable.js";
import { methodFlagLines } from "./method-flag-lines.js";

export const BENCHMARK_HELP = `Usage
  causal-velocity benchmark SUITE... [options]

  SUITE is a name from the list below, or the path of a folder or zip archive
  with pairmeta.txt in it, such as simulate --out DIR writes.

  --data PATH         folder with the archives, or with unpacked folders of the
                      same names, or one archive; default: the folder data in
                      the one that the variable CAUSAL_VELOCITY_DATA names
  --methods A,B,...   "${DEFAULT_METHOD}" unless told otherwise; "all" runs every method
${methodFlagLines()}
                      as for decide, for every method that knows them
  --n N               rows; from longer pairs N are drawn without replacement
  --resample HOW      none, the default; as the paper's scripts draw N rows:
                      paper, with replacement, for published suites;
                      paper-distinct, without, for the synthetic ones
  --seed N            default 0; pair k of a list is given seed N + k - 1
  --jobs K            threads; default all cores

  --out DIR           keep a journal of the answers and, at the end,
                      results.json, results.csv, table.md and times.json; the
                      same command resumes a run that was stopped
  --force             begin anew, over what is there
  --quiet             no progress on standard error
  --json              an array: one object for each suite and method

  Accuracy is a forced choice by the sign of the score. A pair that fails is
  told and counted as a coin; times are those of a method run alone.

Suites
${suiteLines()}
`;

function suiteLines(): string {
  return suites.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}
