import { chosenMethod, DEFAULT_METHOD, givenOptions } from "@causal-velocity/core/decide/decide.js";
import { givenSettings } from "@causal-velocity/core/decide/decide-given.js";
import { amongMany } from "@causal-velocity/core/pairs/chance.js";
import {
  choosePairs,
  columnsOfPairs,
  givenNumbers,
  type PairsChoice,
} from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { screenRecord } from "@causal-velocity/core/pairs/outcome-files.js";
import { pairsFigure } from "@causal-velocity/core/pairs/pairs-figure.js";
import { grouped, InputError } from "@causal-velocity/core/primitives/errors.js";
import { findingText } from "@causal-velocity/core/primitives/finding.js";
import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { keyFindings } from "@causal-velocity/core/table/column-key.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { version } from "@causal-velocity/core/version.js";
import { keptThreads } from "@causal-velocity/threads/run-tasks.js";
import { memoryLimits, startTileThread } from "../../decide-pairs.js";
import { MAX_PAIRS, planRun, type RunPlan } from "../../pairs/plan-run.js";
import { RESULT_ENDINGS, resultsWriter } from "../../pairs/results-writer.js";
import type { PairsRun } from "../../pairs/run-pairs.js";
import {
  badUsage,
  decimalNumber,
  flagName,
  given,
  jobCount,
  namesOf,
  parseCommand,
  RAW_CSV_FLAG,
  RAW_CSV_LINES,
  wholeNumber,
} from "../arguments.js";
import { DRAWN_ENDINGS, drawnFile, requireDrawable } from "../drawn-file.js";
import { METHOD_FLAGS, methodFlagLines, methodOptions, withAllMethods } from "../method-flags.js";
import { type PairsWork, pairsHere } from "../pairs-here.js";
import { pairsOnQueue, putOnQueue } from "../pairs-on-queue.js";
import { printable } from "../printable.js";
import { readPairs } from "../read-pairs-list.js";
import { commandTable, TABLE_FLAGS, TABLE_LINES, waitSeconds } from "../read-table.js";
import { chanceOfRun, leftOutText, outcomePieces, pairsDigest, unscreenedText } from "../render/pairs-text.js";
import { requireRunFile } from "../run-journal.js";
import { Interrupted, note, printPieces, progressBar, SIGNAL_CODES, untilInterrupted } from "../terminal.js";
import { ENVIRONMENT, QUEUE_FLAGS, queuePlace } from "../with-queue.js";
import { draftFile, endingOf, isSameFile, requireFreeFile, writeFiles, writeWhole } from "../write-files.js";

const OPTIONS = {
  columns: { type: "string" },
  pairs: { type: "string" },
  given: { type: "string" },
  top: { type: "string" },
  screen: { type: "boolean" },
  "max-pairs": { type: "string" },
  method: { type: "string" },
  ...METHOD_FLAGS,
  "max-rows": { type: "string" },
  seed: { type: "string" },
  jobs: { type: "string" },
  "time-limit": { type: "string" },
  ...QUEUE_FLAGS,
  detach: { type: "boolean" },
  out: { type: "string" },
  resume: { type: "boolean" },
  force: { type: "boolean" },
  figure: { type: "string" },
  ...RAW_CSV_FLAG,
  quiet: { type: "boolean" },
  ...TABLE_FLAGS,
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const COMMAND = "causal-velocity pairs";
const HELP = `See ${COMMAND} --help.`;

type Values = ReturnType<typeof parseCommand<typeof OPTIONS>>["values"];

/** `causal-velocity pairs`: every pair of a table's columns. Returns what to print. */
export async function pairsCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return PAIRS_HELP;
  requirePlaces(values, positionals[0]);
  const { maxRows, ...settings } = settingsOf(values);
  const place = queuePlace(values);
  const kept = place.queue === undefined ? keptThreads(startTileThread) : undefined;
  // Threads load while the table is read.
  const onNames = (mostPairs: number): void => kept?.start(Math.min(mostPairs, settings.jobs));
  try {
    const { table, choice } = await tableAndChoice(positionals, values, onNames);
    const plan = await planHere(table, choice, { ...settings, maxRows, kept }, values);
    const work: PairsWork = { ...settings, ...plan, table, kept };
    if (place.queue !== undefined && values.detach) return await putOnQueue(work, place);
    const write = (run: PairsRun): Promise<string> => writeResults(work, run, values);
    return await (place.queue === undefined ? pairsHere(work, write) : pairsOnQueue(work, place, write));
  } finally {
    await kept?.close();
  }
}

