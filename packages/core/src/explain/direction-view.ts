import { type Direction, orientScale } from "../fit/orient.js";
import type { DataSupport } from "../pair/data-support.js";
import { shortName } from "../pair/display-names.js";
import { takeRows } from "../pair/resample.js";
import { toUserUnits } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { quantileOfSorted, sorted } from "../primitives/quantiles.js";
import type { DirectionFit } from "./direction-fit.js";
import type { Dots, NumberAxis } from "./figure.js";

/** An axis that says what it shows. */
export type BoundedAxis = NumberAxis & { readonly domain: NonNullable<NumberAxis["domain"]> };

/** What every picture of one direction shares: axes, rows to show, where there are data. All in the user's units. */
export interface DirectionView {
  readonly direction: Direction;
  readonly title: string;
  readonly fit: DirectionFit;
  /** Every row. */
  readonly cause: Column;
  readonly effect: Column;
  readonly axes: { readonly cause: BoundedAxis; readonly effect: BoundedAxis };
  /** A few rows behind everything else. */
  readonly dots: Dots;
  isSupported(cause: number, effect: number): boolean;
}

/** This share of a column on either side may lie outside the picture, lest one extreme row squeezes all others. */
const OUTSIDE = 0.005;
/** Of the range, on either side. */
export const PADDING = 0.04;
/** Rows drawn as dots: more hide each other. */
export const MOST_DOTS = 1000;
/** Letters of a name within a title: both names and the arrow must be seen. */
const TITLE_NAME = 28;

/** @param shown rows to draw as dots */
export function directionView(fit: DirectionFit, support: DataSupport, shown: Uint32Array): DirectionView {
  const { direction, names, pair } = fit;
  const units = orientScale(pair, direction);
  const cause = toUserUnits(fit.fitted.oriented.cause, units.cause);
  const effect = toUserUnits(fit.fitted.oriented.effect, units.effect);
  const dots: Dots = {
    kind: "dots",
    tone: "muted",
    size: "small",
    x: takeRows(cause, shown),
    y: takeRows(effect, shown),
  };
  return {
    direction,
    title: `${shortName(names.cause, TITLE_NAME)} → ${shortName(names.effect, TITLE_NAME)}`,
    fit,
    cause,
    effect,
    axes: { cause: axisOf(cause, names.cause), effect: axisOf(effect, names.effect) },
    dots,
    isSupported: (c, e) => support(...fit.place({ cause: c, effect: e })),
  };
}

/** The range of all but the most extreme values, and a little more. */
export function axisOf(column: Column, label: string): BoundedAxis {
  const ascending = sorted(column);
  const [low, high] = [quantileOfSorted(ascending, OUTSIDE), quantileOfSorted(ascending, 1 - OUTSIDE)];
  const padding = PADDING * (high - low);
  return { kind: "number", label, domain: [low - padding, high + padding] };
}

/** Dots that lie outside the picture. */
export function cutOff({ x, y }: Dots, axes: DirectionView["axes"]): number {
  const isIn = ({ domain: [low, high] }: BoundedAxis, value: number): boolean => value >= low && value <= high;
  let count = 0;
  for (let i = 0; i < x.length; i++) if (!isIn(axes.cause, x[i]) || !isIn(axes.effect, y[i])) count += 1;
  return count;
}
