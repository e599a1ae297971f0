// The front door: a table or two columns in, a verdict and its explanation out. Parts of the model are in
// `causal-velocity/model`, simulated pairs, rivals and benchmarks in `causal-velocity/lab`.

// Tables and pairs

export type { PairChoice } from "@causal-velocity/core/pair/choose-columns.js";
export type { RowCount } from "@causal-velocity/core/pair/complete-rows.js";
export { type Pair, pairFromColumns, pairFromTable } from "@causal-velocity/core/pair/pair.js";
export {
  InputError,
  type InputErrorCode,
  type InputProblem,
  type OptionMention,
  type OptionWords,
  type ProblemWords,
  type Text,
  textWith,
} from "@causal-velocity/core/primitives/errors.js";
export {
  type AdvisedOptions,
  type Finding,
  type FindingCode,
  type FindingGroup,
  findingGroups,
  findingText,
  type Severity,
} from "@causal-velocity/core/primitives/finding.js";
export type { DateOrder } from "@causal-velocity/core/table/column-form.js";
export { parseTable } from "@causal-velocity/core/table/parse-table.js";
export type { ReadingLimits } from "@causal-velocity/core/table/reading-limits.js";
export type { AsideReason, SetAside } from "@causal-velocity/core/table/set-aside.js";
export {
  isNumeric,
  type NamedValues,
  type Table,
  type TableColumn,
  type TableFormat,
  type Transformation,
  tableFromColumns,
  type Written,
} from "@causal-velocity/core/table/table.js";
export type { FormatOverrides, ReadOptions } from "@causal-velocity/core/table/table-format.js";
export { type DecodedText, decodeText } from "@causal-velocity/core/table/text-source.js";
export { type TransformOptions, transformTable } from "@causal-velocity/core/table/transform-table.js";
export type { FileFormat, FileOptions } from "@causal-velocity/readers/read-table.js";
export type { BlobLike } from "@causal-velocity/readers/table-bytes.js";
export { type ReadTableOptions, readTable } from "./read-table.js";

// Decide

export {
  DEFAULT_METHOD,
  type DecideOptions,
  type PairDecision,
  type Stability,
} from "@causal-velocity/core/decide/decide.js";
export type { GivenColumn, GivenSummary } from "@causal-velocity/core/decide/decide-given.js";
export type {
  Decision,
  Evidence,
  Gate,
  MethodEntry,
  MethodKind,
  MethodOptions,
  Reason,
  Verdict,
} from "@causal-velocity/core/decide/decision.js";
export { methods } from "@causal-velocity/core/decide/methods.js";
export type { Robustness, RobustnessCheck, RobustnessCheckName } from "@causal-velocity/core/decide/robustness.js";
export {
  GATE_WORDS,
  percentText,
  REASON_WORDS,
  reasonSentences,
  verdictSentence,
  wholePercent,
} from "@causal-velocity/core/decide/verdict-sentence.js";
export { EVIDENCE_MEANING, EVIDENCE_NAMES, type EvidenceName } from "@causal-velocity/core/decide/weigh-evidence.js";
export { DIRECTIONS, type Direction } from "@causal-velocity/core/fit/orient.js";
export { decide, robustness, stability } from "./library.js";

// Explain, and ask what if

export type { DiagnoseOptions } from "@causal-velocity/core/diagnose/diagnose.js";
export type {
  Counterfactual,
  CounterfactualOptions,
  CounterfactualPoint,
  CounterfactualRequest,
} from "@causal-velocity/core/explain/counterfactual.js";
export type { DirectionFit, DirectionFitOptions } from "@causal-velocity/core/explain/direction-fit.js";
export { EXPLANATION_FIGURES, type ExplainOptions, type Explanation } from "@causal-velocity/core/explain/explain.js";
export type { Figure } from "@causal-velocity/core/explain/figure.js";
export { counterfactualFigure } from "@causal-velocity/core/explain/figures/counterfactual-figure.js";
export { structuralFigure } from "@causal-velocity/core/explain/figures/structural-figure.js";
export { decisionRecord, explanationJson, type RecordAbout } from "@causal-velocity/core/explain/records.js";
export type {
  ModelDensity,
  ModelSample,
  SetCause,
  StructuralModel,
  StructuralModelRequest,
} from "@causal-velocity/core/explain/structural-model.js";
export { counterfactual, diagnose, explain, explainDecision, fitDirection, structuralModel } from "./library.js";

// Many pairs of one table

export type { Chance } from "@causal-velocity/core/pairs/chance.js";
export {
  allPairs,
  type ColumnPair,
  choosePairs,
  type PairList,
  type PairsChoice,
  planTiles,
  type Tile,
} from "@causal-velocity/core/pairs/choose-pairs.js";
export type { PairOutcome, PairProblem } from "@causal-velocity/core/pairs/decide-tile.js";
export type { Dependence } from "@causal-velocity/core/pairs/dependence.js";
export { outcomeRecord, outcomesCsv, outcomesJson, screenRecord } from "@causal-velocity/core/pairs/outcome-files.js";
export { pairsFigure } from "@causal-velocity/core/pairs/pairs-figure.js";
export { type PairsSummary, pairsSentences, pairsSummary } from "@causal-velocity/core/pairs/pairs-summary.js";
export type { Screened } from "@causal-velocity/core/pairs/screen.js";
export type { CsvForm } from "@causal-velocity/core/primitives/output-text.js";
export { type DecidePairsOptions, type DecidePairsProgress, decidePairs } from "./decide-pairs.js";

// A graph of several columns

export { graphFigure } from "@causal-velocity/core/explain/figures/graph-figure.js";
export { graphCsv, graphDot, graphFromJson, graphJson, graphMl } from "@causal-velocity/core/explain/graph-files.js";
export { GRAPH_ASSUMPTIONS } from "@causal-velocity/core/explain/graph-words.js";
export type { Graph, GraphEdge, GraphOptions } from "@causal-velocity/core/graph/graph.js";
export type { Arrow, Knowledge } from "@causal-velocity/core/graph/knowledge.js";
export { type FindGraphOptions, findGraph } from "./find-graph.js";
export { graph } from "./library.js";

// What would be, on a graph of several columns

export type { GraphCounterfactual, RowRequest } from "@causal-velocity/core/graph/counterfactual-on.js";
export {
  type ColumnChange,
  type Intervention,
  QUANTILE_SHARES,
} from "@causal-velocity/core/graph/intervene.js";
export type { Estimate, Summary } from "@causal-velocity/core/graph/summary.js";
export type { KnownGraph, Setting, WhatIf, WhatIfOptions } from "@causal-velocity/core/graph/what-if-question.js";
export { counterfactualOn, intervene } from "./library.js";

// How it is computed

export { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
export type { ComputeOptions, Routines } from "@causal-velocity/core/compute/routines.js";
export type { Column } from "@causal-velocity/core/primitives/columns.js";
export { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
export { bestRoutines } from "@causal-velocity/routines/best-routines.js";
