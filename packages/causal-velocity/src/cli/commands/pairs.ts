import { existsSync, rmSync } from "node:fs";
import { type Journal, openJournal, type TileOptions } from "@causal-velocity/batch";
import {
  type ColumnPair,
  choosePairs,
  chosenMethod,
  type MapOutcome,
  mapFigure,
  outcomesJson,
  type PairsChoice,
  type Table,
} from "@causal-velocity/core";
import { bestRoutines } from "../../best-routines.js";
import { RESULT_ENDINGS, resultsFile } from "../../pairs/results-file.js";
import { type PairsProgress, runPairs } from "../../pairs/run-pairs.js";
import { tableFingerprint } from "../../pairs/table-fingerprint.js";
import { badUsage, decimalNumber, given, parseCommand, wholeNumber } from "../arguments.js";
import { drawnFile, requireDrawable } from "../drawn-file.js";
import { endingOf } from "../ending-of.js";
import { PAIRS_HELP } from "../help.js";
import { Interrupted } from "../interrupted.js";
import { jobCount } from "../job-count.js";
import { METHOD_FLAGS, methodOptions } from "../method-flags.js";
import { wrap } from "../printable.js";
import { progressBar } from "../progress.js";
import { readPairs } from "../read-pairs.js";
import { pairsText } from "../render/pairs-text.js";
import { commandTable, TABLE_FLAGS } from "../table-flags.js";
import { SIGNAL_CODES, type StopSignal, untilInterrupted } from "../until-interrupted.js";
import { version } from "../version.js";
import { requireFreeFile, writeFiles } from "../write-files.js";
import { writeWhole } from "../write-whole.js";

const OPTIONS = {
  columns: { type: "string" },
  pairs: { type: "string" },
  method: { type: "string" },
  ...METHOD_FLAGS,
  "max-rows": { type: "string" },
  seed: { type: "string" },
  jobs: { type: "string" },
  "time-limit": { type: "string" },
  out: { type: "string" },
  resume: { type: "boolean" },
  force: { type: "boolean" },
  figure: { type: "string" },
  quiet: { type: "boolean" },
  ...TABLE_FLAGS,
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const COMMAND = "causal-velocity pairs";
const HELP = `See ${COMMAND} --help.`;

/** `causal-velocity pairs`: every pair of a table's columns. Returns what to print. */
export async function pairsCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return PAIRS_HELP;
  const { out, figure, force = false, resume = false } = values;
  if (out !== undefined) requireResultFile(out, { force, resume });
  else if (resume) throw badUsage("--resume", "without --out", "--out with the file of the run", HELP);
  if (figure !== undefined) {
    requireDrawable(figure);
    requireFreeFile({ path: figure, force: force || resume });
  }
  const jobs = jobCount(values.jobs);
  const seconds = decimalNumber("--time-limit", values["time-limit"]);
  if (seconds !== undefined && !(seconds > 0))
    throw badUsage("--time-limit", String(seconds), "seconds, above 0", HELP);
  const options: TileOptions = {
    ...methodOptions(values),
    ...given({
      method: values.method,
      seed: wholeNumber("--seed", values.seed),
      maxRows: wholeNumber("--max-rows", values["max-rows"]),
    }),
  };
  chosenMethod(options);
  const isNamed = values.columns !== undefined || values.pairs !== undefined;
  const asked = (names: Table): ColumnPair[] => choosePairs(names, chosenPairs(names, values));
  const table = await commandTable(COMMAND, positionals, values, (names) =>
    isNamed ? [...new Set(asked(names).flatMap(({ x, y }) => [x, y]))] : undefined,
  );
  const pairs = asked(table);
  const settings = { version, routines: bestRoutines().name, options, data: tableFingerprint(table, pairs) };
  const journal = out === undefined ? undefined : openRun(journalOf(out), settings, force);
  const run = await untilInterrupted((signal) => {
    const bar = values.quiet ? undefined : progressBar(process.stderr);
    const timeLimit = seconds === undefined ? undefined : 1000 * seconds;
    const request = { table, pairs, options, jobs, timeLimit, journal, signal, onProgress: bar?.show };
    return runPairs(request).finally(() => bar?.end());
  }).finally(() => journal?.close());
  const { outcomes, progress, aborted, milliseconds } = run.result;
  if (run.signal && aborted) throw interrupted(run.signal, progress, out);
  if (out !== undefined) {
    writeWhole(out, resultsFile(endingOf(out), outcomes, version) ?? "");
    const times = { pairs: progress.total, resumed: progress.resumed, threadSeconds: milliseconds / 1000, jobs };
    writeWhole(timesOf(out), `${JSON.stringify(times, null, 2)}\n`);
    rmSync(journalOf(out), { force: true });
  }
  if (figure !== undefined) await drawMap(figure, table, outcomes);
  if (values.json) return outcomesJson(outcomes, version);
  const written = [...(out === undefined ? [] : [out]), ...(figure === undefined ? [] : [figure])];
  return pairsText(outcomes) + (written.length > 0 ? `\nWrote ${written.join(" and ")}.\n` : "");
}

