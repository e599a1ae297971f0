import { existsSync, realpathSync } from "node:fs";
import { chosenMethod } from "@causal-velocity/core/decide/decide.js";
import {
  type ColumnPair,
  choosePairs,
  columnsOfPairs,
  type PairsChoice,
} from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { pairsFigure } from "@causal-velocity/core/pairs/pairs-figure.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { version } from "@causal-velocity/core/version.js";
import { RESULT_ENDINGS, resultsWriter } from "../../pairs/results-writer.js";
import type { PairsRun } from "../../pairs/run-pairs.js";
import { badUsage, decimalNumber, given, jobCount, parseCommand, wholeNumber } from "../arguments.js";
import { drawnFile, requireDrawable } from "../drawn-file.js";
import { PAIRS_HELP } from "../help/pairs-help.js";
import { METHOD_FLAGS, methodOptions } from "../method-flags.js";
import { journalOf, type PairsWork, pairsHere } from "../pairs-here.js";
import { pairsOnQueue, putOnQueue } from "../pairs-on-queue.js";
import { readPairs } from "../read-pairs.js";
import { leftOutText } from "../render/left-out-text.js";
import { outcomePieces } from "../render/outcome-pieces.js";
import { pairsDigest } from "../render/pairs-digest.js";
import { commandTable, TABLE_FLAGS } from "../table-flags.js";
import { note, printPieces } from "../terminal.js";
import { withAllMethods } from "../with-all-methods.js";
import { QUEUE_FLAGS } from "../with-queue.js";
import { draftFile, endingOf, requireFreeFile, writeFiles, writeWhole } from "../write-files.js";

const OPTIONS = {
  columns: { type: "string" },
  pairs: { type: "string" },
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
  const settings = settingsOf(values);
  const { table, pairs } = await tableAndPairs(positionals, values);
  const work: PairsWork = { ...settings, table, pairs };
  const { queue } = values;
  if (queue !== undefined && values.detach) return putOnQueue(work, queue);
  const tell = (run: PairsRun): Promise<string> => tellResults(work, run, values);
  return queue === undefined ? pairsHere(work, tell) : pairsOnQueue(work, queue, tell);
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
  if (force && resume) throw badUsage("options --force, --resume", "both", "one of them", HELP);
  const isHere = queue === undefined;
  if (out !== undefined) requireResultFile(out, { force, resume, isHere });
  else if (resume) throw badUsage("--resume", "without --out", "--out with the file of the run", HELP);
  if (figure !== undefined) {
    requireDrawable(figure);
    requireFreeFile({ path: figure, force: force || resume, flag: "--figure" });
  }
}

function isSameFile(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}

function requireResultFile(
  out: string,
  { force, resume, isHere }: { force: boolean; resume: boolean; isHere: boolean },
): void {
  if (!RESULT_ENDINGS.includes(endingOf(out))) {
    throw badUsage("--out", `"${out}"`, `a file that ends in ${RESULT_ENDINGS.join(", ")}`, HELP);
  }
  const isBegun = existsSync(journalOf(out));
  if (isHere && isBegun && !resume && !force) {
    const remedy = "Once that run is over, go on with --resume, or begin anew with --force.";
    throw badUsage("--out", `"${out}", of which a run was begun`, "a new file", remedy);
  }
  requireFreeFile({ path: out, force: force || (resume && (isBegun || !isHere)) });
}

function settingsOf(values: Values): Omit<PairsWork, "table" | "pairs"> {
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
  // Options that cannot be are refused before anything is read.
  chosenMethod(withAllMethods(options));
  // Whoever shares a queue may leave the work to others.
  const fewestJobs = queue === undefined ? 1 : 0;
  return { options, jobs: jobCount(values.jobs, fewestJobs), seconds, out, force, quiet };
}

/** The pairs, and a table with those of its columns that they need; what was found wrong with it is told. */
async function tableAndPairs(
  positionals: readonly string[],
  values: Values,
): Promise<{ table: Table; pairs: readonly ColumnPair[] }> {
  const choiceFor = pairsChoice(values);
  const isNamed = values.columns !== undefined || values.pairs !== undefined;
  const table = await commandTable(COMMAND, positionals, values, (names) =>
    isNamed ? columnsOfPairs(choosePairs(names, choiceFor(names))) : undefined,
  );
  const pairs = choosePairs(table, choiceFor(table));
  if (!values.quiet) {
    for (const { message } of table.warnings) note(message);
    const left = isNamed ? undefined : leftOutText(table, pairs);
    if (left !== undefined) note(left);
  }
  return { table, pairs };
}

function pairsChoice({ columns, pairs }: Values): (table: Table) => PairsChoice {
  if (columns !== undefined && pairs !== undefined) {
    throw badUsage("options --columns, --pairs", "both", "one of them", HELP);
  }
  if (pairs !== undefined) {
    const pairsFor = readPairs(pairs);
    return (table) => ({ pairs: pairsFor(table) });
  }
  return () => (columns === undefined ? {} : { columns: columns.split(",").map((name) => name.trim()) });
}

/** Writes what was asked for, and returns what to print. */
async function tellResults(work: PairsWork, run: PairsRun, { figure, json }: Values): Promise<string> {
  const { out, table } = work;
  const digest = pairsDigest();
  const drawn: PairOutcome[] = [];
  const draft = out === undefined ? undefined : draftFile(out);
  try {
    const writer = draft && resultsWriter(endingOf(out ?? ""), draft.write, version);
    let count = 0;
    for await (const outcome of run.results()) {
      count += 1;
      digest.add(outcome);
      writer?.add(outcome);
      if (figure !== undefined) drawn.push(outcome);
    }
    if (count !== run.progress.total) throw lostOutcomes(count, run.progress.total);
    writer?.end();
    draft?.finish();
  } finally {
    draft?.discard();
  }
  if (out !== undefined) writeWhole(`${out}.times.json`, timesText(work, run));
  if (figure !== undefined) await drawMap(figure, table, drawn);
  if (json) {
    await printPieces(outcomePieces(run.results(), "json", version));
    return "";
  }
  const written = [out, figure].filter((path) => path !== undefined);
  return digest.text() + (written.length > 0 ? `\nWrote ${written.join(" and ")}.\n` : "");
}

/** What was kept while the run went on is not there any more: somebody else wrote to it. */
function lostOutcomes(found: number, total: number): InputError {
  return new InputError({
    code: "unreadable-file",
    place: "what the run has kept",
    value: `${found} outcomes`,
    expected: `${total}, one for each pair`,
    remedy: "Another program changed the journal or the run meanwhile. Run the same command again.",
  });
}

/** What it took, apart from the results: these are the same however they came about. */
function timesText({ jobs }: PairsWork, { progress, milliseconds }: PairsRun): string {
  const { total: pairs, resumed } = progress;
  const threadSeconds = milliseconds === undefined ? undefined : milliseconds / 1000;
  return `${JSON.stringify({ pairs, resumed, threadSeconds, jobs }, null, 2)}\n`;
}

async function drawMap(path: string, { columns }: Table, outcomes: readonly PairOutcome[]): Promise<void> {
  const named = columnsOfPairs(outcomes).map((number) => ({ number, name: columns[number - 1]?.name ?? "" }));
  const text = await drawnFile(pairsFigure(named, outcomes), path);
  writeFiles({ path, isFolder: false, force: true, files: [{ name: path, text }], flag: "--figure" });
}