/** Refuses places and options that do not go together, before anything is read. */
function requirePlaces(values: Values, file: string | undefined): void {
  const { out, figure, queue, detach, json, force = false, resume = false } = values;
  for (const [flag, path] of Object.entries({ "--out": out, "--figure": figure })) {
    if (path !== undefined && file !== undefined && isSameFile(path, file)) {
      throw badUsage(flag, `"${path}", which is the table`, "another file", HELP);
    }
  }
  if (detach) {
    if (queue === undefined) throw badUsage("--detach", "without --queue", "a queue that keeps the work", HELP);
    const waits = Object.entries({ "--out": out, "--figure": figure, "--json": json }).find(([, value]) => value);
    if (waits) throw badUsage("--detach", `with ${waits[0]}`, "either to wait for results, or not to", HELP);
  }
  if (values.given !== undefined && queue !== undefined) {
    throw badUsage(
      "options --given, --queue",
      "both",
      "one of them",
      "Pairs given others are decided on threads: use --jobs.",
    );
  }
  if (values.wait !== undefined && queue === undefined) {
    throw badUsage("--wait", "without --queue", "a queue to wait for", HELP);
  }
  if (force && resume) throw badUsage("options --force, --resume", "both", "one of them", HELP);
  const isHere = queue === undefined;
  if (out !== undefined) requireResultFile(out, { force, resume, isHere });
  else if (resume) throw badUsage("--resume", "without --out", "--out with the file of the run", HELP);
  if (figure !== undefined) {
    requireDrawable(figure);
    requireFreeFile({ path: figure, force: force || resume, flag: "--figure" });
  }
}

function requireResultFile(
  out: string,
  { force, resume, isHere }: { force: boolean; resume: boolean; isHere: boolean },
): void {
  if (!RESULT_ENDINGS.includes(endingOf(out))) {
    throw badUsage("--out", `"${out}"`, `a file that ends in ${RESULT_ENDINGS.join(", ")}`, HELP);
  }
  const mayReplace = isHere ? requireRunFile({ out, force, resume }) : force || resume;
  if (!isHere) requireFreeFile({ path: out, force: mayReplace });
  requireFreeFile({ path: timesOf(out), force: mayReplace });
}

/** Where the times of a run are written. */
const timesOf = (out: string): string => `${out}.times.json`;

type Settings = Omit<PairsWork, "table" | "pairs" | "given"> & { readonly maxRows: number };

function settingsOf(values: Values): Settings {
  const { queue, out, force = false, quiet = false } = values;
  const seconds = decimalNumber("--time-limit", values["time-limit"]);
  if (seconds !== undefined && !(seconds > 0)) {
    throw badUsage("--time-limit", String(seconds), "seconds, above 0", HELP);
  }
  const options = {
    ...methodOptions(values),
    ...given({
      method: values.method,
      seed: wholeNumber("--seed", values.seed),
      maxRows: wholeNumber("--max-rows", values["max-rows"]),
    }),
  };
  // Wrong options are refused before anything is read.
  const all = withAllMethods(options);
  const { maxRows } = values.given === undefined ? chosenMethod(all) : givenSettings(givenOptions(all));
  // With a shared queue, the work may be left to others.
  const fewestJobs = queue === undefined ? 1 : 0;
  return { options, jobs: jobCount(values.jobs, fewestJobs), seconds, out, force, quiet, maxRows };
}

/**
 * Which pairs, and a table with those of its columns that they need; findings about the table are reported.
 *
 * @param onNames called once the names of the columns are known, with the most pairs that there can be
 */
async function tableAndChoice(
  positionals: readonly string[],
  values: Values,
  onNames: (mostPairs: number) => void,
): Promise<{ table: Table; choice: PairsChoice }> {
  const choiceFor = await pairsChoice(values);
  const isNamed = values.columns !== undefined || values.pairs !== undefined;
  const table = await commandTable(COMMAND, positionals, values, (names) => {
    const named = isNamed ? choosePairs(names, choiceFor(names)) : undefined;
    const all = names.columns.length;
    onNames(named?.count ?? (all * (all - 1)) / 2);
    return named && [...named.columns, ...givenNumbers(names, choiceFor(names))];
  });
  const choice = choiceFor(table);
  if (!values.quiet) {
    const named = [...(choice.columns ?? []), ...(choice.given ?? [])];
    for (const finding of [...table.findings, ...keyFindings(table, named)]) note(findingText(finding, flagName));
    const used = [...choosePairs(table, choice).columns, ...givenNumbers(table, choice)];
    const left = isNamed ? undefined : leftOutText(table, used);
    if (left !== undefined) note(left);
  }
  return { table, choice };
}

