import type { Curves, Dots, Stroke, Tone } from "@causal-velocity/core/explain/figure.js";

/** What tells a tone from the others where colors do not. */
export interface ToneStyle {
  /** Dashes of lines without a stroke of their own. */
  readonly dash: string;
  readonly shape: Shape;
  /** Bars are outlined, with the dashes of lines, in place of filled; arrows have narrow heads in place of open ones. */
  readonly hollow: boolean;
  /** Of curves without a weight of their own. */
  readonly weight: NonNullable<Curves["weight"]>;
}

export type Shape = NonNullable<Dots["shape"]> | "diamond" | "triangle";

/** As SVG writes dashes; empty: none. */
const DASHES: Readonly<Record<Stroke | "dash-dot", string>> = {
  solid: "",
  dashed: "6 4",
  dotted: "1 3.5",
  "dash-dot": "8 3 1.5 3",
};

/** What Plot takes for no dashes. */
export const NO_DASH = "none";

const STYLES: Readonly<Record<Tone, ToneStyle>> = {
  ink: { dash: DASHES.solid, shape: "disc", hollow: false, weight: "normal" },
  // Of the lightness of the directions, hence thin and hollow: seen without color, lines and bars of it stay apart.
  muted: { dash: DASHES.solid, shape: "disc", hollow: true, weight: "thin" },
  "x->y": { dash: DASHES.solid, shape: "diamond", hollow: false, weight: "normal" },
  "y->x": { dash: DASHES.dashed, shape: "ring", hollow: true, weight: "normal" },
  truth: { dash: DASHES.dotted, shape: "cross", hollow: true, weight: "normal" },
  alert: { dash: DASHES["dash-dot"], shape: "triangle", hollow: true, weight: "normal" },
};

export function toneStyle(tone: Tone): ToneStyle {
  return STYLES[tone];
}

/** The stroke's dashes, or those of the tone. */
export function dashOf(tone: Tone, stroke: Stroke | undefined): string {
  return stroke === undefined ? STYLES[tone].dash : DASHES[stroke];
}
