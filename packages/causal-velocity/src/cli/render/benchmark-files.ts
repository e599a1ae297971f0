import { csvLine } from "@causal-velocity/core";
import type { SuiteAnswers } from "../../benchmark/run-benchmark.js";
import type { NamedText } from "../write-files.js";
import { type BenchmarkRecord, withoutTimes } from "./benchmark-record.js";
import { benchmarkMarkdown } from "./benchmark-text.js";

/**
 * The files of a finished benchmark. Clock times stand apart in times.json, so that the others are the same bytes for
 * the same settings and data, however many threads and interruptions it took.
 */
export function benchmarkFiles(records: readonly BenchmarkRecord[], suites: readonly SuiteAnswers[]): NamedText[] {
  const times = records.map(({ suite, method, secondsPerPair }) => ({ suite, method, secondsPerPair }));
  return [
    { name: "results.json", text: `${JSON.stringify(records.map(withoutTimes), null, 2)}\n` },
    { name: "results.csv", text: resultsCsv(records) },
    { name: "table.md", text: benchmarkMarkdown(records) },
    { name: "times.json", text: `${JSON.stringify({ records: times, pairs: pairTimes(suites) }, null, 2)}\n` },
  ];
}

function pairTimes(suites: readonly SuiteAnswers[]) {
  return suites.flatMap(({ name, pairs }) =>
    pairs.map(({ entry, answers }) => ({ suite: name, id: entry.id, seconds: answers.map(({ seconds }) => seconds) })),
  );
}

const COLUMNS = ["suite", "method", "id", "truth", "verdict", "score", "confidence", "weight", "error"] as const;

/** One row for every suite, method and pair; an empty cell where there is nothing. */
function resultsCsv(records: readonly BenchmarkRecord[]): string {
  const rows = records.flatMap(({ suite, method, results }) =>
    results.map(({ id, truth, verdict, score, confidence, weight, error }) =>
      csvLine([suite, method, id, truth, verdict, score, confidence, weight, error?.message]),
    ),
  );
  return `${[csvLine(COLUMNS), ...rows].join("\n")}\n`;
}
