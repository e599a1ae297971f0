import type { PairDecision } from "../../decide/decide.js";
import type { Evidence } from "../../decide/decision.js";
import { EVIDENCE_MEANING } from "../../decide/weigh-evidence.js";
import type { VelocityFit } from "../../fit/fit-velocity.js";
import type { Direction } from "../../fit/orient.js";
import type { Column } from "../../primitives/columns.js";
import type { Finding } from "../../primitives/finding.js";
import { cutOff, type DirectionView } from "../direction-view.js";
import type { Bars, Figure, NameAxis } from "../figure.js";

/**
 * The rows as they are: the first column across, the second up.
 *
 * @param used how many rows the verdict rests on
 */
export function dataFigure(view: DirectionView, used: number): Figure {
  const { axes, dots } = view;
  const outside = cutOff(dots, axes);
  const shown = dots.x.length < used ? `${dots.x.length} of ${used} rows, drawn at random` : `${used} rows`;
  const beyond =
    outside > 0
      ? ` ${outside} extreme ${outside === 1 ? "row of these lies" : "rows of these lie"} outside the picture.`
      : "";
  return {
    id: "data",
    title: "The data",
    caption: `${shown}.${beyond}`,
    panels: [{ title: "", x: axes.cause, y: axes.effect, marks: [{ ...dots, tone: "ink" }] }],
  };
}

/** "Likelihood: how well …; learned: what …." */
function meaningsOf(evidence: readonly Evidence[]): string {
  const known: Readonly<Record<string, string>> = EVIDENCE_MEANING;
  const parts = evidence.flatMap(({ name }) => (name in known ? [`${name}: ${known[name]}`] : []));
  const text = parts.join("; ");
  return text === "" ? "" : `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** What each kind of evidence adds to the log odds, and their sum; undefined for methods that weigh none. */
export function evidenceFigure(decision: PairDecision): Figure | undefined {
  const { evidence, margin, gate, names } = decision;
  if (!evidence || evidence.length === 0) return undefined;
  const rows = [...evidence, { name: "sum", logOdds: margin }];
  const barsOf = (direction: Direction, label: string): Bars => {
    const own = rows.filter(({ logOdds }) => (direction === "x->y" ? logOdds >= 0 : logOdds < 0));
    return {
      kind: "bars",
      tone: direction,
      label,
      names: own.map(({ name }) => name),
      value: Float64Array.from(own, ({ logOdds }) => logOdds),
    };
  };
  return {
    id: "evidence",
    title: "The evidence",
    caption:
      `What each kind of evidence adds to the log odds of ${names.x} → ${names.y}, in nats: to the right for it, to the ` +
      `left for ${names.y} → ${names.x}. ${gate ? "It was not used here: see the verdict." : "The sum decides."} ` +
      meaningsOf(evidence),
    panels: [
      {
        title: "",
        x: { kind: "number", label: `log odds of ${names.x} → ${names.y}` },
        y: { kind: "names", label: "", names: rows.map(({ name }) => name) },
        marks: [
          barsOf("x->y", `for ${names.x} → ${names.y}`),
          barsOf("y->x", `for ${names.y} → ${names.x}`),
          { kind: "rules", tone: "ink", x: [0] },
        ],
      },
    ],
  };
}

/**
 * The loss of each direction, and the same as a share of that of unrelated columns, with where refits on halves put it.
 *
 * @param fits of least loss     @param findings the `fit` of each direction among them
 * @paper eqn:loss_est (18)
 */
export function lossFigure(
  views: readonly DirectionView[],
  fits: Readonly<Record<Direction, VelocityFit>>,
  findings: readonly Finding[],
): Figure {
  const names = views.map(({ title }) => title);
  const y: NameAxis = { kind: "names", label: "", names };
  const shareOf = (direction: Direction): Finding | undefined =>
    findings.find((finding) => finding.code === "fit" && finding.direction === direction);
  const bars = (of: (direction: Direction) => Partial<Bars> & { value: Column }): Bars[] =>
    views.map(({ direction, title }) => ({ kind: "bars", tone: direction, names: [title], ...of(direction) }));
  const hasWhiskers = views.some(({ direction }) => shareOf(direction)?.interval);
  const [{ model }] = Object.values(fits);
  return {
    id: "loss",
    title: "How well each direction fits",
    caption:
      `Mean squared residual of the continuity equation, for the velocity of ${model.name} that fits the estimated ` +
      "scores best; shorter is better. Left: as it is, which is what methods compare. Right: as a share of that of a " +
      "velocity of 0, which shows how much of the dependence is explained." +
      (hasWhiskers
        ? " Whiskers: where nine in ten refits on random halves of the rows put it; halves have fewer rows and mostly fit worse."
        : ""),
    panels: [
      {
        title: "Loss",
        x: { kind: "number", label: "mean squared residual, per variance of the cause" },
        y,
        marks: bars((direction) => ({ value: Float64Array.of(fits[direction].gof) })),
      },
      {
        title: "Share that is left",
        x: { kind: "number", label: "loss relative to no velocity" },
        y,
        marks: bars((direction) => {
          const { value = Number.NaN, interval = [Number.NaN, Number.NaN] } = shareOf(direction) ?? {};
          const whiskers = { low: Float64Array.of(interval[0]), high: Float64Array.of(interval[1]) };
          return { value: Float64Array.of(value), ...whiskers };
        }),
      },
    ],
  };
}
