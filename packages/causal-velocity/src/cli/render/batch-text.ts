import type { BatchStatus, BatchStatusWithJobs } from "../load-queue.js";
import { padDisplay, printable } from "../printable.js";

/** One batch, for people. */
export function batchText(status: BatchStatusWithJobs): string {
  const { id, state, version, settings, columns, pairs, done, failed, waiting, active, createdAt } = status;
  const lines = [
    ["batch", id],
    ["state", state],
    ["pairs", `${done} of ${pairs} decided, of ${columns} columns`],
    ...(failed > 0 ? [["failed", `${failed}; causal-velocity batch retry ${id} tries them again`]] : []),
    ...(state === "running" ? [["jobs", `${waiting} wait, ${active} are being decided`]] : []),
    ["method", `${settings.method}, seed ${settings.seed}`],
    ["made", `${timeOf(createdAt)}, version ${version}`],
  ];
  return `${lines.map(([name = "", text = ""]) => `${name.padEnd(8)}${printable(text)}`).join("\n")}\n`;
}

/** Many batches, one line each. */
export function batchListText(batches: readonly BatchStatus[]): string {
  if (batches.length === 0) return "No batches.\n";
  const rows = [
    ["ID", "STATE", "DECIDED", "FAILED", "METHOD", "MADE"],
    ...batches.map(({ id, state, done, pairs, failed, settings, createdAt }) => [
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

/** What went with a batch. */
export function removedText({ id, outcomes, columns }: { id: string; outcomes: number; columns: number }): string {
  const pairs = outcomes === 1 ? "1 pair" : `${outcomes} pairs`;
  return `Removed batch ${id}: what came out for ${pairs}, and ${columns === 1 ? "1 column" : `${columns} columns`}.\n`;
}

/** One batch, for programs. Fields are added, never renamed. */
export function batchRecord(status: BatchStatus): Record<string, unknown> {
  const { id, state, version, settings, limits, columns, pairs, done, failed, createdAt } = status;
  return { id, state, version, settings, limits, columns, pairs, done, failed, createdAt: createdAt.toISOString() };
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
