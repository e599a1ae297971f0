import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import {
  decide as coreDecide,
  stability as coreStability,
  type DecideOptions,
  type PairDecision,
  type Stability,
} from "@causal-velocity/core/decide/decide.js";
import { robustness as coreRobustness, type Robustness } from "@causal-velocity/core/decide/robustness.js";
import { diagnose as coreDiagnose, type DiagnoseOptions } from "@causal-velocity/core/diagnose/diagnose.js";
import {
  type Counterfactual,
  type CounterfactualOptions,
  type CounterfactualRequest,
  counterfactual as coreCounterfactual,
} from "@causal-velocity/core/explain/counterfactual.js";
import {
  fitDirection as coreFitDirection,
  type DirectionFit,
  type DirectionFitOptions,
} from "@causal-velocity/core/explain/direction-fit.js";
import {
  explain as coreExplain,
  explainDecision as coreExplainDecision,
  type ExplainOptions,
  type Explanation,
} from "@causal-velocity/core/explain/explain.js";
import {
  structuralModel as coreStructuralModel,
  type StructuralModel,
  type StructuralModelRequest,
} from "@causal-velocity/core/explain/structural-model.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import {
  counterfactualOn as coreCounterfactualOn,
  type GraphCounterfactual,
  type RowRequest,
} from "@causal-velocity/core/graph/counterfactual-on.js";
import { graph as coreGraph, type Graph, type GraphOptions } from "@causal-velocity/core/graph/graph.js";
import { intervene as coreIntervene, type Intervention } from "@causal-velocity/core/graph/intervene.js";
import type { KnownGraph, WhatIf, WhatIfOptions } from "@causal-velocity/core/graph/what-if-question.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { requireOptions } from "@causal-velocity/core/primitives/errors.js";
import type { Finding } from "@causal-velocity/core/primitives/finding.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";

// The functions that people call, on the fastest routines of the runtime; option `routines` takes others.

/** Adds the fastest routines to options that name none. */
export function onBestRoutines<Options extends ComputeOptions>(options: Options): Options {
  requireOptions(options);
  return { routines: bestRoutines(), ...options };
}

/**
 * Decides which of two columns drives the other. The verdict is "x->y", "y->x" or "cannot-tell", with the probability
 * that it is right, the evidence behind it and what is doubtful about the data.
 *
 * @throws InputError for a pair or an option that cannot be used     @cost linear in the rows
 */
export function decide(pair: Pair, options: DecideOptions = {}): PairDecision {
  return coreDecide(pair, onBestRoutines(options));
}

/**
 * Decides 20 random halves of the rows and counts how many agree with the decision on all rows.
 *
 * Agreement is not the chance to be right: halves share rows with each other and with the whole.
 * @param decision what `decide` returned for this pair with these options     @throws InputError `too-few-rows`
 */
export function stability(pair: Pair, decision: PairDecision, options: DecideOptions = {}): Stability {
  return coreStability(pair, decision, onBestRoutines(options));
}

/**
 * Decides a pair again in logarithms, in ranks, without extremes, without ties and in random halves, and says whether the
 * verdict stays.
 *
 * The checks share their rows and are no independent votes; one that fails shows what the verdict rests on.
 * @param decision what `decide` returned for this pair with these options     @cost about 14 decisions
 */
export function robustness(pair: Pair, decision: PairDecision, options: DecideOptions = {}): Robustness {
  return coreRobustness(pair, decision, onBestRoutines(options));
}

/** Measures the assumptions behind a verdict: one finding each, with a severity, a number, a sentence and advice. */
export function diagnose(pair: Pair, options: DiagnoseOptions = {}): readonly Finding[] {
  return coreDiagnose(pair, onBestRoutines(options));
}

/** Decides a pair and returns all that is behind the verdict: reasons, findings and figures as plain data. */
export function explain(pair: Pair, options: ExplainOptions = {}): Explanation {
  return coreExplain(pair, onBestRoutines(options));
}

/** What `explain` returns, for a decision that was made before. */
export function explainDecision(
  pair: Pair,
  decision: PairDecision,
  options: Parameters<typeof coreExplainDecision>[2] = {},
): Explanation {
  return coreExplainDecision(pair, decision, onBestRoutines(options));
}

/**
 * What the effect of one row would have been, had its cause been another: the row is moved along the fitted causal curve.
 * Each answer has a band of 90% and a finding where the data do not support it.
 */
export function counterfactual(
  pair: Pair,
  request: CounterfactualRequest,
  options: CounterfactualOptions = {},
): Counterfactual {
  return coreCounterfactual(pair, request, onBestRoutines(options));
}

/**
 * What the effect would be in all rows if its cause were set: mean, standard deviation and quantiles, with bands of 90%;
 * and, if asked for, rows drawn from the fitted model and densities of the effect.
 *
 * @throws InputError for values outside the data
 */
export function structuralModel(
  pair: Pair,
  request: StructuralModelRequest,
  options: CounterfactualOptions = {},
): StructuralModel {
  return coreStructuralModel(pair, request, onBestRoutines(options));
}

/** Fits one direction: curves, noise and velocity in the units of the table. */
export function fitDirection(pair: Pair, direction: Direction, options: DirectionFitOptions = {}): DirectionFit {
  return coreFitDirection(pair, direction, onBestRoutines(options));
}

/**
 * Finds which columns of a table drive which directly, given all others: arrows with the probability that each is there
 * and points this way, and how much it explains. It returns when it is done, and nothing else runs until then: in a
 * page or a server `await findGraph(table)`, which does the same on threads.
 *
 * It assumes that nothing outside the table drives two of its columns, that nothing feeds back, and that noise enters by
 * location and scale.
 * @cost 21 searches; 20 columns of 1,000 rows take 20 to 25 s on one core     @throws InputError
 */
export function graph(table: Table, options: GraphOptions = {}): Graph {
  return coreGraph(table, onBestRoutines(options));
}

/**
 * What columns of a table would be if others were set to values in every row: means, standard deviations and quantiles
 * before and after, with bands of 90%. Each column that follows from those set does so by its own fitted flow.
 *
 * @param graph what `graph` found, or one that you know: { columns, edges: [{ from, to }] }
 * @cost 21 fits of every column that follows
 * @throws InputError for values outside the data; for a table, graph or question that cannot be used
 */
export function intervene(
  table: Table,
  graph: Graph | KnownGraph,
  request: WhatIf,
  options: WhatIfOptions = {},
): Intervention {
  return coreIntervene(table, graph, request, onBestRoutines(options));
}

/** What one row would have been if some of its columns had had other values, with bands of 90%; else as `intervene`. */
export function counterfactualOn(
  table: Table,
  graph: Graph | KnownGraph,
  request: RowRequest,
  options: WhatIfOptions = {},
): GraphCounterfactual {
  return coreCounterfactualOn(table, graph, request, onBestRoutines(options));
}
