import type { DecideOptions, PairDecision } from "@causal-velocity/core/decide/decide.js";
import type { Verdict } from "@causal-velocity/core/decide/decision.js";
import type { CounterfactualPoint } from "@causal-velocity/core/explain/counterfactual.js";
import type { Observation } from "@causal-velocity/core/explain/direction-fit.js";
import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { Figure, NumberAxis } from "@causal-velocity/core/explain/figure.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import type { Graph, GraphPart, PreparedGraph } from "@causal-velocity/core/graph/graph.js";
import type { RowCount } from "@causal-velocity/core/pair/complete-rows.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import type { Dependence } from "@causal-velocity/core/pairs/dependence.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import {
  InputError,
  type InputProblem,
  problemText,
  type Text,
  textWith,
} from "@causal-velocity/core/primitives/errors.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import type { TableFormat, Written } from "@causal-velocity/core/table/table.js";
import type { Uncounted } from "@causal-velocity/lab/rivals/compare-methods.js";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";
import type { FileFormat } from "@causal-velocity/readers/read-table.js";
import type { Play } from "./examples.js";

/** The kind of a file, by its content. */
export type FileKind = "text" | "xlsx" | "arrow" | "json" | "parquet" | "example";

/** One column of an opened table. All of them go to the page at once, however many, so this holds little. */
export interface ColumnPreview {
  readonly name: string;
  readonly numeric: boolean;
  /** Why it is not used unless it is chosen; absent for measured numbers and for text. */
  readonly unmeasured?: string;
}

/** What the page shows about a column, once it shows that column. */
export interface ColumnDetail {
  /** From 1. */
  readonly number: number;
  /** How its cells are written, if they are more than plain numbers. */
  readonly written?: Written | undefined;
  readonly numbers: number;
  readonly missing: number;
  readonly infinite: number;
  readonly texts: number;
  readonly firstText?: { readonly line: number; readonly cell: string };
  /** What its cells leave open. */
  readonly doubts: readonly Finding[];
  /** Of its numbers; absent if it has none. */
  readonly histogram?: Histogram;
  /** Its first cells as written, one for each of the table's first lines. */
  readonly cells: readonly string[];
}

/** How often values occur, in bins of equal width from the lowest value to the highest. */
export interface Histogram {
  readonly low: number;
  readonly high: number;
  /** Relative to the fullest bin, from 0 to 1. */
  readonly bins: readonly number[];
}

/** What the page knows about a table. The rows themselves stay in the worker. */
export interface TablePreview {
  readonly name: string;
  readonly kind: FileKind;
  readonly bytes: number;
  /** How text or a workbook was read; absent for all others. */
  readonly format?: TableFormat;
  /** Of a workbook: its sheets, and the name of the one that was read. */
  readonly sheets?: readonly { readonly name: string; readonly isHidden: boolean }[];
  readonly sheet?: string;
  readonly rowCount: number;
  readonly columns: readonly ColumnPreview[];
  /** The lines of the first rows, whose cells come with the columns. */
  readonly lines: readonly number[];
  readonly findings: readonly Finding[];
  /** For examples only. */
  readonly truth?: Truth;
  /** How an example of several columns was made. */
  readonly lesson?: string;
}

/** Columns by number, from 1, because names may repeat. */
export interface ColumnChoice {
  readonly x: number;
  readonly y: number;
  /** Columns that the pair is decided given, if any. */
  readonly given?: readonly number[];
}

/** An arrow of a graph, by the numbers of its columns. */
export type Link = readonly [from: number, to: number];

/** Which graph is looked for. */
export interface GraphAsk {
  readonly columns: readonly number[];
  readonly forbid: readonly Link[];
  readonly require: readonly Link[];
  readonly seed: number;
  readonly maxRows?: number;
  readonly unordered?: true;
}

/** A graph and the name of the routines that computed it. */
export interface FoundGraph {
  readonly graph: Graph;
  readonly routines: string;
}

/** A row that a pair leaves out, and why. */
export interface DroppedRow {
  readonly row: number;
  readonly column: string;
  readonly reason: "missing" | "infinite" | "text" | "set aside";
}

/** What can be seen of two columns before they are compared. */
export interface PairPreview {
  readonly rows: RowCount;
  /** The first few rows left out. */
  readonly dropped: readonly DroppedRow[];
  readonly picture: PairPicture;
  /** What is doubtful about the rows; absent if they are too many to look at before the verdict. */
  readonly findings?: readonly Finding[];
}

