import type { DecideOptions, PairDecision } from "@causal-velocity/core/decide/decide.js";
import type { Verdict } from "@causal-velocity/core/decide/decision.js";
import type { CounterfactualPoint } from "@causal-velocity/core/explain/counterfactual.js";
import type { Observation } from "@causal-velocity/core/explain/direction-fit.js";
import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { Figure, NumberAxis } from "@causal-velocity/core/explain/figure.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import type { Pair, RowCount } from "@causal-velocity/core/pair/pair.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import type { InputProblem } from "@causal-velocity/core/primitives/errors.js";
import type { TableFormat } from "@causal-velocity/core/table/table.js";
import type { FormatOverrides } from "@causal-velocity/core/table/table-format.js";
import type { Warning } from "@causal-velocity/core/table/warning.js";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";

/** What a file turned out to be. */
export type FileKind = "text" | "json" | "parquet" | "example";

/** One column of an opened table, as the preview shows it. */
export interface ColumnPreview {
  readonly name: string;
  readonly numeric: boolean;
  /** Whether it only numbers the rows. */
  readonly isRowNumber: boolean;
  readonly numbers: number;
  readonly missing: number;
  readonly infinite: number;
  readonly texts: number;
  readonly firstText?: { readonly line: number; readonly cell: string };
}

/** All that a page needs to know of a table, which itself stays in the worker. */
export interface TablePreview {
  readonly name: string;
  readonly kind: FileKind;
  readonly bytes: number;
  /** How text was read; absent where values had no layout to read. */
  readonly format?: TableFormat;
  readonly rowCount: number;
  readonly columns: readonly ColumnPreview[];
  /** The first rows as written, the header not among them. */
  readonly cells: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly warnings: readonly Warning[];
  /** Of examples. */
  readonly truth?: Truth;
  /** What is behind an example of several columns. */
  readonly lesson?: string;
}

/** Columns by number, from 1, as names may repeat. */
export interface ColumnChoice {
  readonly x: number;
  readonly y: number;
}

/** A row that a pair leaves out, and the cell that is at fault. */
export interface DroppedRow {
  readonly row: number;
  readonly column: string;
  readonly reason: "missing" | "infinite" | "text";
}

/** What would be used of two columns. */
export interface PairPreview {
  readonly rows: RowCount;
  /** The first few of those left out. */
  readonly dropped: readonly DroppedRow[];
}

/** A pair on its way to the worker that decides it, and where its rows stand in the table, if any was left out. */
export interface LoadedPair {
  readonly pair: Pair;
  /** Number in the table of each row of the pair; absent where the two agree. */
  readonly tableRows?: Uint32Array;
}

/** Options of `decide` that a page can change. */
export interface StudyOptions extends Pick<DecideOptions, "maxRows" | "trim" | "abstain"> {
  readonly method: string;
  readonly seed: number;
}

/** A decision with its words. */
export interface DecidedPair {
  readonly decision: PairDecision;
  /** Name of the routines that computed it. */
  readonly routines: string;
  readonly sentence: string;
  readonly reasons: readonly string[];
}

/** Rows that can be taken hold of, in front of all others. */
export interface Scene {
  /** Numbers in the table. */
  readonly rows: Uint32Array;
  readonly x: Column;
  readonly y: Column;
  readonly axes: { readonly x: NumberAxis; readonly y: NumberAxis };
  /** The data alone, one panel for each direction: the cause across, the effect up. */
  readonly figures: Readonly<Record<Direction, Figure>>;
}

/** The causal curve through one row, fine enough to read values off between its points. */
export interface CurveThrough {
  readonly cause: Column;
  readonly effect: Column;
  /** 1 where there are data all the way from the row. */
  readonly supported: Uint8Array;
}

export interface CurveRequest {
  readonly direction: Direction;
  readonly from: Observation;
  readonly seed: number;
}

/** What `counterfactual` says for one value of the cause. */
export interface WhatIf {
  readonly direction: Direction;
  readonly names: { readonly cause: string; readonly effect: string };
  readonly from: Observation;
  readonly to: CounterfactualPoint;
  readonly rows: RowCount;
  readonly warnings: readonly Warning[];
}

/** What one method says, beside the one chosen. */
export interface MethodOpinion {
  readonly name: string;
  readonly family: string;
  readonly assumes: string;
  readonly verdict?: Verdict;
  readonly confidence?: number;
  readonly agrees?: boolean;
  /** Why it has no verdict. */
  readonly fault?: string;
}

export interface Comparison {
  readonly reference: Verdict;
  readonly rows: number;
  readonly opinions: readonly MethodOpinion[];
  readonly leftOut: readonly string[];
}

/** What a page shows of a method before it is chosen. */
export interface MethodAbout {
  readonly name: string;
  readonly family: string;
  readonly summary: string;
  readonly assumes: string;
  /** From longer pairs, so many are drawn unless the reader wants otherwise. */
  readonly comfortableRows: number;
  readonly hasTrim: boolean;
  readonly defaultTrim: number;
  readonly hasAbstain: boolean;
}

/** A small picture of an example: places in the unit square. */
export interface Thumbnail {
  readonly id: string;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Every question a worker answers. Those about a pair are asked of a worker that was given the pair. */
export interface Contracts {
  methods: { ask: Record<never, never>; answer: readonly MethodAbout[] };
  thumbnails: { ask: { readonly rows: number }; answer: readonly Thumbnail[] };
  open: { ask: { readonly blob: Blob; readonly name: string; readonly format: FormatOverrides }; answer: TablePreview };
  openExample: { ask: { readonly id: string }; answer: TablePreview };
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
  curve: { ask: CurveRequest; answer: CurveThrough };
  whatIf: { ask: CurveRequest & { readonly to: number }; answer: WhatIf };
  band: { ask: CurveRequest & { readonly to: Column }; answer: readonly CounterfactualPoint[] };
  compare: { ask: StudyOptions; answer: Comparison };
}

export type Question = keyof Contracts;
export type Ask<Q extends Question> = Contracts[Q]["ask"];
export type Answer<Q extends Question> = Contracts[Q]["answer"];

/** Questions about a pair rather than a table. */
export type PairQuestion = "decide" | "explain" | "scene" | "curve" | "whatIf" | "band" | "compare";

/** How far a long task is. */
export interface Progress {
  readonly stage: "reading" | "parsing";
  /** From 0 to 1; absent where it is not known. */
  readonly share?: number;
}

/** An error as plain data: the input's, with all that `InputError` tells, or ours. */
export type Fault =
  | { readonly kind: "input"; readonly problem: InputProblem }
  | { readonly kind: "internal"; readonly message: string };

/** What a page sends to a worker. */
export interface Request<Q extends Question = Question> {
  readonly id: number;
  readonly question: Q;
  readonly ask: Ask<Q>;
  /** For a worker that does not hold it yet. */
  readonly load?: LoadedPair;
}

/** What a worker sends back: any number of times how far it is, then once the answer or the fault. */
export type Reply =
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: Fault };
