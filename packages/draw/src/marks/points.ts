import type { Arrows, Dots, Words } from "@causal-velocity/core/explain/figure.js";
import * as Plot from "@observablehq/plot";
import { isInside, reachable, shareOf } from "../axis.js";
import { FONT_SIZE, shorten, textWidth } from "../text.js";
import { type Shape, toneStyle } from "../theme.js";
import { type MarkContext, rowsWhere } from "./mark-context.js";

/** Radii in pixels. */
const RADII = { small: 1.7, medium: 2.6, large: 4.5 } as const;
/** Above this many, dots are smaller and transparent. */
const CROWD = 300;
const CROWD_OPACITY = 0.6;
const CROWD_RADIUS = 0.8;
const OUTLINE_WIDTH = 1.4;
/** Factor for shapes with corners, which look smaller than discs of the same radius. */
const CORNERED_RADIUS = 1.3;

const SYMBOLS = { disc: "circle", ring: "circle", cross: "times", diamond: "diamond", triangle: "triangle" } as const;

/** The shape of dots: as given, or that of their tone. */
export function shapeOf(mark: Dots): Shape {
  return mark.shape ?? toneStyle(mark.tone).shape;
}

/** Dots; those outside the panel are left out. */
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
    // Plot writes these once for all dots, but `opacity` with each dot.
    fillOpacity: opacity,
    strokeOpacity: opacity,
    ...(isFilled ? { fill: color, stroke: "none" } : { stroke: color, strokeWidth: OUTLINE_WIDTH }),
  };
  return [Plot.dot({ length: rows.length }, options)];
}

const SHAFT_WIDTH = 1.25;
/** Length of an arrowhead; Plot shortens those of short arrows. */
const HEAD_LENGTH = 6;
/** Angle of an arrowhead in degrees: open for filled tones, narrow for hollow ones. */
const HEAD_ANGLES = { open: 60, narrow: 28 } as const;

/** Arrows; those that start outside the panel or have no end are left out. */
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
    headLength: HEAD_LENGTH,
    bend: 0,
  };
  return [Plot.arrow({ length: rows.length }, options)];
}

/** Width of the outline in the color of the background that keeps letters legible on dots and lines. */
const HALO_WIDTH = 3;
/** Maximum width of a text, as a share of the panel's width. */
const LONGEST = 0.9;
/** Minimum distance between a text and the sides of the panel. */
const EDGE = 4;
/** Share of a text that is left of its anchor. */
const LEFT_SHARE = { start: 0, middle: 0.5, end: 1 } as const;

/** Texts; each is moved sideways until it is inside the panel. */
export function wordsMarks(mark: Words, { palette, x, y, frame }: MarkContext): Plot.Markish[] {
  const rows = rowsWhere(
    mark.x.length,
    (row) => isInside(x, mark.x[row] as number) && isInside(y, mark.y[row] as number),
  );
  const anchor = mark.anchor ?? "middle";
  const [xs, ys] = [rows.of(mark.x), rows.of(mark.y)];
  return rows.of(mark.text).map((text, i) => {
    const { shown, full } = shorten(text, LONGEST * frame.width, FONT_SIZE.words);
    const width = textWidth(shown, FONT_SIZE.words);
    const left = shareOf(x, xs[i] as number) * frame.width - LEFT_SHARE[anchor] * width;
    const inside = Math.max(EDGE, Math.min(left, frame.width - EDGE - width));
    return Plot.text([shown], {
      className: "cv-words",
      x: [xs[i] as number],
      y: [ys[i] as number],
      text: [shown],
      title: [full ?? ""],
      dx: Math.round(inside - left),
      textAnchor: anchor,
      fontSize: FONT_SIZE.words,
      fill: palette[mark.tone],
      stroke: palette.background,
      strokeWidth: HALO_WIDTH,
    });
  });
}