/** What is kept while a run goes on, and what it took: beside the results. */
const journalOf = (out: string): string => `${out}.journal`;
const timesOf = (out: string): string => `${out}.times.json`;

function requireResultFile(out: string, { force, resume }: { force: boolean; resume: boolean }): void {
  if (!RESULT_ENDINGS.includes(endingOf(out))) {
    throw badUsage("--out", `"${out}"`, `a file that ends in ${RESULT_ENDINGS.join(", ")}`, HELP);
  }
  if (force && resume) throw badUsage("options --force, --resume", "both", "one of them", HELP);
  const isBegun = existsSync(journalOf(out));
  if (isBegun && !resume && !force) {
    const remedy = "Go on with --resume, or begin anew with --force.";
    throw badUsage("--out", `"${out}", of which a run was stopped`, "a new file", remedy);
  }
  requireFreeFile({ path: out, force: force || (resume && isBegun) });
}

function openRun(path: string, settings: unknown, force: boolean): Journal {
  const journal = openJournal({ path, settings, fresh: force });
  if (journal.unreadable > 0) {
    const [lines, them] = journal.unreadable === 1 ? ["one line", "it"] : [`${journal.unreadable} lines`, "them"];
    const text = `${lines} of ${path} could not be read; what was on ${them} is computed again.`;
    process.stderr.write(`${wrap(text, "note: ")}\n`);
  }
  return journal;
}

function chosenPairs(
  table: Table,
  { columns, pairs }: { columns?: string | undefined; pairs?: string | undefined },
): PairsChoice {
  if (columns !== undefined && pairs !== undefined) {
    throw badUsage("options --columns, --pairs", "both", "one of them", HELP);
  }
  if (pairs !== undefined) return { pairs: readPairs(pairs, table) };
  return columns === undefined ? {} : { columns: columns.split(",").map((name) => name.trim()) };
}

async function drawMap(path: string, { columns }: Table, outcomes: readonly MapOutcome[]): Promise<void> {
  const numbers = [...new Set(outcomes.flatMap(({ x, y }) => [x, y]))].sort((a, b) => a - b);
  const named = numbers.map((number) => ({ number, name: columns[number - 1]?.name ?? "" }));
  const text = await drawnFile(mapFigure(named, outcomes), path);
  writeFiles({ path, isFolder: false, force: true, files: [{ name: path, text }] });
}

function interrupted(signal: StopSignal, { done, total }: PairsProgress, out: string | undefined): Interrupted {
  const next =
    out === undefined
      ? "Nothing is kept; with --out FILE, a stopped run can be resumed."
      : "They are kept: the same command with --resume goes on from there.";
  return new Interrupted(`Stopped after ${done} of ${total} pairs. ${next}`, SIGNAL_CODES[signal]);
}
