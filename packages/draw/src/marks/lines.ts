import type { Band, Curves, Rules } from "@causal-velocity/core/explain/figure.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import * as Plot from "@observablehq/plot";
import { isInside, reachable } from "../axis.js";
import { dashOf, NO_DASH, toneStyle } from "../theme.js";
import { LINE_WIDTH, type MarkContext } from "./mark-context.js";

/** One line per curve. */
export function curvesMarks(mark: Curves, { palette, x, y }: MarkContext): Plot.Markish[] {
  return mark.curves.map((curve) =>
    Plot.line(
      { length: curve.x.length },
      {
        className: "cv-curve",
        clip: true,
        x: Array.from(curve.x, (value) => reachable(x, value)),
        y: Array.from(curve.y, (value) => reachable(y, value)),
        stroke: palette[mark.tone],
        strokeWidth: LINE_WIDTH[mark.weight ?? toneStyle(mark.tone).weight],
        strokeDasharray: dashOf(mark.tone, mark.stroke) || NO_DASH,
      },
    ),
  );
}

/** Straight lines across the panel; values outside its range are left out. */
export function rulesMarks(mark: Rules, { palette, x, y }: MarkContext): Plot.Markish[] {
  const look = {
    className: "cv-rules",
    stroke: palette[mark.tone],
    strokeWidth: LINE_WIDTH.rule,
    strokeLinecap: "round" as const,
    strokeDasharray: dashOf(mark.tone, mark.stroke) || NO_DASH,
  };
  return [
    Plot.ruleX(
      (mark.x ?? []).filter((value) => isInside(x, value)),
      look,
    ),
    Plot.ruleY(
      (mark.y ?? []).filter((value) => isInside(y, value)),
      look,
    ),
  ];
}

export const BAND_OPACITY = 0.16;

/** A transparent area between two lines. */
export function bandMarks(mark: Band, { palette, x, y }: MarkContext): Plot.Markish[] {
  const color = palette[mark.tone];
  const length = mark.x.length;
  const xs = Array.from(mark.x, (value) => reachable(x, value));
  const ys = (column: Column) => Array.from(column, (value) => reachable(y, value));
  const edge = (column: Column) =>
    Plot.line(
      { length },
      {
        className: "cv-band-edge",
        clip: true,
        x: xs,
        y: ys(column),
        stroke: color,
        strokeWidth: LINE_WIDTH.hair,
        strokeDasharray: dashOf(mark.tone, undefined) || NO_DASH,
      },
    );
  const area = { className: "cv-band", clip: true, x: xs, y1: ys(mark.low), y2: ys(mark.high), fill: color };
  return [Plot.areaY({ length }, { ...area, fillOpacity: BAND_OPACITY }), edge(mark.low), edge(mark.high)];
}
