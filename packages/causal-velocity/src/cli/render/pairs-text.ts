import { percentText } from "@causal-velocity/core/decide/verdict-sentence.js";
import { MINIMUM_ROWS } from "@causal-velocity/core/pair/standardize.js";
import { amongMany, type Chance, chanceTally } from "@causal-velocity/core/pairs/chance.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { outcomesCsv, outcomesJson, type screenRecord } from "@causal-velocity/core/pairs/outcome-files.js";
import { failedCheck, pairsSentences, pairsTally } from "@causal-velocity/core/pairs/pairs-summary.js";
import type { Screened } from "@causal-velocity/core/pairs/screen.js";
import { textWith } from "@causal-velocity/core/primitives/errors.js";
import type { FindingCode } from "@causal-velocity/core/primitives/finding.js";
import type { CsvForm } from "@causal-velocity/core/primitives/output-text.js";
import { isNumeric, notMeasured, type Table, type TableColumn } from "@causal-velocity/core/table/table.js";
import { flagName } from "../arguments.js";
import { displayWidth, MARGIN, padDisplay, shortName, wrap } from "../printable.js";

/** Pairs that are named one by one; the rest is in the results. */
const MOST_LISTED = 15;
const MOST_FAILED = 5;
/** Columns of a terminal for one name, so that a line has room for two, and for what is said about them. */
const WIDEST_NAME = 18;
/** Of "more than 99%". */
const WIDEST_PERCENT = 13;

/** Takes outcomes one by one. */
export interface PairsDigest {
  add(outcome: PairOutcome): void;
  /** Counts, how many are likely to be wrong, the surest, and what failed. */
  text(): string;
}

interface Listed {
  readonly cause: string;
  readonly effect: string;
  readonly sure: number | undefined;
  readonly strength: number | undefined;
  /** The check that failed, if one did. */
  readonly doubt: FindingCode | undefined;
}

/** How much dependence counts among the pairs of a run. @param pairs of the run, decided or not */
export async function chanceOfRun(
  outcomes: Iterable<PairOutcome> | AsyncIterable<PairOutcome>,
  pairs: number,
): Promise<Chance> {
  const tally = chanceTally(pairs);
  for await (const outcome of outcomes) tally.add(outcome);
  return tally.chance();
}

/** Sums many verdicts up for people. @param chance as `amongMany` used it for the outcomes */
export function pairsDigest(chance: Chance, screened?: Screened & { readonly table: Table }): PairsDigest {
  const tally = pairsTally(chance, screened);
  const surest: Listed[] = [];
  const failed: string[] = [];
  return {
    add: (outcome) => {
      tally.add(outcome);
      const { names, decision, dependence, problem } = outcome;
      if (problem) {
        if (failed.length < MOST_FAILED) failed.push(`${names.x}, ${names.y}: ${textWith(problem.message, flagName)}`);
        return;
      }
      if (decision.verdict === "cannot-tell") return;
      const [cause, effect] = decision.verdict === "x->y" ? [names.x, names.y] : [names.y, names.x];
      const [sure, strength, doubt] = [decision.probability, dependence?.strength, failedCheck(decision)];
      insert(surest, { cause, effect, sure, strength, doubt });
    },
    text: () => {
      const summary = tally.summary();
      const unscreened = screened && unscreenedText(screened.table, screened);
      const said = [...pairsSentences(summary), ...(unscreened === undefined ? [] : [`Columns ${unscreened}`])];
      const sentences = said.map((sentence) => wrap(sentence));
      const parts = [sentences.join("\n"), surestText(surest, summary.directed), failedText(failed, summary.failed)];
      return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
    },
  };
}

/** Keeps the surest, in order, those with a failed check last; of those equally sure, the first ones. */
function insert(surest: Listed[], listed: Listed): void {
  const rank = ({ sure, doubt }: Listed): number => (sure ?? 0) - (doubt === undefined ? 0 : 1);
  const place = surest.findIndex((other) => rank(other) < rank(listed));
  surest.splice(place < 0 ? surest.length : place, 0, listed);
  surest.length = Math.min(surest.length, MOST_LISTED);
}

