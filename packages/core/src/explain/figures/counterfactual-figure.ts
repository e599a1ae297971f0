import type { Pair } from "../../data/pair.js";
import { drawRows, takeRows } from "../../data/resample.js";
import { seededRng } from "../../numeric/rng.js";
import type { Counterfactual } from "../counterfactual.js";
import { axisOf } from "../direction-view.js";
import type { Figure, Mark, NumberAxis } from "../figure.js";

/** Rows drawn as dots: more hide each other. */
const MOST_DOTS = 1000;
/** More answers than this are told by the curve alone. */
const MOST_RINGS = 12;
const DIGITS = 4;

/** One observation and what it would have been, in front of the rows of its pair. */
export function counterfactualFigure(pair: Pair, answer: Counterfactual): Figure {
  const { names, from, to, direction, seed } = answer;
  const [cause, effect] = direction === "x->y" ? [pair.x, pair.y] : [pair.y, pair.x];
  const shown = drawRows(cause.length, Math.min(MOST_DOTS, cause.length), seededRng(seed).split("dots"));
  const points = [...to, { ...from, low: from.effect, high: from.effect, supported: true }].sort(
    (a, b) => a.cause - b.cause,
  );
  const ringed = to.length <= MOST_RINGS ? to : [];
  const column = (of: (point: (typeof points)[number]) => number) => Float64Array.from(points, of);
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
  const shownNumber = (value: number): number => Number(value.toPrecision(DIGITS));
  return {
    id: "counterfactual",
    title: `${names.effect}, had ${names.cause} been different`,
    caption:
      `The observation with ${names.cause} = ${shownNumber(from.cause)} and ${names.effect} = ` +
      `${shownNumber(from.effect)}, moved along its causal curve (${answer.method}).`,
    panels: [
      {
        title: `${names.cause} → ${names.effect}`,
        x: holding(axisOf(cause, names.cause), x),
        y: holding(axisOf(effect, names.effect), y),
        marks,
      },
    ],
  };
}

/** The axis, wide enough for these values too. */
function holding(axis: NumberAxis, values: Float64Array): NumberAxis {
  const [low, high] = axis.domain ?? [Infinity, -Infinity];
  return { ...axis, domain: [Math.min(low, ...values), Math.max(high, ...values)] };
}
