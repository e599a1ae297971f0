import { isAncestor, type Parents } from "@causal-velocity/core/graph/search.js";

/**
 * How a found graph differs from the true one, as counts, which add up over graphs.
 *
 * A found edge without a direction (an arrow both ways) counts as half of an arrow each way: half right where there is
 * an arrow, wrong where there is none.
 */
export interface GraphDifference {
  /** Structural Hamming distance: edges that are missing, wrong or reversed, 1 each, and ½ for one without direction. */
  readonly shd: number;
  /** Pairs of columns that are joined in the true graph, in the found one, and in both. */
  readonly trueEdges: number;
  readonly foundEdges: number;
  readonly sharedEdges: number;
  /** Found arrows that point the right way; an edge without direction counts ½. */
  readonly rightArrows: number;
  /**
   * True arrows whose effect is before the cause in the found graph: it leads to the cause by arrows. An edge without
   * direction counts ½.
   */
  readonly againstOrder: number;
}

/** Compares a found graph with the true one, which has no edge without direction. */
export function graphDifference(found: Parents, truth: Parents): GraphDifference {
  const count = truth.length;
  const directed = found.map((causes, j) => causes.filter((i) => !found[i].includes(j)));
  let [shd, trueEdges, foundEdges, sharedEdges, rightArrows, againstOrder] = [0, 0, 0, 0, 0, 0];
  for (let to = 0; to < count; to++) {
    for (let from = 0; from < to; from++) {
      const isTrue = truth[to].includes(from) || truth[from].includes(to);
      const [forward, backward] = [found[to].includes(from), found[from].includes(to)];
      const isFound = forward || backward;
      if (isTrue) trueEdges += 1;
      if (isFound) foundEdges += 1;
      if (isTrue !== isFound) shd += 1;
      if (!isTrue) continue;
      const [cause, effect] = truth[to].includes(from) ? [from, to] : [to, from];
      const isOpen = forward && backward;
      if (isOpen) againstOrder += 0.5;
      else if (isAncestor(directed, effect, cause)) againstOrder += 1;
      if (!isFound) continue;
      const right = isOpen ? 0.5 : found[effect].includes(cause) ? 1 : 0;
      sharedEdges += 1;
      rightArrows += right;
      shd += 1 - right;
    }
  }
  return { shd, trueEdges, foundEdges, sharedEdges, rightArrows, againstOrder };
}

/** Shares over one or more graphs; NaN where there is nothing to divide by. */
export interface GraphShares {
  /** Found edges that are true, and true edges that are found. */
  readonly edgePrecision: number;
  readonly edgeRecall: number;
  /** The same with the direction. */
  readonly arrowPrecision: number;
  readonly arrowRecall: number;
  /** True arrows that point against the found order. */
  readonly orderDivergence: number;
}

/** Precision, recall and order divergence over all edges of some graphs. */
export function graphShares(differences: readonly GraphDifference[]): GraphShares {
  const sum = (key: keyof GraphDifference): number => differences.reduce((total, each) => total + each[key], 0);
  const [found, real] = [sum("foundEdges"), sum("trueEdges")];
  return {
    edgePrecision: sum("sharedEdges") / found,
    edgeRecall: sum("sharedEdges") / real,
    arrowPrecision: sum("rightArrows") / found,
    arrowRecall: sum("rightArrows") / real,
    orderDivergence: sum("againstOrder") / real,
  };
}

/** A mean over graphs and its standard error; NaN without graphs, and the error also for one graph. */
export interface GraphMean {
  readonly mean: number;
  readonly standardError: number;
}

export function graphMean(values: readonly number[]): GraphMean {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { mean, standardError: count > 1 ? Math.sqrt(squares / (count - 1) / count) : Number.NaN };
}
