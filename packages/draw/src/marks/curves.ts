import type { Curves } from "@causal-velocity/core/explain/figure.js";
import * as Plot from "@observablehq/plot";
import { reachable } from "../axis-scale.js";
import { dashOf, NO_DASH, toneStyle } from "../tone-style.js";
import { LINE_WIDTH } from "./line-weights.js";
import type { MarkContext } from "./mark-context.js";

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
