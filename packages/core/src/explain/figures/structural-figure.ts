import { byRole } from "../../fit/orient.js";
import { withDisplayNames } from "../../pair/display-names.js";
import type { Pair } from "../../pair/pair.js";
import { drawRows, takeRows } from "../../pair/resample.js";
import { percent, requireParts } from "../../primitives/errors.js";
import { seededRng } from "../../primitives/random.js";
import { axisOf, MOST_DOTS } from "../direction-view.js";
import type { Figure, Mark } from "../figure.js";
import type { SetCause, StructuralModel } from "../structural-model.js";
import { holding, MOST_RINGS } from "./counterfactual-figure.js";

/** Mean and quantiles of the effect for each value to which the cause is set, in front of the rows of the pair. */
export function structuralFigure(pair: Pair, answer: StructuralModel): Figure {
  requireParts("pair", pair, ["x", "y", "names"], "what pairFromColumns or pairFromTable returns");
  requireParts("answer", answer, ["at", "path", "levels"], "what structuralModel returns");
  const { at, path, levels, direction, seed } = answer;
  const ringed = at.length <= MOST_RINGS ? at : [];
  const names = byRole(withDisplayNames(pair).names, direction);
  const { cause, effect } = byRole(pair, direction);
  const shown = drawRows(cause.length, Math.min(MOST_DOTS, cause.length), seededRng(seed).split("dots"));
  const column = (of: (point: SetCause) => number) => Float64Array.from(path, of);
  const x = column((point) => point.cause);
  const mean = column((point) => point.mean.value);
  const [low, high] = [column((point) => point.mean.low), column((point) => point.mean.high)];
  const quantiles = levels.map((_, k) => column((point) => point.quantiles[k].value));
  const marks: Mark[] = [
    { kind: "dots", tone: "muted", size: "small", x: takeRows(cause, shown), y: takeRows(effect, shown) },
    { kind: "band", tone: direction, label: "band of the mean, nine in ten", x, low, high },
    ...(levels.length > 0
      ? [
          {
            kind: "curves",
            tone: direction,
            stroke: "dashed",
            weight: "thin",
            label: `quantiles: ${levels.map(percent).join(", ")}`,
            curves: quantiles.map((y) => ({ x, y })),
          } as const,
        ]
      : []),
    ...(path.every(({ supported }) => supported)
      ? []
      : [
          {
            kind: "curves",
            tone: direction,
            stroke: "dotted",
            label: "outside the data",
            curves: [{ x, y: mean }],
          } as const,
        ]),
    {
      kind: "curves",
      tone: direction,
      stroke: "solid",
      label: "mean",
      curves: [{ x, y: column((point) => (point.supported ? point.mean.value : Number.NaN)) }],
    },
    {
      kind: "dots",
      tone: direction,
      shape: "ring",
      size: "medium",
      ...(ringed.length > 0 ? { label: "values asked for" } : {}),
      x: Float64Array.from(ringed, (point) => point.cause),
      y: Float64Array.from(ringed, (point) => point.mean.value),
    },
  ];
  return {
    id: "structural-model",
    title: `${names.effect}, if ${names.cause} were set in every row`,
    caption: `Mean and quantiles of ${names.effect} over all rows, each moved along its causal curve (${answer.method}).`,
    panels: [
      {
        title: `${names.cause} → ${names.effect}`,
        x: axisOf(cause, names.cause),
        y: holding(axisOf(effect, names.effect), [mean, ...quantiles, low, high]),
        marks,
      },
    ],
  };
}
