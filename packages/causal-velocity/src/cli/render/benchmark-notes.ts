import { flagName } from "../flag-words.js";
import { type BenchmarkRecord, leaveOpen } from "./benchmark-record.js";
import { percent } from "./percent.js";

/** Failures told one by one; the rest are counted. */
const TOLD_FAILURES = 5;

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

/** Every option with its value, and whose it is where methods differ. */
function optionTexts(records: readonly BenchmarkRecord[]): string[] {
  const methodsOf = new Map<string, Map<string, Set<string>>>();
  for (const { method, options } of records) {
    const { n: _, resample: __, seed: ___, ...settings } = options;
    for (const [key, value] of Object.entries(settings)) {
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