/** All rows of a pair as a picture: dots, or the density of too many of them. Coordinates are within PICTURE_SIZE. */
export interface PairPicture {
  readonly kind: "dots" | "density";
  /** SVG path data: of dots one path, of a density one for each level, the lowest first. */
  readonly paths: readonly string[];
  readonly x: { readonly low: number; readonly high: number };
  readonly y: { readonly low: number; readonly high: number };
  /** SVG path data of causal curves, where they are known. */
  readonly curves?: readonly string[];
}

/** Units of the picture of a pair. */
export const PICTURE_SIZE = { width: 600, height: 400 } as const;

/** A pair to load into a worker, with the table row of each of its rows. */
export interface LoadedPair {
  readonly pair: Pair;
  /** Absent if no row was left out. */
  readonly tableRows?: Uint32Array;
}

/** The options of `decide` that the page can change. */
export interface StudyOptions extends Pick<DecideOptions, "maxRows" | "trim" | "abstain" | "unordered"> {
  readonly method: string;
  readonly seed: number;
}

/** A decision and its sentence. */
export interface DecidedPair {
  readonly decision: PairDecision;
  readonly dependence: Dependence;
  /** Name of the numeric routines that computed it. */
  readonly routines: string;
  readonly sentence: string;
}

/** The rows that can be dragged, and the figures behind them. */
export interface Scene {
  /** Row numbers in the table. */
  readonly rows: Uint32Array;
  readonly x: Column;
  readonly y: Column;
  readonly axes: { readonly x: NumberAxis; readonly y: NumberAxis };
  /** The data, one panel for each direction: the cause horizontal, the effect vertical. */
  readonly figures: Readonly<Record<Direction, Figure>>;
}

/** Where all rows of a scene go in one direction, if the cause of each changes by the same amount. */
export interface Motion {
  /** Changes of the cause: odd in number, evenly spaced from −`reach` to `reach`, one standard deviation. */
  readonly steps: number;
  readonly reach: number;
  /** The effect of every row at the first step, then at the next; NaN where its curve has ended. */
  readonly effect: Float32Array;
  /** 1 where there are data: a grid over the axes, from low causes to high, and at each from low effects to high. */
  readonly support: Uint8Array;
  readonly cells: { readonly cause: number; readonly effect: number };
  /** Causal curves of rows of low to high noise over the axis of the cause. */
  readonly curves: readonly CurveThrough[];
}

/** The causal curve through one row, fine enough for linear interpolation. */
export interface CurveThrough {
  readonly cause: Column;
  readonly effect: Column;
  /** 1 where the curve has stayed within the data since the row. */
  readonly supported: Uint8Array;
}

export interface CurveRequest {
  readonly direction: Direction;
  readonly from: Observation;
  readonly seed: number;
}

/** The answer of `counterfactual` for one value of the cause. */
export interface WhatIf {
  readonly direction: Direction;
  readonly names: { readonly cause: string; readonly effect: string };
  readonly from: Observation;
  readonly to: CounterfactualPoint;
  readonly rows: RowCount;
  readonly findings: readonly Finding[];
}

/** The verdict of one other method. */
export interface MethodOpinion {
  readonly name: string;
  readonly kind: string;
  readonly assumes: string;
  readonly verdict?: Verdict;
  readonly probability?: number;
  readonly agrees?: boolean;
  /** Why it is not counted among those that agree or disagree. */
  readonly uncounted?: Uncounted;
  /** Why it has no verdict. */
  readonly fault?: Text;
}

export interface Comparison {
  readonly reference: Verdict;
  readonly rows: number;
  readonly opinions: readonly MethodOpinion[];
  readonly leftOut: readonly string[];
}

/** What the page shows about a method. */
export interface MethodAbout {
  readonly name: string;
  readonly kind: string;
  readonly summary: string;
  readonly assumes: string;
  /** The method draws this many rows from longer pairs by default. */
  readonly comfortableRows: number;
  readonly hasTrim: boolean;
  readonly defaultTrim: number;
  readonly hasAbstain: boolean;
  /** Whether it looks at the order of the rows. */
  readonly hasUnordered: boolean;
}

