import type { Rules } from "@causal-velocity/core/explain/figure.js";
import * as Plot from "@observablehq/plot";
import { isInside } from "../axis-scale.js";
import { dashOf, NO_DASH } from "../tone-style.js";
import { LINE_WIDTH } from "./line-weights.js";
import type { MarkContext } from "./mark-context.js";

/** Lines across the panel; values outside it have none. */
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
