import { version } from "@causal-velocity/core/version.js";
import {
  allGraphSettings,
  graphSettings,
  ORDINARY_GRAPH,
  settingName,
} from "@causal-velocity/lab/benchmark/graph-settings.js";
import { runGraphBenchmark } from "@causal-velocity/lab/benchmark/run-graph-benchmark.js";
import { graphMethods } from "@causal-velocity/lab/rivals/graphs/graph-methods.js";
import { graphMechanisms } from "@causal-velocity/lab/simulate/graphs/column-mechanism.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { badUsage, jobCount, listed, parseCommand, wholeNumber } from "../arguments.js";
import { wrap } from "../printable.js";
import { graphBenchmarkFiles, graphBenchmarkJson, graphBenchmarkRecords } from "../render/graph-benchmark-record.js";
import { graphBenchmarkText } from "../render/graph-benchmark-text.js";
import { interruptedRun, openRunFolder } from "../run-folder.js";
import { progressBar, untilInterrupted } from "../terminal.js";
import { writeFiles } from "../write-files.js";

const OPTIONS = {
  settings: { type: "string" },
  methods: { type: "string" },
  graphs: { type: "string" },
  seed: { type: "string" },
  jobs: { type: "string" },
  out: { type: "string" },
  force: { type: "boolean" },
  quiet: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const HELP = "See causal-velocity benchmark-graphs --help.";
const DEFAULT_SETTINGS = "additive-gaussian,additive,location-scale,post-nonlinear,mixed";
const DEFAULT_GRAPHS = 20;
const MOST_GRAPHS = 100_000;

/** `causal-velocity benchmark-graphs`: methods that find graphs, on simulated ones. Returns what to print. */
export async function benchmarkGraphsCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity benchmark-graphs --help");
  if (values.help) return BENCHMARK_GRAPHS_HELP;
  if (positionals.length > 0) {
    throw badUsage("causal-velocity benchmark-graphs", `"${positionals[0]}"`, "options only", HELP);
  }
  const settings = settingsOf(values.settings ?? DEFAULT_SETTINGS);
  const methods = methodsOf(values.methods ?? "all");
  const graphs = wholeNumber("--graphs", values.graphs) ?? DEFAULT_GRAPHS;
  if (graphs < 1 || graphs > MOST_GRAPHS) throw badUsage("--graphs", String(graphs), `1 to ${MOST_GRAPHS}`, HELP);
  const seed = wholeNumber("--seed", values.seed) ?? 0;
  const jobs = jobCount(values.jobs);
  const routines = bestRoutines().name;
  const journal =
    values.out === undefined
      ? undefined
      : openRunFolder(values.out, { version, routines, seed }, values.force ?? false);
  const run = await untilInterrupted((signal) => {
    const bar = values.quiet ? undefined : progressBar(process.stderr, undefined, undefined, "graphs");
    const request = { settings, methods, graphs, seed, jobs, journal, signal };
    return runGraphBenchmark(bar ? { ...request, onProgress: bar.show } : request).finally(() => bar?.end());
  }).finally(() => journal?.close());
  if (run.signal && run.result.aborted) throw interruptedRun(run.signal, run.result.progress, "graphs", values.out);
  const records = graphBenchmarkRecords(run.result.results, seed);
  if (values.out !== undefined) {
    writeFiles({ path: values.out, isFolder: true, force: true, files: graphBenchmarkFiles(records) });
  }
  return values.json ? graphBenchmarkJson(records) : graphBenchmarkText(records);
}

/** Names of settings in their shortest form. */
function settingsOf(text: string): string[] {
  const names = text === "all" ? allGraphSettings : text.split(",").map((name) => name.trim());
  return once(
    "--settings",
    names.map((name) => settingName(graphSettings(name))),
  );
}

function methodsOf(text: string): string[] {
  const known = graphMethods.map(({ name }) => name);
  const names = text === "all" ? known : text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw badUsage("--methods", `"${unknown}"`, `one of ${known.join(", ")}`, HELP);
  return once("--methods", names);
}

function once(option: string, names: readonly string[]): string[] {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw badUsage(option, `"${twice}" twice`, "every one once", HELP);
  return [...names];
}

export const BENCHMARK_GRAPHS_HELP = `Usage
  causal-velocity benchmark-graphs [options]

  Runs methods that find graphs on simulated tables whose graph is known.

  --settings A,B,...  default ${listed(DEFAULT_SETTINGS.split(","))};
                      "all" runs those of the published page. A setting is a
                      mechanism, then, each behind a colon, what differs from
                      ${ORDINARY_GRAPH.columns} columns with ${ORDINARY_GRAPH.degree} neighbors on average and ${ORDINARY_GRAPH.rows} rows:
                      scale-free, columns=N, degree=N, rows=N, such as
                      mixed:scale-free:columns=20:rows=1000
  --methods A,B,...   default all
  --graphs N          graphs of each setting; default ${DEFAULT_GRAPHS}
  --seed N            default 0; graph k of a setting has seed N + k - 1
  --jobs K            threads; default all cores

  --out DIR           keep a journal of the answers and, at the end,
                      results.json, results.csv and the page graphs.md; the same
                      command resumes a run that was stopped, and one with more
                      graphs, settings or methods computes what is new
  --force             start again, and write over files that are there
  --quiet             no progress on standard error
  --json              one JSON object: causal-velocity/graph-benchmark@1

Mechanisms
${wrap(graphMechanisms.join(", "), "  ")}

Methods
${methodLines()}
`;

function methodLines(): string {
  return graphMethods.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(15)} `)).join("\n");
}
