import { textWith } from "@causal-velocity/core/primitives/errors.js";
import { csvLine, jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { version } from "@causal-velocity/core/version.js";
import type { MethodRequest, Sampling } from "@causal-velocity/lab/benchmark/decide-pair.js";
import type { SuiteAnswers } from "@causal-velocity/lab/benchmark/run-benchmark.js";
import { type SuiteMetrics, suiteMetrics } from "@causal-velocity/lab/evaluate/metrics.js";
import { flagName } from "../arguments.js";
import type { NamedText } from "../write-files.js";
import { benchmarkMarkdown } from "./benchmark-text.js";

/** What a method did on a suite, for JSON. */
export interface BenchmarkRecord extends SuiteMetrics {
  readonly suite: string;
  readonly method: string;
  readonly options: MethodRequest["options"] & {
    readonly n: number | null;
    readonly resample: string;
    readonly seed: number;
  };
  /** Pairs left out, by reason. */
  readonly excluded: Readonly<Record<string, number>>;
  /** Mean over the pairs; a clock time, so two runs differ. */
  readonly secondsPerPair: number;
  readonly results: readonly PairRecord[];
}

export interface PairRecord {
  readonly id: string;
  /** Null where neither column causes the other. */
  readonly truth: string | null;
  /** Null where the method failed. */
  readonly verdict: string | null;
  readonly margin: number | null;
  /** That the direction to which the margin points is right; null where it is not known. */
  readonly probability: number | null;
  readonly weight: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/** One record for every suite and method, suites first. */
export function benchmarkRecords(
  suites: readonly SuiteAnswers[],
  requests: readonly MethodRequest[],
  { n, resample, seed }: Sampling & { readonly seed: number },
): BenchmarkRecord[] {
  return suites.flatMap((suite) =>
    requests.map(({ method, options }, k) => {
      const outcomes = suite.pairs.flatMap(({ entry, answers }) => {
        const answer = answers[k];
        return answer ? [{ entry, answer }] : [];
      });
      const results = outcomes.map(({ entry: { id, truth, weight }, answer }): PairRecord => {
        const { verdict, margin, probability, error } = answer;
        const failed = error && { code: error.code, message: textWith(error.message, flagName) };
        return { id, truth, verdict, margin, probability, weight, ...(failed ? { error: failed } : {}) };
      });
      const judged = outcomes.map(({ entry, answer: { verdict, margin } }) => ({ ...entry, verdict, margin }));
      const { pairs, failed, accuracy, audrc, standardError, effectivePairs, answered, accuracyAnswered, undirected } =
        suiteMetrics(judged);
      return {
        suite: suite.name,
        method,
        options: { ...options, n: n ?? null, resample, seed },
        pairs,
        failed,
        accuracy,
        audrc,
        standardError,
        effectivePairs,
        answered,
        accuracyAnswered,
        undirected,
        excluded: countReasons(suite),
        secondsPerPair: outcomes.reduce((sum, { answer }) => sum + answer.seconds, 0) / outcomes.length,
        results,
      };
    }),
  );
}

/** Whether a method did not answer all pairs. */
export function leaveOpen(records: readonly BenchmarkRecord[]): boolean {
  return records.some(({ answered }) => answered < 1);
}

/** A record without its clock times: the same bytes for the same settings and data. */
export function withoutTimes({
  secondsPerPair: _,
  ...record
}: BenchmarkRecord): Omit<BenchmarkRecord, "secondsPerPair"> {
  return record;
}

function countReasons({ excluded }: SuiteAnswers): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { excluded: reason = "" } of excluded) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** Records as JSON, `causal-velocity/benchmark@1`. */
export function benchmarkJson(records: readonly Omit<BenchmarkRecord, "secondsPerPair">[]): string {
  return jsonText({ schema: "causal-velocity/benchmark@1", version, records });
}

/**
 * The files of a finished benchmark. Clock times stand apart in times.json, so that the others are the same bytes for
 * the same settings and data, however many threads and interruptions it took.
 */
export function benchmarkFiles(records: readonly BenchmarkRecord[], suites: readonly SuiteAnswers[]): NamedText[] {
  const times = records.map(({ suite, method, secondsPerPair }) => ({ suite, method, secondsPerPair }));
  return [
    { name: "results.json", text: benchmarkJson(records.map(withoutTimes)) },
    { name: "results.csv", text: resultsCsv(records) },
    { name: "table.md", text: benchmarkMarkdown(records) },
    { name: "times.json", text: jsonText({ records: times, pairs: pairTimes(suites) }) },
  ];
}

function pairTimes(suites: readonly SuiteAnswers[]) {
  return suites.flatMap(({ name, pairs }) =>
    pairs.map(({ entry, answers }) => ({ suite: name, id: entry.id, seconds: answers.map(({ seconds }) => seconds) })),
  );
}

const COLUMNS = ["suite", "method", "id", "truth", "verdict", "margin", "probability", "weight", "error"] as const;

/** One row for every suite, method and pair; an empty cell where there is nothing. */
function resultsCsv(records: readonly BenchmarkRecord[]): string {
  const rows = records.flatMap(({ suite, method, results }) =>
    results.map(({ id, truth, verdict, margin, probability, weight, error }) =>
      csvLine([suite, method, id, truth, verdict, margin, probability, weight, error?.message]),
    ),
  );
  return `${[csvLine(COLUMNS), ...rows].join("\n")}\n`;
}
