import type { Bars, SignedSquares } from "@causal-velocity/core/explain/figure.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import * as Plot from "@observablehq/plot";
import { isInside, reachable } from "../axis.js";
import { dashOf, NO_DASH, toneStyle } from "../theme.js";
import { LINE_WIDTH, type MarkContext, rowsWhere } from "./mark-context.js";

/** Thickness of all bars of a name together, as a share of the distance between names. */
const ROW_SHARE = 0.68;
/** Length of a whisker's cap, as a share of the bar's thickness. */
const CAP_SHARE = 0.45;
export const HOLLOW_OPACITY = 0.18;
/** Of squares under other marks, which must remain visible. */
export const PALE_OPACITY = 0.24;

/** One bar per name; bars of several marks with the same name share its row. */
export function barsMarks(mark: Bars, context: MarkContext): Plot.Markish[] {
  const { palette, x, bars } = context;
  const color = palette[mark.tone];
  const sharing = bars.filter(({ names }) => names.some((name) => mark.names.includes(name)));
  const thickness = ROW_SHARE / Math.max(1, sharing.length);
  const offset = (sharing.indexOf(mark) - (sharing.length - 1) / 2) * thickness;
  const places = placesOf(mark.names, context.names).map((place) => place + offset);
  const rows = rowsWhere(mark.value.length, (row) => Number.isFinite(reachable(x, mark.value[row] as number)));
  const zero = x.log ? x.low : 0;
  const isHollow = mark.hollow ?? toneStyle(mark.tone).hollow;
  const outline = {
    fillOpacity: HOLLOW_OPACITY,
    strokeWidth: LINE_WIDTH.normal,
    strokeDasharray: dashOf(mark.tone, undefined) || NO_DASH,
    strokeLinecap: "round" as const,
  };
  const bar = Plot.rect(
    { length: rows.length },
    {
      className: "cv-bars",
      clip: true,
      x1: rows.of(mark.value).map(() => zero),
      x2: rows.of(mark.value).map((value) => reachable(x, value)),
      y1: rows.of(places).map((place) => place - thickness / 2),
      y2: rows.of(places).map((place) => place + thickness / 2),
      fill: color,
      insetTop: 1,
      insetBottom: 1,
      ...(isHollow ? { ...outline, stroke: color } : {}),
    },
  );
  return [bar, ...whiskers(mark, places, thickness, context)];
}

/** A line from low to high with a cap at either end, visible on the bar and beyond it. */
function whiskers(mark: Bars, places: readonly number[], thickness: number, context: MarkContext): Plot.Markish[] {
  const { low, high } = mark;
  if (!low || !high) return [];
  const { x, palette } = context;
  const rows = rowsWhere(low.length, (row) =>
    [low, high].every((end) => Number.isFinite(reachable(x, end[row] as number))),
  );
  const look = { clip: true, stroke: palette.ink, strokeWidth: LINE_WIDTH.normal };
  const ends = (column: Column) => rows.of(column).map((value) => reachable(x, value));
  const y = rows.of(places);
  const cap = (end: Column) => ({
    ...look,
    className: "cv-whisker-cap",
    x: ends(end),
    y1: y.map((place) => place - (CAP_SHARE * thickness) / 2),
    y2: y.map((place) => place + (CAP_SHARE * thickness) / 2),
  });
  const { length } = rows;
  return [
    Plot.ruleY({ length }, { ...look, className: "cv-whisker", y, x1: ends(low), x2: ends(high) }),
    Plot.ruleX({ length }, cap(low)),
    Plot.ruleX({ length }, cap(high)),
  ];
}

/** Rows of the bars on the axis; the second bar of a name gets the second row with that name, if there is one. */
function placesOf(names: readonly string[], axis: readonly string[]): number[] {
  const taken = new Set<number>();
  return names.map((name) => {
    const free = axis.findIndex((other, row) => other === name && !taken.has(row));
    const place = free >= 0 ? free : axis.indexOf(name);
    taken.add(place);
    return place;
  });
}

const OUTLINE_WIDTH = 1.2;
/** Half the gap between squares that fill their cells. */
const GAP = 0.5;

/** Squares in two layers: positive values filled, negative values hollow. */
export function signedSquaresMarks(mark: SignedSquares, context: MarkContext): Plot.Markish[] {
  const color = context.palette[mark.tone];
  // The outline of a hollow square is inside it, so that areas can be compared.
  const hollow = { className: "cv-squares-negative", stroke: color, strokeWidth: OUTLINE_WIDTH };
  return [
    layer(mark, context, 1, {
      className: "cv-squares-positive",
      fill: color,
      fillOpacity: mark.pale ? PALE_OPACITY : 1,
      inset: GAP,
    }),
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
