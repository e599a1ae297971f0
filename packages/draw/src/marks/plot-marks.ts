import type { Mark } from "@causal-velocity/core/explain/figure.js";
import type { Markish } from "@observablehq/plot";
import { arrowsMarks } from "./arrows.js";
import { bandMarks } from "./band.js";
import { barsMarks } from "./bars.js";
import { curvesMarks } from "./curves.js";
import { dotsMarks } from "./dots.js";
import type { MarkContext } from "./mark-context.js";
import { rulesMarks } from "./rules.js";
import { signedSquaresMarks } from "./signed-squares.js";
import { wordsMarks } from "./words.js";

/** A mark of ours as marks of Plot. */
export function plotMarks(mark: Mark, context: MarkContext): Markish[] {
  switch (mark.kind) {
    case "dots":
      return dotsMarks(mark, context);
    case "curves":
      return curvesMarks(mark, context);
    case "arrows":
      return arrowsMarks(mark, context);
    case "signed-squares":
      return signedSquaresMarks(mark, context);
    case "band":
      return bandMarks(mark, context);
    case "bars":
      return barsMarks(mark, context);
    case "rules":
      return rulesMarks(mark, context);
    case "words":
      return wordsMarks(mark, context);
  }
}
