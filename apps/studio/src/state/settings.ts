import type { Play } from "../engine/examples.js";
import type { GraphAsk, Link, MethodAbout, StudyOptions, TablePreview } from "../engine/messages.js";

/**
 * What the page shows; "pairs" decides all pairs of the chosen columns, "graph" finds which drive which directly, "play"
 * is the playground of an example.
 */
export type View = "start" | "import" | "pairs" | "graph" | "pair" | "play";
export const VIEWS: readonly View[] = ["start", "import", "pairs", "graph", "pair", "play"];

/** Which picture of both directions is shown. */
export type Picture = "velocity" | "curves" | "noise" | "residual";
export const PICTURES: readonly Picture[] = ["velocity", "curves", "noise", "residual"];

/** What readers choose and can undo. An absent setting has the method's default. */
export interface Settings {
  readonly method: string;
  readonly seed: number;
  readonly trim?: number;
  readonly maxRows?: number;
  readonly abstain?: number;
  /** Present where the order of the rows means nothing. */
  readonly unordered?: true;
  /** Column numbers, from 1. Names are never stored, so that a link does not reveal them. */
  readonly x?: number;
  readonly y?: number;
  /** Column numbers for the view of all pairs, ascending; absent: the first numeric columns. */
  readonly columns?: readonly number[];
  /** Column numbers that the pair is decided given, ascending. */
  readonly given?: readonly number[];
  /** Column numbers for the graph, ascending; absent: the usual ones. */
  readonly graphColumns?: readonly number[];
  /** Arrows that are known to be absent from the graph, and to be in it. */
  readonly forbid?: readonly Link[];
  readonly require?: readonly Link[];
}

/** Settings and view: everything that an address holds. It never holds data. */
export interface Place extends Settings {
  readonly view: View;
  readonly picture: Picture;
  readonly example?: string;
  /** What is chosen in the playground; absent parts have the example's usual values. */
  readonly play?: Partial<Play>;
  /** Present while the reader of an example has not guessed yet. */
  readonly guess?: true;
}

/** The settings of a place, without its view. */
export function settingsOf({
  view: _,
  picture: __,
  example: ___,
  play: ____,
  guess: _____,
  ...settings
}: Place): Settings {
  return settings;
}

export const DEFAULT_SETTINGS: Settings = { method: "default", seed: 0 };
export const DEFAULT_PLACE: Place = { ...DEFAULT_SETTINGS, view: "start", picture: "curves" };

/** The range of each number; values outside are ignored. */
export const LIMITS = {
  seed: { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true },
  trim: { least: 0, most: 0.5, whole: false },
  maxRows: { least: 20, most: 10_000_000, whole: true },
  abstain: { least: 0.5, most: 0.99, whole: false },
  x: { least: 1, most: 100_000, whole: true },
  y: { least: 1, most: 100_000, whole: true },
} as const;

export type NumberSetting = keyof typeof LIMITS;

/** 100 columns make 4,950 pairs; a larger matrix is not readable. */
export const MOST_PAIRS_COLUMNS = 100;

/** More columns than a graph may have are refused by the core (`MOST_COLUMNS`). */
export const MOST_GRAPH_COLUMNS = 50;

/** More columns are refused as given by the core (its `MOST_GIVEN`). */
export const MOST_GIVEN = 6;

/** The graph of some columns; what is known of others does not matter to it. */
export function graphAsk(settings: Settings, columns: readonly number[]): GraphAsk {
  const { forbid = [], require = [], seed, maxRows, unordered } = settings;
  const isInside = ([from, to]: Link) => columns.includes(from) && columns.includes(to);
  return {
    columns,
    forbid: forbid.filter(isInside),
    require: require.filter(isInside),
    seed,
    ...(maxRows === undefined ? {} : { maxRows }),
    ...(unordered === undefined ? {} : { unordered }),
  };
}

/** Whether a setting may have this value. */
export function isAllowed(name: NumberSetting, value: number): boolean {
  const { least, most, whole } = LIMITS[name];
  return value >= least && value <= most && (!whole || Number.isSafeInteger(value));
}

/** Default rows of each pair when all pairs are decided: enough for most verdicts, in a fraction of a second each. */
const PAIRS_ROWS = 5000;

/** The options of `decide` for one pair, without those that the method does not have. */
export function studyOptions(settings: Settings, methods: readonly MethodAbout[]): StudyOptions {
  const { method, seed, maxRows, trim, abstain, unordered } = settings;
  const about = methods.find(({ name }) => name === method);
  return {
    method,
    seed,
    ...(maxRows === undefined ? {} : { maxRows }),
    ...(trim === undefined || about?.hasTrim !== true ? {} : { trim }),
    ...(abstain === undefined || about?.hasAbstain !== true ? {} : { abstain }),
    ...(unordered === undefined || about?.hasUnordered !== true ? {} : { unordered }),
  };
}

/** The same for all pairs, with fewer rows by default. */
export function pairsOptions(settings: Settings, methods: readonly MethodAbout[]): StudyOptions {
  const options = studyOptions(settings, methods);
  const about = methods.find(({ name }) => name === settings.method);
  return { ...options, maxRows: options.maxRows ?? Math.min(about?.comfortableRows ?? PAIRS_ROWS, PAIRS_ROWS) };
}

/**
 * Settings for a table that was opened. They keep their columns if these are meant for this table and exist in it
 * (`isKept`); otherwise they get its first numeric columns.
 */
export function settingsForTable(
  { x, y, columns, given, graphColumns, forbid, require, ...rest }: Settings,
  table: TablePreview,
  isMeant: boolean,
): { readonly settings: Settings; readonly isKept: boolean } {
  const isKept = isMeant && x !== y && isColumn(table, x) && isColumn(table, y);
  const exist = (numbers: readonly number[] = []) => numbers.filter((number) => isColumn(table, number));
  const known = exist(given).filter((number) => number !== x && number !== y);
  const pair = isKept ? { x, y, ...(known.length > 0 ? { given: known } : {}) } : firstColumns(table);
  const meant = {
    ...(columns && { columns }),
    ...(graphColumns && { graphColumns: exist(graphColumns) }),
    ...(forbid && { forbid }),
    ...(require && { require }),
  };
  return { settings: { ...rest, ...pair, ...(isMeant ? meant : {}) }, isKept };
}

function isColumn({ columns }: TablePreview, number: number | undefined): number is number {
  return number !== undefined && number >= 1 && number <= columns.length;
}

/** The first two columns of measured numbers, or fewer if there are fewer. */
function firstColumns({ columns }: TablePreview): { x?: number; y?: number } {
  const measured = columns.flatMap(({ numeric, unmeasured }, i) => (numeric && !unmeasured ? [i + 1] : []));
  const [x, y] = columns.length === 2 ? [1, 2] : measured;
  return { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
}

/** Most undo steps. */
const MOST_STATES = 100;

/** A state with its undo and redo steps, as immutable data. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

export function historyOf<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** Adds a step and drops the redo steps. An equal state adds no step, whatever the order of its fields. */
export function withNext<T>(history: History<T>, present: T): History<T> {
  if (inOrder(present) === inOrder(history.present)) return history;
  return { past: [...history.past, history.present].slice(-MOST_STATES), present, future: [] };
}

export function undone<T>({ past, present, future }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redone<T>({ past, present, future }: History<T>): History<T> {
  const [after, ...rest] = future;
  if (after === undefined) return { past, present, future };
  return { past: [...past, present], present: after, future: rest };
}

/** A state as text, with sorted fields. */
function inOrder(state: unknown): string {
  return JSON.stringify(state, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
