import { byRole } from "../../fit/orient.js";
import { withDisplayNames } from "../../pair/display-names.js";
import type { Pair } from "../../pair/pair.js";
import { drawRows, takeRows } from "../../pair/resample.js";
import type { Column } from "../../primitives/columns.js";
import { requireParts } from "../../primitives/errors.js";
import { seededRng } from "../../primitives/random.js";
import type { Counterfactual, CounterfactualPoint } from "../counterfactual.js";
import { axisOf, MOST_DOTS, PADDING } from "../direction-view.js";
import type { Figure, Mark, NumberAxis } from "../figure.js";

/** More answers than this are shown by the curve alone. */
export const MOST_RINGS = 12;
/** Values are shown as they were given, but for what arithmetic adds at the end. */
const DIGITS = 12;

/** One observation, its causal curve and what was asked of it, in front of the rows of its pair. */
export function counterfactualFigure(pair: Pair, answer: Counterfactual): Figure {
  requireParts("pair", pair, ["x", "y", "names"], "what pairFromColumns or pairFromTable returns");
  requireParts("answer", answer, ["from", "to", "path"], "what counterfactual returns");
  const { from, to, path, direction, seed } = answer;
  const names = byRole(withDisplayNames(pair).names, direction);
  const { cause, effect } = byRole(pair, direction);
  const shown = drawRows(cause.length, Math.min(MOST_DOTS, cause.length), seededRng(seed).split("dots"));
  const ringed = to.length <= MOST_RINGS ? to : [];
  const column = (of: (point: CounterfactualPoint) => number) => Float64Array.from(path, of);
  const x = column((point) => point.cause);
  const y = column((point) => point.effect);
  const low = column((point) => point.low);
  const high = column((point) => point.high);
  const marks: Mark[] = [
    { kind: "dots", tone: "muted", size: "small", x: takeRows(cause, shown), y: takeRows(effect, shown) },
    { kind: "band", tone: direction, label: "band, nine in ten", x, low, high },
    { kind: "curves", tone: direction, stroke: "dotted", label: "outside the data", curves: [{ x, y }] },
    {
      kind: "curves",
      tone: direction,
      stroke: "solid",
      label: "what would have been",
      curves: [{ x, y: column((point) => (point.supported ? point.effect : Number.NaN)) }],
    },
    {
      kind: "dots",
      tone: direction,
      shape: "ring",
      size: "medium",
      ...(ringed.length > 0 ? { label: "what was asked" } : {}),
      x: Float64Array.from(ringed, (point) => point.cause),
      y: Float64Array.from(ringed, (point) => point.effect),
    },
    {
      kind: "dots",
      tone: "ink",
      shape: "disc",
      size: "large",
      label: "what was",
      x: Float64Array.of(from.cause),
      y: Float64Array.of(from.effect),
    },
  ];
  const shownValue = (value: number): number => Number(value.toPrecision(DIGITS));
  return {
    id: "counterfactual",
    title: `${names.effect}, had ${names.cause} been different`,
    caption:
      `The observation with ${names.cause} = ${shownValue(from.cause)} and ${names.effect} = ${shownValue(from.effect)}, moved ` +
      `along its causal curve (${answer.method}).`,
    panels: [
      {
        title: `${names.cause} → ${names.effect}`,
        x: holding(axisOf(cause, names.cause), [x]),
        y: holding(axisOf(effect, names.effect), [y, low, high]),
        marks,
      },
    ],
  };
}

/** Beyond this many times the range of the rows a band is cut off, lest the rows become a line. */
const WIDEST = 3;

/** The axis, wide enough for these values too, within bounds; for all of those of the first column. */
export function holding(axis: NumberAxis, columns: readonly Column[]): NumberAxis {
  const [low, high] = axis.domain ?? [0, 1];
  const room = WIDEST * (high - low);
  const [middle] = columns;
  let [least, most] = [low, high];
  columns.forEach((column) => {
    for (const value of column) {
      if (!Number.isFinite(value)) continue;
      // What is drawn as a curve is shown in any case.
      const isBounded = column !== middle;
      least = Math.min(least, isBounded ? Math.max(value, low - room) : value);
      most = Math.max(most, isBounded ? Math.min(value, high + room) : value);
    }
  });
  if (least === low && most === high) return axis;
  const padding = PADDING * (most - least);
  return { ...axis, domain: [least < low ? least - padding : low, most > high ? most + padding : high] };
}
