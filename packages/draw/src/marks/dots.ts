import type { Dots } from "@causal-velocity/core/explain/figure.js";
import * as Plot from "@observablehq/plot";
import { isInside } from "../axis-scale.js";
import { type Shape, toneStyle } from "../tone-style.js";
import type { MarkContext } from "./mark-context.js";
import { rowsWhere } from "./rows.js";

/** Radii in pixels. */
const RADII = { small: 1.7, medium: 2.6, large: 4.5 } as const;
/** From this many dots on they are smaller and let others through. */
const CROWD = 300;
const CROWD_OPACITY = 0.6;
const CROWD_RADIUS = 0.8;
const OUTLINE_WIDTH = 1.4;
/** Shapes with corners look smaller than discs of their radius. */
const CORNERED_RADIUS = 1.3;

const SYMBOLS = { disc: "circle", ring: "circle", cross: "times", diamond: "diamond", triangle: "triangle" } as const;

export function shapeOf(mark: Dots): Shape {
  return mark.shape ?? toneStyle(mark.tone).shape;
}

export function dotsMarks(mark: Dots, { palette, x, y }: MarkContext): Plot.Markish[] {
  const rows = rowsWhere(
    mark.x.length,
    (row) => isInside(x, mark.x[row] as number) && isInside(y, mark.y[row] as number),
  );
  const shape = shapeOf(mark);
  const isCrowd = rows.length > CROWD;
  const isRound = shape === "disc" || shape === "ring";
  const isFilled = shape === "disc" || shape === "diamond";
  const radius = RADII[mark.size ?? "medium"] * (isCrowd ? CROWD_RADIUS : 1) * (isRound ? 1 : CORNERED_RADIUS);
  const opacity = isCrowd ? CROWD_OPACITY : 1;
  const color = palette[mark.tone];
  const options = {
    className: "cv-dots",
    clip: true,
    x: rows.of(mark.x),
    y: rows.of(mark.y),
    r: radius,
    symbol: SYMBOLS[shape],
    // Of fill and stroke, which Plot writes once for all dots; `opacity` it writes with each.
    fillOpacity: opacity,
    strokeOpacity: opacity,
    ...(isFilled ? { fill: color, stroke: "none" } : { stroke: color, strokeWidth: OUTLINE_WIDTH }),
  };
  return [Plot.dot({ length: rows.length }, options)];
}
