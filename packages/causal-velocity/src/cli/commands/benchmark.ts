import { DEFAULT_METHOD } from "@causal-velocity/core/decide/decide.js";
import { type MethodEntry, type MethodOptions, takesOption } from "@causal-velocity/core/decide/decision.js";
import { MINIMUM_ROWS } from "@causal-velocity/core/pair/standardize.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { version } from "@causal-velocity/core/version.js";
import {
  type MethodRequest,
  RESAMPLES,
  type Resample,
  type Sampling,
} from "@causal-velocity/lab/benchmark/decide-pair.js";
import { type NamedSuite, runBenchmark } from "@causal-velocity/lab/benchmark/run-benchmark.js";
import { allMethods, methodNamed } from "@causal-velocity/lab/rivals/methods.js";
import { containerName, isOwnPlace, loadSuite } from "@causal-velocity/lab/suites/load-suite.js";
import { suites } from "@causal-velocity/lab/suites/suites.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { badUsage, flagName, jobCount, parseCommand, suiteData, wholeNumber } from "../arguments.js";
import { METHOD_FLAGS, methodFlagLines, methodOptions } from "../method-flags.js";
import { wrap } from "../printable.js";
import { benchmarkFiles, benchmarkJson, benchmarkRecords } from "../render/benchmark-record.js";
import { benchmarkText } from "../render/benchmark-text.js";
import { interruptedRun, openRunFolder } from "../run-folder.js";
import { progressBar, untilInterrupted } from "../terminal.js";
import { writeFiles } from "../write-files.js";

const OPTIONS = {
  ...METHOD_FLAGS,
  data: { type: "string" },
  methods: { type: "string" },
  n: { type: "string" },
  resample: { type: "string" },
  seed: { type: "string" },
  jobs: { type: "string" },
  out: { type: "string" },
  force: { type: "boolean" },
  quiet: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const HELP = "See causal-velocity benchmark --help.";
/** As in the paper. */
const PAPER_ROWS = 1000;

/** `causal-velocity benchmark`: methods over suites of pairs whose truth is known. Returns what to print. */
export async function benchmarkCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity benchmark --help");
  if (values.help) return BENCHMARK_HELP;
  const options = methodOptions(values);
  // As in decide: --basis stands for the method that takes one.
  const requests = methodRequests(values.methods ?? (options.basis === undefined ? DEFAULT_METHOD : "basis"), options);
  const sampling = samplingOf(values.resample, wholeNumber("--n", values.n));
  const seed = wholeNumber("--seed", values.seed) ?? 0;
  const jobs = jobCount(values.jobs);
  const suites = loadSuites(positionals, suiteData(values.data));
  const settings = {
    version,
    routines: bestRoutines().name,
    suites: suites.map(({ name, suite }) => ({ name, data: suite.fingerprint })),
    requests,
    sampling,
    seed,
  };
  const journal = values.out === undefined ? undefined : openRunFolder(values.out, settings, values.force ?? false);
  const run = await untilInterrupted((signal) => {
    const bar = values.quiet ? undefined : progressBar(process.stderr);
    const request = { suites, requests, sampling, seed, jobs, journal, signal };
    return runBenchmark(bar ? { ...request, onProgress: bar.show } : request).finally(() => bar?.end());
  }).finally(() => journal?.close());
  if (run.signal && run.result.aborted) throw interruptedRun(run.signal, run.result.progress, "pairs", values.out);
  const records = benchmarkRecords(run.result.suites, requests, { ...sampling, seed });
  if (values.out !== undefined) {
    writeFiles({ path: values.out, isFolder: true, force: true, files: benchmarkFiles(records, run.result.suites) });
  }
  return values.json ? benchmarkJson(records) : benchmarkText(records);
}

/** The methods asked for, each with those of the options that it knows. */
function methodRequests(text: string, options: MethodOptions): MethodRequest[] {
  const names = text === "all" ? allMethods.map(({ name }) => name) : text.split(",").map((name) => name.trim());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw badUsage("--methods", `"${twice}" twice`, "every method once", HELP);
  const entries = names.map(knownMethod);
  for (const key of Object.keys(options)) {
    if (entries.some((entry) => takesOption(entry, key, options))) continue;
    throw badUsage(flagName(key), "known to none of the chosen methods", "an option of one of them", HELP);
  }
  return entries.map((entry) => {
    const { name, defaults, create } = entry;
    const known = Object.fromEntries(Object.entries(options).filter(([key]) => takesOption(entry, key, options)));
    const complete = { ...defaults, ...known };
    // A wrong value is refused before anything is read.
    create(complete);
    return { method: name, options: complete };
  });
}

/** As `methodNamed`, whose error names the option of a single method. */
function knownMethod(name: string): MethodEntry {
  try {
    return methodNamed(name);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.problem, place: "--methods" });
  }
}

function samplingOf(resample = "none", n: number | undefined): Sampling {
  if (!RESAMPLES.some((known) => known === resample)) {
    throw badUsage("--resample", `"${resample}"`, `one of ${RESAMPLES.join(", ")}`, HELP);
  }
  if (n !== undefined && n < MINIMUM_ROWS) throw badUsage("--n", String(n), `at least ${MINIMUM_ROWS} rows`, HELP);
  const rows = n ?? (resample === "none" ? undefined : PAPER_ROWS);
  return { resample: resample as Resample, ...(rows === undefined ? {} : { n: rows }) };
}

/** Suites with their names in the results: a folder or archive is called by its last part, if no other one is. */
function loadSuites(places: readonly string[], data: string | undefined): NamedSuite[] {
  if (places.length === 0) throw badUsage("causal-velocity benchmark", "no suite", "one SUITE or more", HELP);
  const twice = places.find((place, i) => places.indexOf(place) !== i);
  if (twice !== undefined) throw badUsage("SUITE", `"${twice}" twice`, "every suite once", HELP);
  const short = places.map((place) => (isOwnPlace(place) ? containerName(place) : place));
  return places.map((place, i) => {
    const name = short[i] ?? place;
    const isUnique = short.filter((other) => other === name).length === 1;
    return { name: isUnique ? name : place, suite: loadSuite(place, data) };
  });
}

export const BENCHMARK_HELP = `Usage
  causal-velocity benchmark SUITE... [options]

  SUITE is a name from the list below, or the path of a folder or zip archive
  with pairmeta.txt in it, such as simulate --out DIR writes.

  --data PATH         folder with the archives, or with unpacked folders of the
                      same names, or one archive; default: the folder data in
                      the one that the variable CAUSAL_VELOCITY_DATA names
  --methods A,B,...   default "${DEFAULT_METHOD}"; "all" runs every method
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
  --force             start again, and write over files that are there
  --quiet             no progress on standard error
  --json              one JSON object: causal-velocity/benchmark@1

  Accuracy is that of a forced choice, by the sign of the margin. A pair that
  fails is reported and counts as half right; times are those of a method run
  alone.

Suites
${suiteLines()}
`;

function suiteLines(): string {
  return suites.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}