/** A small picture of an example: points in the unit square. */
export interface Thumbnail {
  readonly id: string;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** A pair of the playground, its verdict and its truth. */
export interface Played {
  readonly picture: PairPicture;
  readonly truth: Truth;
  readonly decided: DecidedPair;
}

/** Every question a worker answers. Questions about a pair go to a worker that has the pair loaded. */
export interface Contracts {
  methods: { ask: Record<never, never>; answer: readonly MethodAbout[] };
  play: { ask: StudyOptions & { readonly example: string; readonly play: Play }; answer: Played };
  thumbnails: { ask: { readonly rows: number }; answer: readonly Thumbnail[] };
  open: { ask: { readonly blob: Blob; readonly name: string; readonly format: FileFormat }; answer: TablePreview };
  openExample: { ask: { readonly id: string }; answer: TablePreview };
  /** Numbers of columns, from 1. */
  columns: { ask: { readonly numbers: readonly number[] }; answer: readonly ColumnDetail[] };
  previewPair: { ask: ColumnChoice; answer: PairPreview };
  takePair: { ask: ColumnChoice; answer: LoadedPair };
  row: { ask: ColumnChoice & { readonly row: number }; answer: { readonly x: number; readonly y: number } };
  keepTable: {
    ask: { readonly blob: Blob; readonly isWhole: boolean };
    answer: { readonly sha256: string; readonly content?: string };
  };
  unpackTable: { ask: { readonly content: string }; answer: Blob };
  decide: { ask: StudyOptions; answer: DecidedPair };
  explain: { ask: { readonly decision: PairDecision }; answer: Explanation };
  scene: { ask: { readonly seed: number }; answer: Scene };
  motion: { ask: { readonly direction: Direction; readonly seed: number }; answer: Motion };
  curve: { ask: CurveRequest; answer: CurveThrough };
  whatIf: { ask: CurveRequest & { readonly to: number }; answer: WhatIf };
  band: { ask: CurveRequest & { readonly to: Column }; answer: readonly CounterfactualPoint[] };
  compare: { ask: StudyOptions; answer: Comparison };
  graphColumns: { ask: Record<never, never>; answer: readonly number[] };
  prepareGraph: { ask: GraphAsk; answer: { readonly graph: PreparedGraph; readonly parts: number } };
  graphPart: { ask: { readonly graph: PreparedGraph; readonly part: number }; answer: GraphPart };
  joinGraph: { ask: { readonly graph: PreparedGraph; readonly parts: readonly GraphPart[] }; answer: FoundGraph };
}

export type Question = keyof Contracts;
export type Ask<Q extends Question> = Contracts[Q]["ask"];
export type Answer<Q extends Question> = Contracts[Q]["answer"];

/** Questions about a pair rather than a table. */
export type PairQuestion = "decide" | "explain" | "scene" | "motion" | "curve" | "whatIf" | "band" | "compare";

/** Questions about neither: all they need is sent along. */
export type FreeQuestion = "graphPart" | "joinGraph";

/** Progress of a long task. */
export interface Progress {
  readonly stage: "reading" | "parsing";
  /** From 0 to 1; absent if unknown. */
  readonly share?: number;
}

/** An error as plain data: an `InputError` with its fields, or an internal error. */
export type Fault =
  | { readonly kind: "input"; readonly problem: InputProblem }
  | { readonly kind: "internal"; readonly message: string };

/** A message from the page to a worker. */
export interface Request<Q extends Question = Question> {
  readonly id: number;
  readonly question: Q;
  readonly ask: Ask<Q>;
  /** A pair to load before the question is answered. */
  readonly load?: LoadedPair;
}

/** A message from a worker: any number of progress reports, then one answer or fault. */
export type Reply =
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: Fault };

/** A question that is being answered. */
export interface Task<T> {
  readonly promise: Promise<T>;
  /** Stops the work at once, by ending its worker if it has started. */
  cancel(): void;
}

/** A canceled task rejects with this. */
export class Canceled extends Error {
  override readonly name = "Canceled";
}

/** An error as plain data, which can be sent between threads. */
export function faultOf(error: unknown): Fault {
  if (error instanceof TaskFault) return error.fault;
  if (error instanceof InputError) return { kind: "input", problem: error.problem };
  return { kind: "internal", message: error instanceof Error ? error.message : String(error) };
}

/** A failed task rejects with this. */
export class TaskFault extends Error {
  override readonly name = "TaskFault";
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.kind === "input" ? textWith(problemText(fault.problem)) : fault.message);
    this.fault = fault;
  }
}

/** The buffers of all typed arrays in plain data, each once, to transfer them instead of copying. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (part: unknown): void => {
    if (ArrayBuffer.isView(part)) {
      if (part.buffer instanceof ArrayBuffer) found.add(part.buffer);
    } else if (typeof part === "object" && part !== null) {
      for (const inner of Object.values(part)) visit(inner);
    }
  };
  visit(value);
  return [...found];
}
