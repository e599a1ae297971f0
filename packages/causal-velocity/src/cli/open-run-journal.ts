import { type Journal, type JournalRequest, openJournal } from "@causal-velocity/threads/journal.js";
import { note } from "./terminal.js";

/** Opens the journal of a run; what is not readable in it is told on standard error. @throws InputError as `openJournal` */
export function openRunJournal(request: JournalRequest): Journal {
  const journal = openJournal(request);
  const { unreadable } = journal;
  if (unreadable > 0) {
    const [lines, them] = unreadable === 1 ? ["one line", "it"] : [`${unreadable} lines`, "them"];
    note(`${lines} of ${request.path} could not be read; what was on ${them} is computed again.`);
  }
  return journal;
}