/** The most pairs of a run on a queue. */
const QUEUE_PAIRS = 20_000_000;

function mostPairs({ queue, "max-pairs": most }: Values): number {
  return wholeNumber("--max-pairs", most) ?? (queue === undefined ? MAX_PAIRS : QUEUE_PAIRS);
}

/** Finds the pairs to decide, by a screen of all of them if one is asked for. @throws Interrupted; InputError as `planRun` */
async function planHere(table: Table, choice: PairsChoice, settings: Settings, values: Values): Promise<RunPlan> {
  const { queue, figure } = values;
  const { options, jobs, kept, out, quiet, maxRows } = settings;
  const maxPairs = mostPairs(values);
  const isOnDisk = out !== undefined || queue !== undefined;
  const { result: plan, signal } = await untilInterrupted((stop) => {
    const bar = quiet ? undefined : progressBar(process.stderr, undefined, "screening");
    return planRun({
      ...{ table, choice, maxPairs, maxRows, seed: options.seed },
      ...{ startThread: startTileThread, workers: Math.max(jobs, 1), kept, signal: stop },
      ...{ isKept: !isOnDisk || figure !== undefined, memory: memoryLimits() },
      lessMemory: isOnDisk ? "omit --figure" : "keep outcomes on disk with --out",
      onScreening: ({ done, total }) => bar?.show({ done, total, resumed: 0 }),
    }).finally(() => bar?.end());
  });
  if (!plan) {
    throw new Interrupted(
      "Stopped before the screen of the pairs was done. Nothing is kept.",
      SIGNAL_CODES[signal ?? "SIGINT"],
    );
  }
  const { screened } = plan;
  if (screened && !quiet) {
    note(`pairs screened: ${grouped(screened.measured)}; left: ${grouped(screened.left.count)}.`);
    const left = unscreenedText(table, screened);
    if (left !== undefined) note(left);
  }
  return plan;
}

async function pairsChoice(values: Values): Promise<(table: Table) => PairsChoice> {
  const { columns, pairs, screen } = values;
  const top = wholeNumber("--top", values.top);
  const known = namesOf("--given", values.given);
  if (columns !== undefined && pairs !== undefined) {
    throw badUsage("options --columns, --pairs", "both", "one of them", HELP);
  }
  if (pairs !== undefined && (top !== undefined || screen)) {
    throw badUsage(screen ? "--screen" : "--top", "with --pairs", "no list of pairs: all are screened", HELP);
  }
  if (pairs !== undefined) {
    const pairsFor = await readPairs(pairs, waitSeconds(values), Math.max(mostPairs(values), MAX_PAIRS));
    return (table) => ({ pairs: pairsFor(table), given: known });
  }
  const choice = { top, screen, columns: namesOf("--columns", columns), given: known };
  return () => choice;
}

/** Writes what was asked for, and returns what to print. */
async function writeResults(work: PairsWork, run: PairsRun, values: Values): Promise<string> {
  const { out, table, screened } = work;
  const { figure, json, "raw-csv": isRaw = false } = values;
  const { total } = run.progress;
  const chance = await chanceOfRun(run.results(), screened?.pairs ?? total);
  const digest = pairsDigest(chance, screened && { ...screened, table });
  const drawn: PairOutcome[] = [];
  const draft = out === undefined ? undefined : draftFile(out);
  try {
    const writer = draft && resultsWriter(endingOf(out ?? ""), draft.write, version, flagName, isRaw ? "raw" : "safe");
    let count = 0;
    for await (const alone of run.results()) {
      const outcome = amongMany(alone, chance);
      count += 1;
      digest.add(outcome);
      writer?.add(outcome);
      if (figure !== undefined) drawn.push(outcome);
    }
    if (count !== total) throw lostOutcomes(count, total);
    writer?.end();
    draft?.finish();
  } finally {
    draft?.discard();
  }
  if (out !== undefined) writeWhole(timesOf(out), timesText(work, run), { isOurs: true });
  if (figure !== undefined) await drawMap(figure, table, drawn);
  if (json) {
    const screen = screened && screenRecord(screened, table);
    const { transformations } = table;
    await printPieces(outcomePieces(run.results(), { layout: "json", version, chance, screen, transformations }));
    return "";
  }
  const written = [out, figure].filter((path) => path !== undefined);
  return digest.text() + (written.length > 0 ? `\nWrote ${written.map(printable).join(" and ")}.\n` : "");
}

