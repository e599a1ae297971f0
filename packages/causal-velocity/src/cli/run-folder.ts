import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { BenchmarkProgress } from "@causal-velocity/lab/benchmark/run-benchmark.js";
import type { Journal } from "@causal-velocity/threads/journal.js";
import { badUsage } from "./arguments.js";
import { Interrupted, SIGNAL_CODES, type SignalName } from "./terminal.js";
import { openRunJournal } from "./run-journal.js";
import { isFolder, makeFolder } from "./write-files.js";

/**
 * The journal in a folder that is new, empty, of the same run, or to be overwritten.
 *
 * @param settings everything that the answers depend on     @throws InputError `wrong-option`, `unwritable-file`
 */
export function openRunFolder(folder: string, settings: unknown, force: boolean): Journal {
  const path = join(folder, "journal.jsonl");
  const found = isFolder(folder);
  if (found === false) throw taken(folder, "a file", "Choose another name.");
  if (found && !existsSync(path) && readdirSync(folder).length > 0 && !force) {
    throw taken(folder, "a folder with other files in it", "Choose another name, or write into it with --force.");
  }
  makeFolder(folder);
  return openRunJournal({ path, settings, fresh: force });
}

function taken(folder: string, value: string, remedy: string): InputError {
  return badUsage(`--out "${folder}"`, value, "a new or empty folder, or one of the same run", remedy);
}

/** What to say of a run that a signal stopped. @param things what is counted, such as pairs */
export function interruptedRun(
  signal: SignalName,
  { done, total }: BenchmarkProgress,
  things: string,
  out: string | undefined,
): Interrupted {
  const next =
    out === undefined
      ? "Nothing is kept; with --out DIR, a stopped run can be resumed."
      : `They are kept in "${out}": the same command resumes the run.`;
  return new Interrupted(`Stopped after ${done} of ${total} ${things}. ${next}`, SIGNAL_CODES[signal]);
}
