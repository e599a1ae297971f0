import type { Figure } from "../../explain/figure.js";
import { fitVelocity } from "../../fit/fit-velocity.js";
import { simulate } from "../../simulate/simulate.js";
import { mechanismError } from "../mechanism-error.js";
import { trueOrientation } from "../true-orientation.js";
import { curveStarts, curvesBesideTruth } from "./curves-beside-truth.js";
import { numberAxis, rowDots } from "./marks.js";
import { type PaperFigureOptions, wholeOption, withCommas } from "./paper-figure.js";
import { additiveCase, fourierCase, locationScaleCase } from "./well-specified.js";

/**
 * Velocities fitted to true scores by least squares, integrated, beside the true mechanism, for three classes that hold the
 * truth.
 *
 * @paper fig:gt_score_estim     @cost about 1 s     @throws InputError `wrong-option`
 */
export function mechanismRecoveryFigure({ seed = 0, rows, ...compute }: PaperFigureOptions = {}): Figure {
  const n = wholeOption("rows", rows, { least: 20, most: 100_000, otherwise: 1000 });
  const errors: string[] = [];
  const panels = [additiveCase, locationScaleCase, fourierCase].map(({ title, kind, number, classOf }) => {
    const simulated = simulate(kind, { n, seed, number });
    const known = trueOrientation(simulated);
    const { mechanism, noise, pair } = simulated;
    if (!known || !mechanism || !noise) throw new TypeError(`${kind} knows its scores and mechanism`);
    const fit = fitVelocity(classOf(known.pair), known.causal, compute);
    errors.push(`${inWords(mechanismError(fit, simulated).error)} (${title}, dataset ${number})`);
    return {
      title,
      x: numberAxis("cause x"),
      y: numberAxis("effect y"),
      marks: [rowDots(pair.x, pair.y), ...curvesBesideTruth(fit, mechanism, known.pair, curveStarts(pair.x, noise))],
    };
  });
  return {
    id: "mechanism-recovery",
    title: "True scores recover the mechanism",
    caption:
      `Given the true scores at ${withCommas(n)} rows (seed ${seed}) and a class that holds the truth, least squares finds a ` +
      "velocity whose curves lie on the true mechanism: dashed on solid. Root mean square error of the counterfactuals, in " +
      `standard deviations of the effect: ${errors.join(", ")}.`,
    panels,
  };
}

/** Below this, numbers are told by their power of ten. */
const SMALLEST_DECIMAL = 1e-4;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** One digit: "0.0008", "6·10⁻¹⁰". */
function inWords(error: number): string {
  if (!(error < SMALLEST_DECIMAL)) return error.toPrecision(1);
  const [digit, power] = error.toExponential(0).split("e-");
  return `${digit}·10⁻${power.replace(/\d/g, (place) => SUPERSCRIPTS[Number(place)])}`;
}
