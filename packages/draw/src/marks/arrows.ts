import type { Arrows } from "@causal-velocity/core/explain/figure.js";
import * as Plot from "@observablehq/plot";
import { isInside, reachable } from "../axis-scale.js";
import { toneStyle } from "../tone-style.js";
import type { MarkContext } from "./mark-context.js";
import { rowsWhere } from "./rows.js";

const SHAFT_WIDTH = 1.25;
/** Of a head's wings; Plot makes those of short arrows shorter. */
const WING = 6;
/** Degrees between the wings: open heads for filled tones, narrow ones for hollow tones. */
const HEAD_ANGLES = { open: 60, narrow: 28 } as const;

/** An arrow is drawn if it begins inside the panel and has both ends. */
export function arrowsMarks(mark: Arrows, { palette, x, y }: MarkContext): Plot.Markish[] {
  const tipX = mark.x.map((from, i) => reachable(x, from + (mark.dx[i] as number)));
  const tipY = mark.y.map((from, i) => reachable(y, from + (mark.dy[i] as number)));
  const isDrawn = (row: number) =>
    isInside(x, mark.x[row] as number) &&
    isInside(y, mark.y[row] as number) &&
    Number.isFinite(tipX[row]) &&
    Number.isFinite(tipY[row]) &&
    !(tipX[row] === mark.x[row] && tipY[row] === mark.y[row]);
  const rows = rowsWhere(mark.x.length, isDrawn);
  const options = {
    className: "cv-arrows",
    clip: true,
    x1: rows.of(mark.x),
    y1: rows.of(mark.y),
    x2: rows.of(tipX),
    y2: rows.of(tipY),
    stroke: palette[mark.tone],
    strokeWidth: SHAFT_WIDTH,
    headAngle: toneStyle(mark.tone).hollow ? HEAD_ANGLES.narrow : HEAD_ANGLES.open,
    headLength: WING,
    bend: 0,
  };
  return [Plot.arrow({ length: rows.length }, options)];
}
