import type { PairList } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { Screened } from "@causal-velocity/core/pairs/screen.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { version } from "@causal-velocity/core/version.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import type { Journal } from "@causal-velocity/threads/journal.js";
import type { KeptThreads } from "@causal-velocity/threads/run-tasks.js";
import type { TileOptions } from "@causal-velocity/threads/run-tiles.js";
import { type PairsRun, runPairs, tableFingerprint } from "../pairs/run-pairs.js";
import { journalOf, openRunJournal } from "./run-journal.js";
import { Interrupted, note, progressBar, SIGNAL_CODES, untilInterrupted } from "./terminal.js";

/** Pairs to be decided, and how. */
export interface PairsWork {
  readonly table: Table;
  readonly pairs: PairList;
  /** Numbers of the columns that every pair is decided given. */
  readonly given: readonly number[];
  /** What a screen has left, if there was one. */
  readonly screened?: Screened | undefined;
  readonly options: TileOptions;
  /** Threads of this process. */
  readonly jobs: number;
  /** Some of them, started while the table was read. */
  readonly kept?: KeptThreads | undefined;
  /** That one pair may take. */
  readonly seconds: number | undefined;
  /** Where results are written; what a resumed run needs is kept beside it. */
  readonly out: string | undefined;
  /** Start again. */
  readonly force: boolean;
  /** Show no progress. */
  readonly quiet: boolean;
}

/**
 * The journal of a run with an `out`, for this work only.
 *
 * @throws InputError as `openJournal`
 */
function openPairsJournal({ table, pairs, given, options, out, force }: PairsWork): Journal | undefined {
  if (out === undefined) return undefined;
  const data = tableFingerprint(table, pairs, given);
  const known = given.length > 0 ? { given: given.map((number) => table.columns[number - 1]?.name) } : {};
  const settings = { version, routines: bestRoutines().name, options, ...known, data };
  return openRunJournal({ path: journalOf(out), settings, fresh: force });
}

/** How to begin a sentence about pairs that failed, but not because of their data. */
export function failedPairs(count: number): string {
  return `${count === 1 ? "one pair" : `${count} pairs`} failed, not because of the data`;
}

/**
 * Decides pairs in this process, and keeps what is decided until `use` has written it.
 *
 * @throws Interrupted, once what was decided is kept; InputError as `openJournal`; what `use` throws
 */
export async function pairsHere<T>(work: PairsWork, use: (run: PairsRun) => Promise<T>): Promise<T> {
  const { table, pairs, given, options, jobs, kept, seconds, out, quiet } = work;
  const journal = openPairsJournal(work);
  try {
    const { result: run, signal } = await untilInterrupted((stop) => {
      const bar = quiet ? undefined : progressBar(process.stderr);
      const timeLimit = seconds === undefined ? undefined : 1000 * seconds;
      const request = {
        table,
        pairs,
        given,
        options,
        jobs,
        kept,
        timeLimit,
        journal,
        signal: stop,
        onProgress: bar?.show,
      };
      return runPairs(request).finally(() => bar?.end());
    });
    // Writing needs none of them.
    await kept?.close();
    if (signal && run.aborted) {
      const { done, total } = run.progress;
      const next =
        out === undefined
          ? "Nothing is kept; with --out FILE, a stopped run can be resumed."
          : "They are kept: the same command with --resume continues.";
      throw new Interrupted(`Stopped after ${done} of ${total} pairs. ${next}`, SIGNAL_CODES[signal]);
    }
    const printed = await use(run);
    if (run.failed === 0) journal?.remove();
    else if (journal) note(`${failedPairs(run.failed)}: the same command with --resume tries again.`);
    return printed;
  } finally {
    journal?.close();
  }
}