function surestText(surest: readonly Listed[], directed: number): string {
  if (surest.length === 0) return "";
  const rows = surest.map((listed) => ({
    ...listed,
    cause: shortName(listed.cause, WIDEST_NAME),
    effect: shortName(listed.effect, WIDEST_NAME),
  }));
  const width = Math.max(...rows.map(({ cause }) => displayWidth(cause)));
  const effectWidth = Math.max(...rows.map(({ effect }) => displayWidth(effect)));
  const hasStrengths = rows.some(({ strength }) => strength !== undefined);
  const lines = rows.map(({ cause, effect, sure, strength, doubt }) => {
    const names = `${padDisplay(cause, width)} → ${padDisplay(effect, effectWidth)}`;
    const percent = sure === undefined ? "" : `${percentText(sure).padStart(WIDEST_PERCENT)} sure`;
    const parts = [names, percent, strength?.toFixed(2) ?? "", doubt === undefined ? "" : `! ${doubt}`];
    return `${MARGIN}${parts.filter((part) => part !== "").join("  ")}`.trimEnd();
  });
  const strengths = hasStrengths ? ", with the strength of dependence (0 to 1, like a correlation)" : "";
  const head = rows.some(({ sure }) => sure !== undefined) ? "Surest first" : "Directions";
  return listText(`${head}${strengths}:`, lines, directed);
}

function failedText(failed: readonly string[], count: number): string {
  const lines = failed.map((text) => wrap(text, MARGIN));
  return failed.length === 0 ? "" : listText("Not decided:", lines, count);
}

function listText(head: string, lines: readonly string[], count: number): string {
  const rest = count - lines.length;
  return [head, ...lines, ...(rest > 0 ? [`${MARGIN}and ${rest} more`] : [])].join("\n");
}

const MOST_NAMED = 8;

/**
 * Which columns of a table are not used, and why; undefined if all are.
 *
 * @param numbers of those that are used, from 1     @param otherwise why columns of numbers are not
 */
export function leftOutText(
  { columns }: Table,
  numbers: readonly number[],
  otherwise = "not asked for",
): string | undefined {
  const used = new Set(numbers);
  const left = columns.filter((_, i) => !used.has(i + 1));
  if (left.length === 0) return undefined;
  const why = (column: TableColumn): string => ` (${notMeasured(column) ?? otherwise})`;
  const isKept = left.some((column) => isNumeric(column) && notMeasured(column) !== undefined);
  return `left out: ${namedText(left, why)}.${isKept ? " --columns uses columns of numbers and dates all the same." : ""}`;
}

/** Which columns a screen left out; undefined if it left out none. */
export function unscreenedText({ columns }: Table, { unscreened }: Screened): string | undefined {
  if (unscreened.length === 0) return undefined;
  const left = unscreened.flatMap((number) => columns[number - 1] ?? []);
  return `not screened, as they have fewer than ${MINIMUM_ROWS} numbers, two values or one in many rows: ${namedText(left)}.`;
}

function namedText(columns: readonly TableColumn[], about: (column: TableColumn) => string = () => ""): string {
  const named = columns.slice(0, MOST_NAMED).map((column) => shortName(column.name, WIDEST_NAME) + about(column));
  const rest = columns.length - named.length;
  return `${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

export interface OutcomeText {
  readonly layout: "csv" | "json";
  /** Of the package that decided. */
  readonly version: string;
  readonly chance: Chance;
  /** Of CSV. */
  readonly form?: CsvForm;
  /** Of JSON. */
  readonly screen?: ReturnType<typeof screenRecord> | undefined;
  /** Of JSON. */
  readonly transformations?: Table["transformations"] | undefined;
}

/**
 * The text of `outcomesCsv` or `outcomesJson`, byte for byte, in pieces of one outcome each: all of them need never be
 * in memory. Each is judged as one of many.
 */
export async function* outcomePieces(
  outcomes: Iterable<PairOutcome> | AsyncIterable<PairOutcome>,
  { layout, version, chance, form = "safe", screen, transformations }: OutcomeText,
): AsyncGenerator<string, void, void> {
  const empty =
    layout === "csv" ? outcomesCsv([], version) : outcomesJson([], version, flagName, screen, transformations);
  if (layout === "csv") {
    yield empty;
    for await (const alone of outcomes) {
      yield outcomesCsv([amongMany(alone, chance)], version, flagName, form).slice(empty.length);
    }
    return;
  }
  const [start, end] = [empty.replace(/\]\n\}\n$/, "\n"), "\n  ]\n}\n"];
  let isFirst = true;
  for await (const alone of outcomes) {
    const outcome = amongMany(alone, chance);
    yield (isFirst ? start : ",\n") +
      outcomesJson([outcome], version, flagName, screen, transformations).slice(start.length, -end.length);
    isFirst = false;
  }
  yield isFirst ? empty : end;
}
