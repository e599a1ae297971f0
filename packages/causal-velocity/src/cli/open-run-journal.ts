import { type Journal, type JournalRequest, openJournal } from "@causal-velocity/batch";
import { wrap } from "./printable.js";

/** Opens the journal of a run; what is not readable in it is told on standard error. @throws InputError as `openJournal` */
export function openRunJournal(request: JournalRequest): Journal {
  const journal = openJournal(request);
  const { unreadable } = journal;
  if (unreadable > 0) {
    const [lines, them] = unreadable === 1 ? ["one line", "it"] : [`${unreadable} lines`, "them"];
    const text = `${lines} of ${request.path} could not be read; what was on ${them} is computed again.`;
    process.stderr.write(`${wrap(text, "note: ")}\n`);
  }
  return journal;
}
