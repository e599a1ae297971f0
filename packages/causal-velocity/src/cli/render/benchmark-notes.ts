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
