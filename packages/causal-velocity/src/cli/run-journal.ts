import { existsSync } from "node:fs";
import {
  type Journal,
  type JournalRequest,
  openJournal,
  requireClosedJournal,
} from "@causal-velocity/threads/journal.js";
import { badUsage } from "./arguments.js";
import { note } from "./terminal.js";
import { requireFreeFile } from "./write-files.js";

/** Where the work of a run is kept until its file is written. */
export const journalOf = (out: string): string => `${out}.journal`;

/**
 * Refuses the file of a run that is under way, or of one that was stopped and is not to be resumed or started again.
 *
 * @returns whether files that are there may be replaced     @throws InputError `wrong-option`, `unwritable-file`
 */
export function requireRunFile(run: {
  readonly out: string;
  readonly force: boolean;
  readonly resume: boolean;
}): boolean {
  const { out, force, resume } = run;
  const hasJournal = existsSync(journalOf(out));
  if (hasJournal) requireClosedJournal(journalOf(out));
  if (hasJournal && !resume && !force) {
    const remedy = "Resume it with --resume, or start again with --force.";
    throw badUsage("--out", `"${out}", the file of a run that is not complete`, "a new file", remedy);
  }
  const mayReplace = force || (resume && hasJournal);
  requireFreeFile({ path: out, force: mayReplace });
  return mayReplace;
}

/** Opens the journal of a run; unreadable lines are reported on standard error. @throws InputError as `openJournal` */
export function openRunJournal(request: JournalRequest): Journal {
  const journal = openJournal(request);
  const { unreadable } = journal;
  if (unreadable > 0) {
    const [lines, them] = unreadable === 1 ? ["one line", "it"] : [`${unreadable} lines`, "them"];
    note(`${lines} of ${request.path} could not be read; what was on ${them} is computed again.`);
  }
  return journal;
}
