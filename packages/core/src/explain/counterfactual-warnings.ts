import type { Warning } from "../data/warning.js";
import { noiseDependence } from "../direction/flow-independence.js";
import { GATE_LEVEL } from "../direction/gate.js";
import type { ComputeOptions } from "../numeric/compute-options.js";
import type { CounterfactualPoint } from "./counterfactual.js";
import type { DirectionFit, UserCurve } from "./direction-fit.js";

/** What a counterfactual's warnings are about. */
export interface Findings {
  readonly whole: DirectionFit;
  readonly answers: readonly CounterfactualPoint[];
  readonly ends: UserCurve["ends"];
  /** Halves that were refitted, of how many; and how many a band needs. */
  readonly halves: { readonly usable: number; readonly drawn: number; readonly needed: number };
}

/** Why answers or their bands should not be believed, one warning each. */
export function counterfactualWarnings(findings: Findings, compute: ComputeOptions): Warning[] {
  const { whole, answers, ends, halves } = findings;
  return [
    ...outsideSupport(answers),
    ...poorFit(whole, compute),
    ...lostCurves(whole, answers, ends),
    ...fewHalves(halves),
  ];
}

function outsideSupport(points: readonly CounterfactualPoint[]): Warning[] {
  const outside = points.filter(({ supported }) => !supported).length;
  if (outside === 0) return [];
  const which =
    points.length === 1
      ? "the answer lies, or is reached,"
      : `${outside} of ${points.length} answers lie, or are reached,`;
  const message = `${which} outside the data: there the class of curves speaks alone, and its band means little.`;
  return [{ code: "outside-support", message }];
}

function poorFit(whole: DirectionFit, compute: ComputeOptions): Warning[] {
  if (noiseDependence(whole.fitted, compute).tail >= GATE_LEVEL) return [];
  const message =
    `what the curves leave as noise still depends on "${whole.names.cause}": ${whole.fitted.model.name} does not describe ` +
    "this pair well, or the direction is wrong, and the truth may lie outside the band.";
  return [{ code: "poor-fit", message }];
}

/** Told where the curve, or that of a refit, ends before some of the values asked for. */
function lostCurves(
  { names, fitted }: DirectionFit,
  answers: readonly CounterfactualPoint[],
  { below, above }: UserCurve["ends"],
): Warning[] {
  const gone = answers.filter(({ effect }) => Number.isNaN(effect)).length;
  const bandless = answers.filter(({ effect, low }) => Number.isNaN(low) && !Number.isNaN(effect)).length;
  const places = [below, above].flatMap((end) => (end === undefined ? [] : [`${Number(end.toPrecision(DIGITS))}`]));
  const messages = [
    ...(gone > 0
      ? [
          `the curve runs to infinity near "${names.cause}" = ${places.join(" and ")}: ${gone} of ${answers.length} values have no answer.`,
        ]
      : []),
    ...(bandless > 0
      ? [`in some refits the curve runs to infinity on the way: ${bandless} of ${answers.length} answers have no band.`]
      : []),
  ];
  const remedy = ` A class whose curves have no end, such as location-scale in place of ${fitted.model.name}, has both.`;
  return messages.map((message) => ({ code: "lost-curves", message: message + remedy }));
}

/** Told where bands rest on fewer halves than usual, or on none. */
function fewHalves({ usable, drawn, needed }: Findings["halves"]): Warning[] {
  if (usable === drawn) return [];
  const bands = usable < needed ? "there is no band" : `bands rest on the other ${usable}`;
  const message = `in ${drawn - usable} of ${drawn} random halves a column has too few values to fit; ${bands}.`;
  return [{ code: "too-few-levels", message }];
}
