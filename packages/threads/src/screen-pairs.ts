import { drawRows } from "@causal-velocity/core/pair/resample.js";
import type { PairList } from "@causal-velocity/core/pairs/choose-pairs.js";
import { type Screened, screenTally } from "@causal-velocity/core/pairs/screen.js";
import {
  isScreenable,
  type ScreenPart,
  type ScreenStrip,
  type ScreenTask,
  screenedNumbers,
  screenStrip,
} from "@causal-velocity/core/pairs/screen-strips.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { textWith } from "@causal-velocity/core/primitives/errors.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import type { Table, TableColumn } from "@causal-velocity/core/table/table.js";
import { runTasks, type ThreadsRequest } from "./run-tasks.js";

export interface ScreenRequest extends ThreadsRequest {
  readonly table: Table;
  /** All pairs of some columns. */
  readonly pairs: PairList;
  /** Whether to leave only pairs whose columns depend on each other, allowing for the number of pairs. */
  readonly screen: boolean;
  /** The most pairs to be left: those that depend on each other most. */
  readonly most: number;
  /** Draws the rows of long tables; 0 by default. */
  readonly seed?: number | undefined;
  /** Called as pairs are screened. */
  readonly onProgress?: ((progress: ScreenProgress) => void) | undefined;
}

export interface ScreenProgress {
  readonly done: number;
  readonly total: number;
}

/** Columns of a strip: with 60 rows, two of them fit into the cache of a core. */
const STRIP = 32;
/** Strips that one is screened against in a task, which takes some milliseconds. */
const STRIPS_A_TASK = 32;
/** From longer tables so many rows are drawn: enough to find correlations of 0.07 among 10⁸ pairs. */
const MOST_ROWS = 10_000;
/** Milliseconds of work between two chances for others, such as a signal to stop. */
const TURN = 50;

/**
 * Screens all pairs of some columns for dependence, on threads whose scripts serve a `tileHandler`: the same pairs are
 * left with any number of threads.
 *
 * @returns undefined if it was aborted
 * @cost 4 multiplications and additions a row and pair; 16 bytes a cell, of up to 10,000 rows     @throws UnfitWorker
 */
export async function screenPairs(request: ScreenRequest): Promise<Screened | undefined> {
  const { pairs, screen, most, signal, onProgress } = request;
  const { strips, unscreened } = await stripsOf(request);
  const screenable = pairs.columns.length - unscreened.length;
  const measured = (screenable * (screenable - 1)) / 2;
  const works = [...worksOf(strips.length)];
  const stripsOfWork = (work: Work | undefined): Pick<ScreenTask, "first" | "others"> => {
    const { first, from } = work as Work;
    return { first: strips[first] as ScreenStrip, others: strips.slice(from, from + STRIPS_A_TASK) };
  };
  const tally = screenTally({ pairs: pairs.count, screen, most });
  let done = 0;
  const { aborted } = await runTasks<ScreenPart>({
    ...request,
    tasks: works.length,
    input: (task) => {
      const message: ScreenTask = { ...stripsOfWork(works[task]), least: tally.least, countFrom: tally.countFrom };
      return { message };
    },
    onResult: (result) => {
      if ("failure" in result) throw new Error(`the screen failed: ${textWith(result.failure.message)}`);
      tally.add(result.output);
      done += pairsOf(stripsOfWork(works[result.task]));
      onProgress?.({ done, total: measured });
    },
  });
  if (aborted || signal?.aborted) return undefined;
  return { ...tally.result(), measured, unscreened };
}

/** The number of a strip, and that of the first of those it is screened against. */
interface Work {
  readonly first: number;
  readonly from: number;
}

function* worksOf(strips: number): Generator<Work> {
  for (let first = 0; first < strips; first++) {
    for (let from = first; from < strips; from += STRIPS_A_TASK) yield { first, from };
  }
}

function pairsOf({ first, others }: Pick<ScreenTask, "first" | "others">): number {
  const own = first.columns.length;
  return others.reduce((sum, other) => sum + (other === first ? (own * (own - 1)) / 2 : own * other.columns.length), 0);
}

/** The columns that can be screened, prepared, and the numbers of the others. */
async function stripsOf({ table, pairs, seed = 0, signal }: ScreenRequest) {
  const rows =
    table.rowCount > MOST_ROWS ? drawRows(table.rowCount, MOST_ROWS, seededRng(seed).split("screen")) : undefined;
  const strips: ScreenStrip[] = [];
  const unscreened: number[] = [];
  let strip = new Map<number, Column>();
  let turn = performance.now();
  for (const number of pairs.columns) {
    const numbers = screenedNumbers(table.columns[number - 1] as TableColumn, rows);
    if (isScreenable(numbers)) strip.set(number, numbers);
    else unscreened.push(number);
    if (strip.size === STRIP) {
      strips.push(screenStrip(strip, sharedColumn));
      strip = new Map();
    }
    if (performance.now() - turn < TURN) continue;
    await new Promise((resolve) => setTimeout(resolve));
    turn = performance.now();
    if (signal?.aborted) break;
  }
  if (strip.size > 0) strips.push(screenStrip(strip, sharedColumn));
  return { strips, unscreened };
}

/** In memory that threads share, where there is such memory: sent to a thread, it is not copied. */
function sharedColumn(length: number): Column {
  if (typeof SharedArrayBuffer === "undefined") return new Float64Array(length);
  return new Float64Array(new SharedArrayBuffer(8 * length));
}
