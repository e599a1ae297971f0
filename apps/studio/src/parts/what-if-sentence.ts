import { numberText } from "@causal-velocity/draw/internal";
import type { WhatIf } from "../engine/messages.js";

/** "Had A been 3.2 instead of 1.7, B would have been 4.5 (4.1 to 4.9) instead of 3.9." */
export function whatIfSentence({ names, from, to }: WhatIf): string {
  const often = to.supported ? ", in nine of ten refits" : "";
  const band = Number.isNaN(to.low) ? "" : ` (${numberText(to.low)} to ${numberText(to.high)}${often})`;
  const doubt = to.supported
    ? ""
    : " This is outside the data: the curve speaks alone there, and the band promises nothing.";
  return (
    `Had ${names.cause} been ${numberText(to.cause)} instead of ${numberText(from.cause)}, ` +
    `${names.effect} would have been ${numberText(to.effect)}${band} instead of ${numberText(from.effect)}.${doubt}`
  );
}
