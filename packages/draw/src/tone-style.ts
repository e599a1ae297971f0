import type { Dots, Stroke, Tone } from "@causal-velocity/core";

/** What tells a tone from the others where colors do not. */
export interface ToneStyle {
  /** Dashes of lines without a stroke of their own. */
  readonly dash: string;
  readonly shape: Shape;
  /** Areas are outlined in place of filled. */
  readonly hollow: boolean;
}

export type Shape = NonNullable<Dots["shape"]> | "triangle";

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
  ink: { dash: DASHES.solid, shape: "disc", hollow: false },
  muted: { dash: DASHES.solid, shape: "disc", hollow: false },
  "x->y": { dash: DASHES.solid, shape: "disc", hollow: false },
  "y->x": { dash: DASHES.dashed, shape: "ring", hollow: true },
  truth: { dash: DASHES.dotted, shape: "cross", hollow: true },
  alert: { dash: DASHES["dash-dot"], shape: "triangle", hollow: false },
};

export function toneStyle(tone: Tone): ToneStyle {
  return STYLES[tone];
}

/** The stroke's dashes, or those of the tone. */
export function dashOf(tone: Tone, stroke: Stroke | undefined): string {
  return stroke === undefined ? STYLES[tone].dash : DASHES[stroke];
}
