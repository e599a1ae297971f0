import { textWith } from "@causal-velocity/core/primitives/errors.js";
import { csvLine, jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { version } from "@causal-velocity/core/version.js";
import type { GraphAnswer } from "@causal-velocity/lab/benchmark/find-graphs.js";
import { graphSettings } from "@causal-velocity/lab/benchmark/graph-settings.js";
import type { GraphAnswers } from "@causal-velocity/lab/benchmark/run-graph-benchmark.js";
import {
  type GraphDifference,
  type GraphShares,
  graphMean,
  graphShares,
} from "@causal-velocity/lab/evaluate/graph-metrics.js";
import { OUR_GRAPH_METHOD } from "@causal-velocity/lab/rivals/graphs/graph-methods.js";
import type { GraphSettings } from "@causal-velocity/lab/simulate/graphs/simulate-graph.js";
import { flagName } from "../arguments.js";
import type { NamedText } from "../write-files.js";
import { graphBenchmarkMarkdown } from "./graph-benchmark-text.js";

/** What a method did on the graphs of a setting, for JSON. */
export interface GraphBenchmarkRecord extends GraphSettings, GraphShares {
  readonly setting: string;
  readonly method: string;
  readonly seed: number;
  readonly graphs: number;
  /** Graphs on which the method failed; they count in nothing else. */
  readonly failed: number;
  /** Mean number of edges of the true graphs. */
  readonly edges: number;
  /** Mean over the graphs, and its standard error. */
  readonly shd: number;
  readonly shdError: number;
  /** The rival with the lowest mean, other than the method itself; null if there is none. */
  readonly bestRival: string | null;
  /** Mean of SHD less that of the best rival, graph by graph, and its standard error. */
  readonly difference: number | null;
  readonly differenceError: number | null;
  /** Mean over the graphs; a clock time, so two runs differ. */
  readonly secondsPerGraph: number;
  readonly results: readonly GraphRecord[];
}

/** One graph: how the found one differs from it, or why there is none. */
export type GraphRecord =
  | ({ readonly graph: number } & GraphDifference)
  | { readonly graph: number; readonly error: { readonly code: string; readonly message: string } };

/** One record for every setting and method, settings first. */
export function graphBenchmarkRecords(results: readonly GraphAnswers[], seed: number): GraphBenchmarkRecord[] {
  const differencesOf = ({ answers }: GraphAnswers) =>
    answers.map((answer) => ("difference" in answer ? answer.difference : undefined));
  const meanOf = (result: GraphAnswers): number =>
    graphMean(differencesOf(result).flatMap((difference) => difference?.shd ?? [])).mean;
  return results.map((result) => {
    const { setting, method, answers } = result;
    const rivals = results
      .filter((other) => other.setting === setting && other.method !== method && other.method !== OUR_GRAPH_METHOD)
      .filter((other) => Number.isFinite(meanOf(other)))
      .sort((a, b) => meanOf(a) - meanOf(b));
    const [best] = rivals;
    const differences = differencesOf(result);
    const found = differences.flatMap((difference) => difference ?? []);
    const theirs = best && differencesOf(best);
    const paired = differences.flatMap((difference, k) => {
      const other = theirs?.[k];
      return difference && other ? [difference.shd - other.shd] : [];
    });
    const [shd, difference] = [graphMean(found.map((each) => each.shd)), graphMean(paired)];
    return {
      setting,
      ...graphSettings(setting),
      method,
      seed,
      graphs: answers.length,
      failed: answers.length - found.length,
      edges: graphMean(found.map(({ trueEdges }) => trueEdges)).mean,
      shd: shd.mean,
      shdError: shd.standardError,
      bestRival: best?.method ?? null,
      difference: best ? difference.mean : null,
      differenceError: best ? difference.standardError : null,
      ...graphShares(found),
      secondsPerGraph: graphMean(answers.map(({ seconds }) => seconds)).mean,
      results: answers.map(graphRecord),
    };
  });
}

function graphRecord(answer: GraphAnswer, k: number): GraphRecord {
  if ("difference" in answer) return { graph: k + 1, ...answer.difference };
  const { code, message } = answer.error;
  return { graph: k + 1, error: { code, message: textWith(message, flagName) } };
}

/** Records as JSON, `causal-velocity/graph-benchmark@1`. */
export function graphBenchmarkJson(records: readonly Omit<GraphBenchmarkRecord, "secondsPerGraph">[]): string {
  return jsonText({ schema: "causal-velocity/graph-benchmark@1", version, records });
}

/**
 * The files of a finished benchmark: results.json and results.csv, the same bytes for the same settings, and a page with
 * times.
 */
export function graphBenchmarkFiles(records: readonly GraphBenchmarkRecord[]): NamedText[] {
  const timeless = records.map(({ secondsPerGraph: _, ...record }) => record);
  return [
    { name: "results.json", text: graphBenchmarkJson(timeless) },
    { name: "results.csv", text: resultsCsv(records) },
    { name: "graphs.md", text: graphBenchmarkMarkdown(records) },
  ];
}

const COUNTS = ["shd", "trueEdges", "foundEdges", "sharedEdges", "rightArrows", "againstOrder"] as const;

/** One row for every setting, method and graph; empty cells where the method failed. */
function resultsCsv(records: readonly GraphBenchmarkRecord[]): string {
  const rows = records.flatMap(({ setting, method, results }) =>
    results.map((result) => {
      const counts = COUNTS.map((key) => ("error" in result ? null : result[key]));
      return csvLine([setting, method, result.graph, ...counts, "error" in result ? result.error.message : null]);
    }),
  );
  return `${[csvLine(["setting", "method", "graph", ...COUNTS, "error"]), ...rows].join("\n")}\n`;
}
