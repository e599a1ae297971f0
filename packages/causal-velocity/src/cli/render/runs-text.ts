import { padDisplay, printable } from "../printable.js";
import type { RunStatus, RunStatusWithJobs } from "../with-queue.js";

/** One run, for people. */
export function runText(status: RunStatusWithJobs): string {
  const { id, state, version, settings, columns, pairs, done, failed, waiting, active, createdAt } = status;
  const lines = [
    ["run", id],
    ["state", state],
    ["pairs", `${done} of ${pairs} decided, of ${columns} columns`],
    ...(failed > 0 ? [["failed", `${failed}; causal-velocity runs retry ${id} tries them again`]] : []),
    ...(state === "running" ? [["jobs", `${waiting} wait, ${active} are being decided`]] : []),
    ["method", `${settings.method}, seed ${settings.seed}`],
    ["created", `${timeOf(createdAt)}, version ${version}`],
  ];
  return `${lines.map(([name = "", text = ""]) => `${name.padEnd(9)}${printable(text)}`).join("\n")}\n`;
}

/** Many runs, one line each. */
export function runListText(runs: readonly RunStatus[]): string {
  if (runs.length === 0) return "No runs.\n";
  const rows = [
    ["ID", "STATE", "DECIDED", "FAILED", "METHOD", "CREATED"],
    ...runs.map(({ id, state, done, pairs, failed, settings, createdAt }) => [
      ...[id, state, `${done}/${pairs}`, String(failed), printable(String(settings.method)), timeOf(createdAt)],
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => padDisplay(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

/** What was deleted with a run. */
export function removedText({ id, outcomes, columns }: { id: string; outcomes: number; columns: number }): string {
  const pairs = outcomes === 1 ? "1 pair" : `${outcomes} pairs`;
  return `Removed run ${id}: the results of ${pairs}, and ${columns === 1 ? "1 column" : `${columns} columns`}.\n`;
}

/** One run, for programs. Fields are added, never renamed. */
export function runRecord(status: RunStatus): Record<string, unknown> {
  const { id, state, version, settings, limits, columns, pairs, done, failed, createdAt } = status;
  return { id, state, version, settings, limits, columns, pairs, done, failed, createdAt: createdAt.toISOString() };
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
