import { displayWidth, MARGIN, padDisplay, printable, shortName, TERMINAL_WIDTH, wrap } from "../printable.js";
import { benchmarkNotes } from "./benchmark-notes.js";
import { type BenchmarkRecord, leaveOpen } from "./benchmark-record.js";
import { percent } from "./percent.js";

const NAME_WIDTH = 20;

/** Columns flush left: suite and method. */
const LEFT = 2;
/** Blanks between columns: as many as fit. */
const GAPS = [2, 1] as const;

interface TableColumn {
  readonly heading: string;
  cell(record: BenchmarkRecord): string;
}

/** The columns without clock times, the same for all records; "right" only where a method left pairs open. */
function columnsOf(records: readonly BenchmarkRecord[]): TableColumn[] {
  return [
    { heading: "suite", cell: ({ suite }) => suite },
    { heading: "method", cell: ({ method }) => method },
    { heading: "pairs", cell: ({ pairs }) => String(pairs) },
    { heading: "accuracy", cell: ({ accuracy }) => percent(accuracy) },
    { heading: "AUDRC", cell: ({ audrc }) => percent(audrc) },
    { heading: "±", cell: ({ standardError }) => percent(standardError) },
    { heading: "answered", cell: ({ answered }) => percent(answered) },
    ...(leaveOpen(records)
      ? [{ heading: "right", cell: ({ accuracyAnswered }: BenchmarkRecord) => percent(accuracyAnswered) }]
      : []),
    { heading: "failed", cell: ({ failed }) => String(failed) },
  ];
}

const TIME_COLUMN: TableColumn = {
  heading: "ms",
  cell: ({ secondsPerPair }) => (Number.isFinite(secondsPerPair) ? (1000 * secondsPerPair).toFixed(1) : "-"),
};

/** A benchmark for people, at most 80 columns wide: an overview where it fits, every number, and what to know. */
export function benchmarkText(records: readonly BenchmarkRecord[]): string {
  const overview = overviewLines(records);
  const parts = [
    ...(overview.length > 0 ? [overview.join("\n")] : []),
    tableLines(records).join("\n"),
    [...benchmarkNotes(records), "ms: milliseconds a pair, as if the method were run alone."]
      .map((note) => wrap(printable(note), MARGIN))
      .join("\n"),
  ];
  return `\n${parts.join("\n\n")}\n\n`;
}

/** The same as Markdown, without clock times. */
export function benchmarkMarkdown(records: readonly BenchmarkRecord[]): string {
  const columns = columnsOf(records);
  const header = columns.map(({ heading }) => heading);
  const rows = records.map((record) => columns.map(({ cell }) => cell(record)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => printable(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = header.map((_, j) => (j < LEFT ? "---" : "---:"));
  return [
    line(header),
    line(rule),
    ...rows.map(line),
    "",
    ...benchmarkNotes(records).map((note) => `- ${printable(note)}`),
    "",
  ].join("\n");
}

/** One line for every suite and method, the suite named once: before its first line, or above it where lines are long. */
function tableLines(records: readonly BenchmarkRecord[]): string[] {
  const columns = [...columnsOf(records), TIME_COLUMN];
  const headings = columns.map(({ heading }) => heading);
  const rows = records.map((record) => {
    const [suite = "", ...cells] = columns.map(({ cell }) => cell(record));
    return [shortName(suite, NAME_WIDTH), ...cells];
  });
  const isFirst = (i: number) => records[i]?.suite !== records[i - 1]?.suite;
  const beside = alignedLines(
    [headings, ...rows.map((cells, i) => (isFirst(i) ? cells : ["", ...cells.slice(1)]))],
    LEFT,
  );
  if (fits(beside)) return beside;
  const below = [headings.slice(1), ...rows.map((cells) => cells.slice(1))];
  const spaced = GAPS.map((gap) => alignedLines(below, LEFT - 1, gap));
  const [header = "", ...lines] = spaced.find(fits) ?? spaced.at(-1) ?? [];
  return [header, ...lines.flatMap((line, i) => (isFirst(i) ? ["", `${MARGIN}${rows[i]?.[0]}`, line] : [line]))];
}

/** Suites × methods, accuracy and AUDRC in whole percent; nothing for one row or column, or where it is too wide. */
function overviewLines(records: readonly BenchmarkRecord[]): string[] {
  const suites = [...new Set(records.map(({ suite }) => suite))];
  const methods = [...new Set(records.map(({ method }) => method))];
  if (suites.length < 2 || methods.length < 2) return [];
  const cell = (suite: string, method: string): string => {
    const record = records.find((candidate) => candidate.suite === suite && candidate.method === method);
    if (!record || !Number.isFinite(record.accuracy)) return "-";
    return `${(100 * record.accuracy).toFixed(0)} (${(100 * record.audrc).toFixed(0)})`;
  };
  const rows = suites.map((suite) => [shortName(suite, NAME_WIDTH), ...methods.map((method) => cell(suite, method))]);
  const lines = alignedLines([["accuracy % (AUDRC %)", ...methods], ...rows], 1);
  return fits(lines) ? lines : [];
}

function fits(lines: readonly string[]): boolean {
  return lines.every((line) => displayWidth(line) <= TERMINAL_WIDTH);
}

/** Cells in columns: the first `left` flush left, the others flush right, so many blanks between them. */
function alignedLines(rows: readonly (readonly string[])[], left: number, gap: number = GAPS[0]): string[] {
  const widths = (rows[0] ?? []).map((_, j) => Math.max(...rows.map((cells) => displayWidth(cells[j] ?? ""))));
  return rows.map((cells) => {
    const padded = cells.map((cell, j) => {
      const width = widths[j] ?? 0;
      return j < left ? padDisplay(cell, width) : " ".repeat(Math.max(0, width - displayWidth(cell))) + cell;
    });
    return (MARGIN + padded.join(" ".repeat(gap))).trimEnd();
  });
}