/** Some outcomes are gone from what the run kept: another program wrote to it. */
function lostOutcomes(found: number, total: number): InputError {
  return new InputError({
    code: "unreadable-file",
    place: "what the run has kept",
    value: `${found} outcomes`,
    expected: `${total}, one for each pair`,
    remedy: "Another program changed the journal or the run meanwhile. Run the same command again.",
  });
}

/** Times, apart from the results, which are the same bytes for every number of threads. */
function timesText({ jobs, screened }: PairsWork, { progress, milliseconds }: PairsRun): string {
  const { total: pairs, resumed } = progress;
  const threadSeconds = milliseconds === undefined ? undefined : milliseconds / 1000;
  return jsonText({ pairs, screened: screened?.measured, resumed, threadSeconds, jobs });
}

async function drawMap(path: string, { columns }: Table, outcomes: readonly PairOutcome[]): Promise<void> {
  const named = columnsOfPairs(outcomes).map((number) => ({ number, name: columns[number - 1]?.name ?? "" }));
  const text = await drawnFile(pairsFigure(named, outcomes), path);
  writeFiles({ path, isFolder: false, force: true, files: [{ name: path, text }], flag: "--figure" });
}

export const PAIRS_HELP = `Usage
  causal-velocity pairs FILE [options]

  FILE, or --sql QUERY, is a table as for decide. Every pair of its columns of
  numbers is decided, but for columns that only number the rows.

Which pairs
  --columns A,B,...   all pairs of these, by name or counted from 1; a name
                      with a comma by its number
  --pairs LIST        a text file with two columns on each line; results of an
                      earlier run, as CSV, are such a list
  --given A,B,...     decide every pair given these columns, as decide --given
                      does; they are in no pair. Not with --queue. Screens, and
                      the strength of dependence, are those of the pairs alone
  --top K             only the K pairs whose columns depend on each other most,
                      by a quick screen of all pairs
  --screen            only pairs whose columns depend on each other, by the
                      same screen, which allows for their number; with --top
                      the K most dependent of these
  --max-pairs N       refuse more pairs than N before any is decided;
                      default ${grouped(MAX_PAIRS)}, with --queue ${grouped(QUEUE_PAIRS)}

How
  --method NAME       default "${DEFAULT_METHOD}"; see causal-velocity methods
${methodFlagLines()}
                      as for decide
  --max-rows N        from longer pairs, N rows are drawn
  --seed N            default 0
  --jobs K            threads; default all cores
  --time-limit S      seconds that one pair may take; default no limit, with
                      --queue an hour

Many machines, with @causal-velocity/queue installed beside this package
  --queue ADDRESS     a PostgreSQL database that shares the work with machines
                      that run causal-velocity worker; "@FILE": a file with the
                      address; "${ENVIRONMENT}": the address from variables, as in the
                      help of causal-velocity worker
  --jobs K            threads here; 0 leaves all the work to others
  --wait S            seconds to wait for a database that does not answer, at
                      the start; default 60
  --detach            put the work on the queue and do not wait for it

Results, the same bytes with any number of threads. Of many pairs some seem to
depend on each other by chance: such pairs get no verdict (gate independent),
even where decide alone would give one
  --out FILE          ${RESULT_ENDINGS.join(", ")}: one row per pair. Until all
                      are decided, they are kept in FILE.journal; times are in
                      FILE.times.json
${RAW_CSV_LINES}
  --resume            continue a stopped run, or try failed pairs again
  --force             start again, and write over files that are there
  --figure FILE       a picture of all pairs: ${DRAWN_ENDINGS.join(", ")}
  --quiet             no progress on standard error
  --json              one JSON object: causal-velocity/pairs@1

${TABLE_LINES}

Examples
  causal-velocity pairs weather.csv --out pairs.csv --figure pairs.svg
  causal-velocity pairs "runs/*.parquet" --columns a,b,c --queue @address
`;
