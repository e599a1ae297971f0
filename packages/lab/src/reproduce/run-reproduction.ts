import { join } from "node:path";
import { textWith } from "@causal-velocity/core/primitives/errors.js";
import { version } from "@causal-velocity/core/version.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { type Journal, openJournal } from "@causal-velocity/threads/journal.js";
import { runPool } from "@causal-velocity/threads/pool.js";
import type { MethodRequest, Resample } from "../benchmark/decide-pair.js";
import { runBenchmark, type SuiteAnswers } from "../benchmark/run-benchmark.js";
import type { KnownScorePair } from "../evaluate/known-score-study.js";
import { type SuiteOutcome, suiteMetrics } from "../evaluate/metrics.js";
import { type LoadedSuite, loadSuite } from "../suites/load-suite.js";
import type { Outcome, OutcomeOf } from "./comparison-page.js";
import type { PublishedStudy } from "./published-sample-sizes.js";
import { type PublishedTable, RIVAL_ROWS, VELOCITY_ROWS } from "./published-tables.js";
import type { PairsOf, StudyTask } from "./study-page.js";
import { type Mode, rivalVariants, type Variant, velocityVariants, yardstickVariants } from "./variants.js";

export interface ReproductionRequest {
  readonly tables: readonly PublishedTable[];
  readonly studies: readonly PublishedStudy[];
  /** Where the archives are; undefined if it was not given. */
  readonly data: string | undefined;
  /** Folder of the journals, which must exist. */
  readonly journals: string;
  /** Start again, whatever the journals contain. */
  readonly fresh: boolean;
  /** Number of pairs of every suite and of simulated pairs of every size. */
  readonly pairs: number;
  readonly jobs: number;
  readonly signal: AbortSignal;
  onProgress?(progress: ReproductionProgress): void;
}

export interface ReproductionProgress {
  readonly done: number;
  readonly total: number;
  /** How many of those done come from an earlier run. */
  readonly resumed: number;
}

export interface Reproduction {
  readonly outcomeOf: OutcomeOf;
  readonly pairsOf: PairsOf;
  readonly aborted: boolean;
  readonly progress: ReproductionProgress;
}

/** One part of the work: a number of pairs, and a function that does them. */
interface Piece {
  readonly pairs: number;
  /** Does the work; returns whether it was stopped. */
  run(journal: Journal, onProgress: (done: number, resumed: number) => void): Promise<boolean>;
  /** Name of its journal, and everything its records depend on. */
  readonly name: string;
  readonly settings: unknown;
}

/** The worker's file, next to the bundle. */
const STUDY_WORKER = new URL("./study-worker.js", import.meta.url);

/**
 * Computes everything that some published tables are compared with. Each part has its own journal, so that a run of all
 * tables reuses the run of one.
 *
 * @throws InputError for missing data
 */
export async function runReproduction(request: ReproductionRequest): Promise<Reproduction> {
  const { journals, fresh, onProgress } = request;
  const outcomes = new Map<string, Outcome>();
  const studied = new Map<string, readonly KnownScorePair[]>();
  const pieces = [
    ...request.tables.flatMap((table) => planRuns(table).map((run) => suitePiece(run, request, outcomes))),
    ...request.studies.flatMap((study) =>
      (["published", "exact"] as const).flatMap((mode) =>
        study.sizes.map(({ rows }) => studyPiece(study, mode, rows, request, studied)),
      ),
    ),
  ];
  const total = pieces.reduce((sum, { pairs }) => sum + pairs, 0);
  let [before, resumedBefore] = [0, 0];
  let progress: ReproductionProgress = { done: 0, total, resumed: 0 };
  let aborted = false;
  for (const piece of pieces) {
    const path = join(journals, `${piece.name}.jsonl`);
    const journal = openJournal({ path, settings: { version, routines: bestRoutines().name, ...plain(piece) }, fresh });
    aborted = await piece
      .run(journal, (done, resumed) => {
        progress = { done: before + done, total, resumed: resumedBefore + resumed };
        onProgress?.(progress);
      })
      .finally(() => journal.close());
    if (aborted) break;
    [before, resumedBefore] = [progress.done, progress.resumed];
  }
  return {
    outcomeOf: (table, suite, variant) => outcomes.get(`${runKey(table, suite, variant)} ${requestKey(variant)}`),
    pairsOf: (study, mode, rows) => studied.get(studyKey(study, mode, rows)) ?? [],
    aborted,
    progress,
  };
}

function plain({ name, settings }: Piece): object {
  return { name, settings };
}

