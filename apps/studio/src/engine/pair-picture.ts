import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { CELL } from "@causal-velocity/core/table/cell.js";
import type { TableColumn } from "@causal-velocity/core/table/table.js";
import { type Histogram, type PairPicture, PICTURE_SIZE } from "./messages.js";

/** Bars of the small picture of a column. */
const BINS = 24;

/** How often the numbers of a column occur; undefined if there are none. @cost O(n) */
export function histogramOf({ values, kinds }: Pick<TableColumn, "values" | "kinds">): Histogram | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    if (kinds[i] !== CELL.number) continue;
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  if (low > high) return undefined;
  const counts = new Array<number>(BINS).fill(0);
  const bin = binner({ low, high }, BINS);
  for (let i = 0; i < values.length; i++) if (kinds[i] === CELL.number) counts[bin(values[i])] += 1;
  const most = Math.max(...counts);
  return { low, high, bins: counts.map((count) => count / most) };
}

/** More dots than this hide each other: their density is shown instead. */
export const MOST_DOTS = 20_000;
/** Units between dots and the edge. */
const MARGIN = 8;
/** The side of a square in which rows are counted, in units. */
const SQUARE = 5;
/** Shades of a density. */
const LEVELS = 6;

/**
 * All rows of a pair as SVG path data, x horizontal and y vertical, both linear. Dots at the same place are drawn once;
 * the shades of a density are steps of the logarithm of its counts.
 *
 * @cost O(n)
 */
export function pairPicture(x: Column, y: Column): PairPicture {
  const ranges = { x: rangeOf(x), y: rangeOf(y) };
  return x.length > MOST_DOTS
    ? { kind: "density", paths: densityPaths(x, y, ranges), ...ranges }
    : { kind: "dots", paths: [dotsPath(x, y, ranges)], ...ranges };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

function rangeOf(column: Column): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const value of column) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

/** Maps a range onto 0 to `length`; a single value to the middle. Halves, so that the widest range does not overflow. */
function placer({ low, high }: Range, length: number): (value: number) => number {
  const half = high / 2 - low / 2;
  return half > 0 ? (value) => ((value / 2 - low / 2) / half) * length : () => length / 2;
}

/** The bin of a value, of which the last includes its upper end. */
function binner(range: Range, bins: number): (value: number) => number {
  const place = placer(range, bins);
  return (value) => Math.min(bins - 1, Math.floor(place(value)));
}

function dotsPath(x: Column, y: Column, ranges: { readonly x: Range; readonly y: Range }): string {
  const { width, height } = PICTURE_SIZE;
  const toX = placer(ranges.x, width - 2 * MARGIN);
  const toY = placer(ranges.y, height - 2 * MARGIN);
  const isDrawn = new Uint8Array(width * height);
  const parts: string[] = [];
  for (let i = 0; i < x.length; i++) {
    const left = MARGIN + Math.round(toX(x[i]));
    const top = height - MARGIN - Math.round(toY(y[i]));
    if (isDrawn[top * width + left] === 1) continue;
    isDrawn[top * width + left] = 1;
    parts.push(`M${left},${top}h0`);
  }
  return parts.join("");
}

/** SVG path data of curves on the plane of a picture; those that leave it are cut off by its edges. */
export function curvePaths(
  curves: readonly { readonly x: Column; readonly y: Column }[],
  ranges: Pick<PairPicture, "x" | "y">,
): string[] {
  const { width, height } = PICTURE_SIZE;
  const toX = placer(ranges.x, width - 2 * MARGIN);
  const toY = placer(ranges.y, height - 2 * MARGIN);
  return curves.map(({ x, y }) =>
    Array.from(x, (value, i) => {
      const place = [MARGIN + toX(value), height - MARGIN - toY(y[i])];
      return `${i === 0 ? "M" : "L"}${place.map((at) => at.toFixed(1)).join(",")}`;
    }).join(""),
  );
}

function densityPaths(x: Column, y: Column, ranges: { readonly x: Range; readonly y: Range }): string[] {
  const [across, down] = [PICTURE_SIZE.width / SQUARE, PICTURE_SIZE.height / SQUARE];
  const column = binner(ranges.x, across);
  const row = binner(ranges.y, down);
  const counts = new Uint32Array(across * down);
  for (let i = 0; i < x.length; i++) counts[(down - 1 - row(y[i])) * across + column(x[i])] += 1;
  let most = 1;
  for (const count of counts) if (count > most) most = count;
  const paths = new Array<string>(LEVELS).fill("");
  counts.forEach((count, i) => {
    if (count === 0) return;
    const level = Math.min(LEVELS - 1, Math.floor((LEVELS * Math.log(count)) / Math.log(most + 1)));
    paths[level] += `M${(i % across) * SQUARE},${Math.floor(i / across) * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`;
  });
  return paths;
}
