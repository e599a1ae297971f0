import type { SignedSquares } from "@causal-velocity/core/explain/figure.js";
import * as Plot from "@observablehq/plot";
import { isInside } from "../axis-scale.js";
import type { MarkContext } from "./mark-context.js";
import { rowsWhere } from "./rows.js";

const OUTLINE_WIDTH = 1.2;
/** Half of what is left free between squares that fill their cells. */
const GAP = 0.5;

/** Two layers: positive values filled, negative ones hollow. */
export function signedSquaresMarks(mark: SignedSquares, context: MarkContext): Plot.Markish[] {
  const color = context.palette[mark.tone];
  // The outline of a hollow square lies inside it, so that areas compare.
  const hollow = { className: "cv-squares-negative", stroke: color, strokeWidth: OUTLINE_WIDTH };
  return [
    layer(mark, context, 1, { className: "cv-squares-positive", fill: color, inset: GAP }),
    layer(mark, context, -1, { ...hollow, fill: "none", inset: GAP + OUTLINE_WIDTH / 2 }),
  ];
}

function layer(mark: SignedSquares, { x, y }: MarkContext, sign: number, look: Plot.RectOptions): Plot.Markish {
  const rows = rowsWhere(
    mark.x.length,
    (row) =>
      Math.sign(mark.value[row] as number) === sign &&
      isInside(x, mark.x[row] as number) &&
      isInside(y, mark.y[row] as number),
  );
  const sides = rows.of(mark.value).map((value) => Math.sqrt(Math.min(1, Math.abs(value) / mark.full)));
  const edges = (centers: number[], step: number, way: number) =>
    centers.map((center, i) => center + (way * step * (sides[i] as number)) / 2);
  return Plot.rect(
    { length: rows.length },
    {
      clip: true,
      x1: edges(rows.of(mark.x), mark.step.x, -1),
      x2: edges(rows.of(mark.x), mark.step.x, 1),
      y1: edges(rows.of(mark.y), mark.step.y, -1),
      y2: edges(rows.of(mark.y), mark.step.y, 1),
      ...look,
    },
  );
}
