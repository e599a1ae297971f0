import type { Parents } from "@causal-velocity/core/graph/search.js";
import { expect, it } from "vitest";
import { graphDifference, graphMean, graphShares } from "./graph-metrics.js";

/** 0 → 1 → 2, 0 → 3. */
const TRUTH: Parents = [[], [0], [1], [0]];

it("counts nothing wrong in the true graph", () => {
  expect(graphDifference(TRUTH, TRUTH)).toEqual({
    shd: 0,
    trueEdges: 3,
    foundEdges: 3,
    sharedEdges: 3,
    rightArrows: 3,
    againstOrder: 0,
  });
});

it("counts missing, wrong and reversed edges once each", () => {
  // 1 → 0 is reversed, 1 → 2 right, 0 → 3 missing, 3 → 2 wrong.
  expect(graphDifference([[1], [], [1, 3], []], TRUTH)).toEqual({
    shd: 3,
    trueEdges: 3,
    foundEdges: 3,
    sharedEdges: 2,
    rightArrows: 1,
    againstOrder: 1,
  });
});

it("counts a true arrow against the order of the found graph even if it is not found", () => {
  // 2 → 3 → 0: the effects 3 of 0 and, over two arrows, none of 1.
  const difference = graphDifference([[3], [], [], [2]], [[], [0], [0], []]);
  expect(difference).toMatchObject({ shd: 4, sharedEdges: 0, againstOrder: 1 });
});

it("counts an edge without direction as half right where there is an arrow, and as wrong where there is none", () => {
  // 0 – 1 without direction, 1 – 3 too.
  expect(graphDifference([[1], [0, 3], [1], [0, 1]], TRUTH)).toEqual({
    shd: 1.5,
    trueEdges: 3,
    foundEdges: 4,
    sharedEdges: 3,
    rightArrows: 2.5,
    againstOrder: 0.5,
  });
});

it("has shares over all edges of several graphs", () => {
  const differences = [graphDifference([[1], [], [1, 3], []], TRUTH), graphDifference([[], [], [], []], TRUTH)];
  expect(graphShares(differences)).toEqual({
    edgePrecision: 2 / 3,
    edgeRecall: 2 / 6,
    arrowPrecision: 1 / 3,
    arrowRecall: 1 / 6,
    orderDivergence: 1 / 6,
  });
  expect(graphShares([graphDifference([[], []], [[], []])]).edgePrecision).toBeNaN();
});

it("has the standard error of a mean", () => {
  expect(graphMean([1, 2, 3, 6])).toEqual({ mean: 3, standardError: Math.sqrt(14 / 3 / 4) });
  expect(graphMean([4]).standardError).toBeNaN();
});
