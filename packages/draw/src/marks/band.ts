import type { Band } from "@causal-velocity/core/explain/figure.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import * as Plot from "@observablehq/plot";
import { reachable } from "../axis-scale.js";
import { dashOf, NO_DASH } from "../tone-style.js";
import { LINE_WIDTH } from "./line-weights.js";
import type { MarkContext } from "./mark-context.js";

export const BAND_OPACITY = 0.16;

/** An area through which the grid shows, between two edges that can be seen. */
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