function suitePiece(run: Run, request: ReproductionRequest, outcomes: Map<string, Outcome>): Piece {
  const { key, suite: name, n, resample, requests } = run;
  const suite = firstPairs(loadSuite(name, request.data), request.pairs);
  const sampling = { resample, n };
  return {
    name: key,
    settings: { data: suite.fingerprint, requests, sampling, pairs: request.pairs },
    pairs: suite.entries.filter(({ excluded }) => excluded === undefined).length,
    async run(journal, onProgress) {
      const { suites, aborted } = await runBenchmark({
        suites: [{ name, suite }],
        requests,
        sampling,
        seed: 0,
        jobs: request.jobs,
        journal,
        signal: request.signal,
        onProgress: ({ done, resumed }) => onProgress(done, resumed),
      });
      for (const answers of aborted ? [] : suites) {
        requests.forEach((asked, i) => {
          outcomes.set(`${key} ${requestKey(asked)}`, outcomeAt(answers, i));
        });
      }
      return aborted;
    },
  };
}

/** The first pairs that are used; all pairs keep their positions. */
function firstPairs(suite: LoadedSuite, pairs: number): LoadedSuite {
  let left = pairs;
  const entries = suite.entries.filter(({ excluded }) => excluded === undefined && left-- > 0);
  return { ...suite, entries };
}

function outcomeAt({ pairs }: SuiteAnswers, request: number): Outcome {
  return suiteMetrics(
    pairs.map(({ entry: { truth, weight }, answers }): SuiteOutcome => {
      const { verdict, margin } = answers[request] ?? { verdict: null, margin: null };
      return { truth, weight, verdict, margin };
    }),
  );
}

function studyKey({ name }: PublishedStudy, mode: Mode, rows: number): string {
  return `${name}-${mode}-${rows}`;
}

function studyPiece(
  study: PublishedStudy,
  mode: Mode,
  rows: number,
  request: ReproductionRequest,
  studied: Map<string, readonly KnownScorePair[]>,
): Piece {
  const key = studyKey(study, mode, rows);
  const method = study.methods[mode];
  const taskAt = (index: number): StudyTask => ({ kind: study.kind, method, mode, rows, number: index + 1 });
  return {
    name: key,
    settings: { task: taskAt(0) },
    pairs: request.pairs,
    async run(journal, onProgress) {
      const found = new Map<number, KnownScorePair>();
      for (let index = 0; index < request.pairs; index++) {
        const known = journal.read(String(index));
        if (known !== undefined) found.set(index, known as KnownScorePair);
      }
      const resumed = found.size;
      const missing = Array.from({ length: request.pairs }, (_, index) => index).filter((index) => !found.has(index));
      onProgress(resumed, resumed);
      const { aborted } = await runPool<KnownScorePair>({
        script: STUDY_WORKER,
        workers: request.jobs,
        tasks: missing.length,
        signal: request.signal,
        input: (task) => ({ message: taskAt(missing[task] ?? 0) }),
        onResult: (result) => {
          const index = missing[result.task] ?? 0;
          // We simulate these pairs ourselves: a failure is a bug.
          if ("failure" in result) throw new Error(`pair ${index + 1} of ${key}: ${textWith(result.failure.message)}`);
          found.set(index, result.output);
          journal.append(String(index), result.output);
          onProgress(found.size, resumed);
        },
      });
      const inOrder = [...found.keys()].sort((a, b) => a - b).flatMap((index) => found.get(index) ?? []);
      if (!aborted) studied.set(key, inOrder);
      return aborted;
    },
  };
}

/** All methods of a table on one suite with one draw of its rows; they share estimates. */
export interface Run {
  /** Name of the run, also a part of file names. */
  readonly key: string;
  readonly suite: string;
  readonly n: number;
  readonly resample: Resample;
  readonly requests: readonly MethodRequest[];
}

/** The runs behind a table. Tables share none, so each can be run and resumed alone. */
function planRuns(table: PublishedTable): readonly Run[] {
  const variants = variantsOf(table);
  return table.suites.flatMap(({ id: suite }) => {
    const keys = [...new Set(variants.map((variant) => runKey(table, suite, variant)))];
    return keys.flatMap((key): Run[] => {
      const together = variants.filter((variant) => runKey(table, suite, variant) === key);
      const resample = together[0]?.resample;
      const requests = together.map(({ method, options }) => ({ method, options }));
      return resample === undefined ? [] : [{ key, suite, n: table.n, resample, requests }];
    });
  });
}

function runKey(
  table: PublishedTable,
  suite: string,
  { resample, group }: Pick<Variant, "resample" | "group">,
): string {
  return `${table.name}-${suite}-${resample}-${group}`;
}

/** Names a method with its options within a run. */
function requestKey({ method, options }: MethodRequest): string {
  return `${method} ${JSON.stringify(options)}`;
}

function variantsOf(table: PublishedTable): readonly Variant[] {
  return [
    ...table.scores.flatMap((score) => [
      ...VELOCITY_ROWS.flatMap((row) => velocityVariants(table, row, score)),
      ...yardstickVariants(table, score),
    ]),
    ...(table.rivals ? RIVAL_ROWS.flatMap(rivalVariants) : []),
  ];
}
