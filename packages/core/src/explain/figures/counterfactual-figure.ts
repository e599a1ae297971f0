import type { Counterfactual } from "../counterfactual.js";
import type { DirectionView } from "../direction-view.js";
import type { Figure, Mark } from "../figure.js";

/** One observation, its causal curve and what it would have been, in front of the data. */
export function counterfactualFigure({ axes, dots }: DirectionView, { names, from, to }: Counterfactual): Figure {
  const points = [...to, { ...from, low: from.effect, high: from.effect, supported: true }].sort(
    (a, b) => a.cause - b.cause,
  );
  const column = (of: (point: (typeof points)[number]) => number) => Float64Array.from(points, of);
  const x = column(({ cause }) => cause);
  const y = column(({ effect }) => effect);
  const known = column(({ effect, supported }) => (supported ? effect : Number.NaN));
  const marks: Mark[] = [
    dots,
    {
      kind: "band",
      tone: "x->y",
      label: "band, nine in ten",
      x,
      low: column(({ low }) => low),
      high: column(({ high }) => high),
    },
    { kind: "curves", tone: "x->y", stroke: "dotted", label: "outside the data", curves: [{ x, y }] },
    { kind: "curves", tone: "x->y", stroke: "solid", label: "what would have been", curves: [{ x, y: known }] },
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
  return {
    id: "counterfactual",
    title: `${names.effect}, had ${names.cause} been different`,
    caption: `The observation with ${names.cause} = ${from.cause} and ${names.effect} = ${from.effect}, moved along its causal curve.`,
    panels: [{ title: `${names.cause} → ${names.effect}`, x: axes.cause, y: axes.effect, marks }],
  };
}
