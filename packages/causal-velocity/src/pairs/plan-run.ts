import { MOST_PARENTS } from "@causal-velocity/core/graph/knowledge.js";
import { MOST_GIVEN } from "@causal-velocity/core/graph/relation-given.js";
import {
  choosePairs,
  givenNumbers,
  type PairList,
  type PairsChoice,
} from "@causal-velocity/core/pairs/choose-pairs.js";
import type { Screened } from "@causal-velocity/core/pairs/screen.js";
import { grouped, InputError, option, type Text, text, wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { nonNumeric } from "@causal-velocity/core/table/non-numeric.js";
import { isNumeric, type Table } from "@causal-velocity/core/table/table.js";
import type { ThreadsRequest } from "@causal-velocity/threads/run-tasks.js";
import { type ScreenProgress, screenPairs } from "@causal-velocity/threads/screen-pairs.js";

/** Pairs that one process decides unless `maxPairs` allows more: two hours of two cores at 1,000 rows. */
export const MAX_PAIRS = 1_000_000;

export interface PlanRequest extends ThreadsRequest {
  readonly table: Table;
  readonly choice: PairsChoice;
  /** The most pairs to decide, unless `top` of the choice says how many. */
  readonly maxPairs: number;
  /** The most rows of a pair, as for `decide`. */
  readonly maxRows: number;
  readonly seed?: number | undefined;
  /** Whether all outcomes are in memory at the end. */
  readonly isKept: boolean;
  /** How to keep them elsewhere, for messages. */
  readonly lessMemory?: string | undefined;
  readonly memory: MemoryLimits;
  readonly onScreening?: ((progress: ScreenProgress) => void) | undefined;
}

/** Bytes that may be used; undefined where that is not known. */
export interface MemoryLimits {
  /** By the program's own objects, such as outcomes. */
  readonly heap?: number | undefined;
  /** In all. */
  readonly machine?: number | undefined;
}

/** The pairs that a run decides. */
export interface RunPlan {
  readonly pairs: PairList;
  /** Numbers of the columns that they are decided given. */
  readonly given: readonly number[];
  /** What a screen has left, if there was one. */
  readonly screened?: Screened | undefined;
}

/**
 * Finds the pairs that a run decides, and refuses a run that is too large before it begins, with what it would take.
 *
 * @returns undefined if it was aborted
 * @throws InputError as `choosePairs`; `run-too-large`
 */
export async function planRun(request: PlanRequest): Promise<RunPlan | undefined> {
  const { table, choice, maxPairs } = request;
  if (!(Number.isSafeInteger(maxPairs) && maxPairs >= 1)) {
    throw wrongOption("maxPairs", maxPairs, "a whole number of pairs, from 1");
  }
  const chosen = choosePairs(table, choice);
  const given = numericGiven(table, choice);
  const { top, screen = false } = choice;
  if (top === undefined && !screen) {
    requireSize(chosen, chosen.count, request);
    return { pairs: chosen, given };
  }
  if (top !== undefined) requireSize(chosen, Math.min(top, chosen.count), { ...request, maxPairs: top });
  const screened = await screenPairs({
    ...request,
    pairs: chosen,
    screen,
    most: top ?? maxPairs,
    onProgress: request.onScreening,
  });
  if (!screened) return undefined;
  if (top === undefined) requireSize(chosen, screened.dependent ?? 0, request, "that depend on each other ");
  return { pairs: screened.left, given, screened };
}

/** @throws InputError `wrong-option` for too many, `non-numeric-column` */
function numericGiven(table: Table, choice: PairsChoice): number[] {
  const given = givenNumbers(table, choice);
  if (given.length > MOST_GIVEN) throw wrongOption("given", `${given.length} columns`, `at most ${MOST_GIVEN}`);
  for (const number of given) {
    const column = table.columns[number - 1];
    if (column && !isNumeric(column)) throw nonNumeric(column, table);
  }
  return given;
}

/** What deciding many pairs takes. */
export interface RunEstimate {
  /** By the clock, on all threads, with the default method or given columns. */
  readonly seconds: number;
  /** Bytes, at the peak. */
  readonly memory: number;
  /** Bytes of results as CSV. */
  readonly results: number;
}

/** What a thread takes for a pair by the default method: seconds, and seconds for each row; benchmarks/pairs.md. */
const [PAIR_SECONDS, ROW_SECONDS] = [0.006, 0.0000085];
/** What a thread takes for one score of a column given others: seconds, and seconds for each row; benchmarks/given.md. */
const [SCORE_SECONDS, SCORE_ROW_SECONDS] = [0.0008, 0.0000025];
/** Bytes of the program and its threads, of a cell as read and as threads share it, and of a row of results. */
const [BASE_BYTES, THREAD_BYTES, CELL_BYTES, RESULT_BYTES] = [150e6, 50e6, 18, 330];
/** Bytes of a pair whose outcome is in memory, and of one whose outcome is in a journal. */
const [KEPT_BYTES, PAIR_BYTES] = [2500, 150];

/** What so many pairs take, to within a factor of two or so. */
export function runEstimate(
  pairs: number,
  columns: number,
  { table, choice, maxRows, workers, isKept }: Pick<PlanRequest, "table" | "choice" | "maxRows" | "workers" | "isKept">,
): RunEstimate {
  const { rowCount } = table;
  const rows = Math.min(rowCount, maxRows);
  const given = choice.given?.length ?? 0;
  const pairSeconds =
    given > 0 ? scoresGiven(given) * (SCORE_SECONDS + SCORE_ROW_SECONDS * rows) : PAIR_SECONDS + ROW_SECONDS * rows;
  return {
    seconds: (pairs * pairSeconds) / Math.max(workers, 1),
    memory: BASE_BYTES + THREAD_BYTES * workers + CELL_BYTES * columns * rowCount + bytesOfPairs(pairs, isKept),
    results: pairs * RESULT_BYTES,
  };
}

/** Scores of a pair given columns: of each column, given every set of the others that may be its parents. */
function scoresGiven(given: number): number {
  const others = given + 1;
  let [sets, ofSize] = [0, 1];
  for (let size = 0; size <= Math.min(MOST_PARENTS, others); size++) {
    sets += ofSize;
    ofSize = (ofSize * (others - size)) / (size + 1);
  }
  return (others + 1) * sets;
}

/** @throws InputError `run-too-large` */
function requireSize(chosen: PairList, pairs: number, request: PlanRequest, which = ""): void {
  const { maxPairs, memory, workers, isKept, choice } = request;
  const { heap = Infinity, machine = Infinity } = memory;
  const estimate = runEstimate(pairs, chosen.columns.length, request);
  const isLarge = pairs > maxPairs;
  const overHeap = bytesOfPairs(pairs, isKept) > heap;
  if (!isLarge && !overHeap && estimate.memory <= machine) return;
  const threads = workers === 1 ? "one thread" : `${workers} threads`;
  const value =
    `${grouped(pairs)} pairs ${which}of ${grouped(chosen.columns.length)} columns, which take about ` +
    `${timeWords(estimate.seconds)} on ${threads} ${choice.given?.length ? "given these columns" : "with the default method"}, ${byteWords(estimate.memory)} of memory and ` +
    `${byteWords(estimate.results)} of results`;
  throw new InputError({
    code: "run-too-large",
    place: choice.columns ? [option("columns")] : choice.pairs ? "the list of pairs" : "the table",
    value,
    expected: isLarge
      ? `at most ${grouped(maxPairs)} pairs`
      : `a run that fits into ${byteWords(overHeap ? heap : machine)} of memory`,
    remedy: sentenceOf(waysOut(chosen, pairs, request)),
  });
}

/** Bytes of the outcomes of pairs, or of what finds them in a journal. */
function bytesOfPairs(pairs: number, isKept: boolean): number {
  return pairs * (isKept ? KEPT_BYTES : PAIR_BYTES);
}

/** What lets a run begin: nothing that would be refused next. */
function waysOut(chosen: PairList, pairs: number, request: PlanRequest): Text[] {
  const { maxPairs, memory, isKept, lessMemory, choice } = request;
  const { heap = Infinity, machine = Infinity } = memory;
  const fits = (kept: boolean): boolean =>
    bytesOfPairs(pairs, kept) <= heap &&
    runEstimate(pairs, chosen.columns.length, { ...request, isKept: kept }).memory <= machine;
  const fewer = choice.pairs ? ["shorten the list"] : fewerPairs(choice);
  const more = text`allow more with ${option("maxPairs")} ${pairs}`;
  if (fits(isKept)) return [...fewer, more];
  if (!isKept || lessMemory === undefined || !fits(false)) return fewer;
  return pairs > maxPairs ? [...fewer, text`${lessMemory} and ${more}`] : [lessMemory, ...fewer];
}

function fewerPairs({ screen }: PairsChoice): Text[] {
  return [
    text`decide only the pairs that depend most with ${option("top")} 1000`,
    ...(screen ? [] : [text`decide only those that depend on each other with ${option("screen")}`]),
    text`choose columns with ${option("columns")}`,
  ];
}

/** Ways out as one sentence: "Choose …, decide …, or allow …." */
function sentenceOf(ways: readonly Text[]): Text {
  const all = ways.reduce<Text>((sentence, way, i) => {
    if (i === 0) return way;
    return text`${sentence}${ways.length > 2 ? "," : ""} ${i === ways.length - 1 ? "or " : ""}${way}`;
  }, "");
  const [first = "", ...rest] = typeof all === "string" ? [all] : all;
  const start = typeof first === "string" ? first.charAt(0).toUpperCase() + first.slice(1) : first;
  return [start, ...rest, "."];
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB", "PB"] as const;

function byteWords(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(bytes) / 3), 0), UNITS.length - 1);
  return `${Number((bytes / 1000 ** power).toPrecision(2))} ${UNITS[power]}`;
}

/** Seconds of a minute, an hour, a day and a year. */
const [MINUTE, HOUR, DAY, YEAR] = [60, 3600, 86_400, 31_557_600];

function timeWords(seconds: number): string {
  const [size, unit] =
    seconds < 2 * MINUTE
      ? [1, "seconds"]
      : seconds < 2 * HOUR
        ? [MINUTE, "minutes"]
        : seconds < 2 * DAY
          ? [HOUR, "hours"]
          : seconds < 2 * YEAR
            ? [DAY, "days"]
            : [YEAR, "years"];
  return `${Number((seconds / size).toPrecision(2))} ${unit}`;
}
