import { flagName } from "../arguments.js";
import { displayWidth, MARGIN, padDisplay, printable, shortName, TERMINAL_WIDTH, wrap } from "../printable.js";
import { type BenchmarkRecord, leaveOpen } from "./benchmark-record.js";

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
      .map((note) => wrap(note, MARGIN))
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
export function alignedLines(rows: readonly (readonly string[])[], left: number, gap: number = GAPS[0]): string[] {
  const widths = (rows[0] ?? []).map((_, j) => Math.max(...rows.map((cells) => displayWidth(cells[j] ?? ""))));
  return rows.map((cells) => {
    const padded = cells.map((cell, j) => {
      const width = widths[j] ?? 0;
      return j < left ? padDisplay(cell, width) : " ".repeat(Math.max(0, width - displayWidth(cell))) + cell;
    });
    return (MARGIN + padded.join(" ".repeat(gap))).trimEnd();
  });
}

/** Failures that are listed; the rest are counted. */
const LISTED_FAILURES = 5;

/** What the numbers rest on: settings, pairs left out, pairs without weight or truth, failures. */
export function benchmarkNotes(records: readonly BenchmarkRecord[]): string[] {
  return [
    settingsNote(records),
    ...excludedNotes(records),
    ...weightlessNotes(records),
    ...undirectedNotes(records),
    ...failureNotes(records),
  ];
}

function settingsNote(records: readonly BenchmarkRecord[]): string {
  const first = records[0];
  if (!first) return "No pairs.";
  const { n, resample, seed } = first.options;
  const rows = n === null ? "All rows that a method takes" : `${n} rows`;
  const right = leaveOpen(records) ? "; right: accuracy among the answered" : "";
  return `Percent, ± one standard error${right}. ${[rows, `resample ${resample}`, `seed ${seed}`, ...optionTexts(records)].join(", ")}.`;
}

/** Every option with its value, and whose it is where methods differ; an empty list says nothing. */
function optionTexts(records: readonly BenchmarkRecord[]): string[] {
  const methodsOf = new Map<string, Map<string, Set<string>>>();
  for (const { method, options } of records) {
    const { n: _, resample: __, seed: ___, ...settings } = options;
    for (const [key, value] of Object.entries(settings).filter(([, given]) => given !== "")) {
      const texts = methodsOf.get(key) ?? new Map<string, Set<string>>();
      const text = optionText(key, value);
      methodsOf.set(key, texts.set(text, (texts.get(text) ?? new Set<string>()).add(method)));
    }
  }
  return [...methodsOf.values()].flatMap((texts) =>
    [...texts].map(([text, names]) => (texts.size === 1 ? text : `${text} (${[...names].join(", ")})`)),
  );
}

/** "trim 0.05"; of a switch, "as published" or "not as published". */
function optionText(key: string, value: unknown): string {
  if (key === "unordered") return `order of rows ${value ? "ignored" : "tested"}`;
  const words = flagName(key).slice("--".length).replaceAll("-", " ");
  return typeof value === "boolean" ? `${value ? "" : "not "}${words}` : `${words} ${value}`;
}

/** One record of each suite. */
function bySuite(records: readonly BenchmarkRecord[]): BenchmarkRecord[] {
  return records.filter(({ suite }, i) => suite !== records[i - 1]?.suite);
}

function excludedNotes(records: readonly BenchmarkRecord[]): string[] {
  return bySuite(records).flatMap(({ suite, excluded, pairs, undirected }) => {
    const reasons = Object.entries(excluded);
    const count = reasons.reduce((sum, [, number]) => sum + number, 0);
    if (count === 0) return [];
    const why = reasons.map(([reason, number]) => `${number} (${reason})`).join(", ");
    return [`${suite}: ${count} of ${count + pairs + undirected.pairs} pairs are left out: ${why}.`];
  });
}

function weightlessNotes(records: readonly BenchmarkRecord[]): string[] {
  return bySuite(records).flatMap(({ suite, pairs, results }) => {
    const weightless = results.filter(({ truth, weight }) => truth !== null && weight === 0).length;
    if (weightless === 0) return [];
    const rest = weightless === pairs ? "there is no accuracy" : "they count in no accuracy";
    return [`${suite}: ${weightless} of ${pairs} pairs have weight 0: ${rest}.`];
  });
}

function undirectedNotes(records: readonly BenchmarkRecord[]): string[] {
  return records.flatMap(({ suite, method, undirected: { pairs, answered } }) =>
    pairs === 0
      ? []
      : [`${suite}: of ${pairs} pairs where neither causes the other, ${method} answered ${percent(answered)}%.`],
  );
}

function failureNotes(records: readonly BenchmarkRecord[]): string[] {
  const failures = records.flatMap(({ suite, method, results }) =>
    results.flatMap(({ id, error }) => (error ? [`${suite} ${id}, ${method}: ${error.message}`] : [])),
  );
  if (failures.length === 0) return [];
  const more = failures.length - LISTED_FAILURES;
  return [
    `${failures.length} failed, each counted as half right:`,
    ...failures.slice(0, LISTED_FAILURES),
    ...(more > 0 ? [`and ${more} more; --json and results.csv hold them all.`] : []),
  ];
}

/** A share in percent with one decimal; "-" where there is none. */
export function percent(share: number): string {
  return Number.isFinite(share) ? (100 * share).toFixed(1) : "-";
}
