import { displayWidth, padDisplay, printable, shortName, TERMINAL_WIDTH, wrap } from "../printable.js";
import type { BenchmarkRecord } from "./benchmark-record.js";

const MARGIN = "  ";
const NAME_WIDTH = 20;
/** Failures told one by one; the rest are counted. */
const TOLD_FAILURES = 5;

const HEADER = ["suite", "method", "pairs", "accuracy", "AUDRC", "±", "answered", "failed", "ms"] as const;
const LEFT = 2;

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
  const header = HEADER.slice(0, -1);
  const rows = records.map((record) => cellsOf(record).slice(0, -1));
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

function percent(share: number): string {
  return Number.isFinite(share) ? (100 * share).toFixed(1) : "-";
}

function cellsOf(record: BenchmarkRecord): string[] {
  const { suite, method, pairs, accuracy, audrc, standardError, answered, failed, secondsPerPair } = record;
  const milliseconds = Number.isFinite(secondsPerPair) ? (1000 * secondsPerPair).toFixed(1) : "-";
  const numbers = [accuracy, audrc, standardError, answered].map(percent);
  return [suite, method, String(pairs), ...numbers, String(failed), milliseconds];
}

/** One line for every suite and method, the suite named once: before its first line, or above it where lines are long. */
function tableLines(records: readonly BenchmarkRecord[]): string[] {
  const rows = records.map(cellsOf).map(([suite = "", ...cells]) => [shortName(suite, NAME_WIDTH), ...cells]);
  const isFirst = (i: number) => records[i]?.suite !== records[i - 1]?.suite;
  const beside = alignedLines(
    [[...HEADER], ...rows.map((cells, i) => (isFirst(i) ? cells : ["", ...cells.slice(1)]))],
    LEFT,
  );
  if (beside.every((line) => displayWidth(line) <= TERMINAL_WIDTH)) return beside;
  const [header = "", ...lines] = alignedLines([HEADER.slice(1), ...rows.map((cells) => cells.slice(1))], LEFT - 1);
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
  return lines.every((line) => displayWidth(line) <= TERMINAL_WIDTH) ? lines : [];
}

/** Cells in columns: the first `left` flush left, the others flush right. */
function alignedLines(rows: readonly (readonly string[])[], left: number): string[] {
  const widths = (rows[0] ?? []).map((_, j) => Math.max(...rows.map((cells) => displayWidth(cells[j] ?? ""))));
  return rows.map((cells) => {
    const padded = cells.map((cell, j) => {
      const width = widths[j] ?? 0;
      return j < left ? padDisplay(cell, width) : " ".repeat(Math.max(0, width - displayWidth(cell))) + cell;
    });
    return (MARGIN + padded.join("  ")).trimEnd();
  });
}

/** What the numbers rest on: settings, pairs left out, pairs without weight or truth, failures. */
function benchmarkNotes(records: readonly BenchmarkRecord[]): string[] {
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
  const rows = n === null ? "all rows" : `${n} rows`;
  return `Percent, ± one standard error. ${[rows, `resample ${resample}`, `seed ${seed}`, ...optionTexts(records)].join(", ")}.`;
}

/** Every option with its value, and whose it is where methods differ. */
function optionTexts(records: readonly BenchmarkRecord[]): string[] {
  const values = new Map<string, Set<string>>();
  for (const { method, options } of records) {
    const { n: _, resample: __, seed: ___, ...settings } = options;
    for (const [key, value] of Object.entries(settings)) {
      const text = `${key} ${value}`;
      values.set(text, (values.get(text) ?? new Set()).add(method));
    }
  }
  const keyOf = (text: string) => text.slice(0, text.indexOf(" "));
  const isShared = (text: string) => [...values.keys()].filter((other) => keyOf(other) === keyOf(text)).length === 1;
  return [...values].map(([text, names]) => (isShared(text) ? text : `${text} (${[...names].join(", ")})`));
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
      : [`${suite}: of ${pairs} pairs where neither causes the other, ${method} answered ${percent(answered)} %.`],
  );
}

function failureNotes(records: readonly BenchmarkRecord[]): string[] {
  const failures = records.flatMap(({ suite, method, results }) =>
    results.flatMap(({ id, error }) => (error ? [`${suite} ${id}, ${method}: ${error.message}`] : [])),
  );
  if (failures.length === 0) return [];
  const more = failures.length - TOLD_FAILURES;
  return [
    `${failures.length} failed, each counted as a coin:`,
    ...failures.slice(0, TOLD_FAILURES),
    ...(more > 0 ? [`and ${more} more; --json and results.csv hold them all.`] : []),
  ];
}
