import type { PairDecision } from "../../decide/decide.js";
import type { Evidence, Verdict } from "../../decide/decision.js";
import { EVIDENCE_MEANING } from "../../decide/weigh-evidence.js";
import type { VelocityFit } from "../../fit/fit-velocity.js";
import type { Direction } from "../../fit/orient.js";
import type { Column } from "../../primitives/columns.js";
import { log } from "../../primitives/elementary.js";
import { grouped } from "../../primitives/errors.js";
import type { Finding } from "../../primitives/finding.js";
import { cutOff, type DirectionView } from "../direction-view.js";
import type { Bars, Figure, NameAxis, Words } from "../figure.js";

/**
 * The rows as they are: the first column across, the second up.
 *
 * @param used how many rows the verdict rests on
 */
export function dataFigure(view: DirectionView, used: number): Figure {
  const { axes, dots } = view;
  const outside = cutOff(dots, axes);
  const shown =
    dots.x.length < used
      ? `${grouped(dots.x.length)} of ${grouped(used)} rows, drawn at random`
      : `${grouped(used)} rows`;
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

/** Log odds that the axis of every evidence figure shows, so that figures can be compared; longer bars are cut off. */
const MOST_LOG_ODDS = 6;
/** Probabilities that are marked on it. */
const MARKED = [0.6, 0.9, 0.99];
/** The row below the bars, in which the marks have their words. */
const MARKS_ROW = "% sure";
/** From a mark to its word. */
const WORD_GAP = 0.08;

/**
 * What each kind of evidence adds to the log odds, and their sum, on a scale that is the same for all pairs; undefined
 * for methods that weigh none. What speaks for the verdict is filled; evidence that a gate overruled is drawn as not used.
 */
export function evidenceFigure(decision: PairDecision): Figure | undefined {
  const { evidence, margin, gate, names, verdict } = decision;
  if (!evidence || evidence.length === 0) return undefined;
  const rows = [...evidence, { name: "sum", logOdds: margin }];
  const barsOf = (own: readonly Evidence[], tone: Bars["tone"], label: string): Bars => ({
    kind: "bars",
    tone,
    label,
    hollow: tone !== verdict,
    names: own.map(({ name }) => name),
    value: Float64Array.from(own, ({ logOdds }) => logOdds),
  });
  const bars = gate
    ? [barsOf(rows, "muted", "not used")]
    : [
        barsOf(
          rows.filter(({ logOdds }) => logOdds >= 0),
          "x->y",
          `for ${names.x} → ${names.y}`,
        ),
        barsOf(
          rows.filter(({ logOdds }) => logOdds < 0),
          "y->x",
          `for ${names.y} → ${names.x}`,
        ),
      ];
  const cut = rows.filter(({ logOdds }) => Math.abs(logOdds) > MOST_LOG_ODDS).length;
  const places = MARKED.map((probability) => log(probability / (1 - probability)));
  const wordsOf = (sign: 1 | -1): Words => ({
    kind: "words",
    tone: "muted",
    anchor: sign > 0 ? "start" : "end",
    x: Float64Array.from(places, (place) => sign * (place + WORD_GAP)),
    y: new Float64Array(places.length).fill(rows.length),
    text: MARKED.map((probability) => String(Math.round(100 * probability))),
  });
  return {
    id: "evidence",
    title: "The evidence",
    caption:
      `What each kind of evidence adds to the log odds of ${names.x} → ${names.y}, in nats: to the right for it, to the ` +
      `left for ${names.y} → ${names.x}. ${gate ? "It was not used here: see the verdict." : "The sum decides."} ` +
      `Dotted lines: where a sum is ${MARKED.map((probability) => `${Math.round(100 * probability)}%`).join(", ")} sure. ` +
      (cut > 0 ? `${cut === 1 ? "One bar is" : `${cut} bars are`} longer than the axis. ` : "") +
      meaningsOf(evidence),
    panels: [
      {
        title: "",
        x: {
          kind: "number",
          label: `log odds of ${names.x} → ${names.y}`,
          domain: [-MOST_LOG_ODDS, MOST_LOG_ODDS],
        },
        y: { kind: "names", label: "", names: [...rows.map(({ name }) => name), MARKS_ROW] },
        marks: [
          { kind: "rules", tone: "muted", stroke: "dotted", x: places.flatMap((place) => [-place, place]) },
          ...bars,
          { kind: "rules", tone: "ink", x: [0] },
          wordsOf(-1),
          wordsOf(1),
        ],
      },
    ],
  };
}

/**
 * The loss of each direction, and the same as a share of that of unrelated columns, with where refits on halves put it.
 *
 * @param fits of least loss     @param findings the `fit` of each direction among them     @param verdict whose bars are filled
 * @paper eqn:loss_est (18)
 */
export function lossFigure(
  views: readonly DirectionView[],
  fits: Readonly<Record<Direction, VelocityFit>>,
  findings: readonly Finding[],
  verdict: Verdict,
): Figure {
  const names = views.map(({ title }) => title);
  const y: NameAxis = { kind: "names", label: "", names };
  const shareOf = (direction: Direction): Finding | undefined =>
    findings.find((finding) => finding.code === "fit" && finding.direction === direction);
  const bars = (of: (direction: Direction) => Partial<Bars> & { value: Column }): Bars[] =>
    views.map(({ direction, title }) => ({
      kind: "bars",
      tone: direction,
      hollow: direction !== verdict,
      names: [title],
      ...of(direction),
    }));
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
