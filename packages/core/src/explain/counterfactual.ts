import type { ComputeOptions } from "../compute/routines.js";
import { noiseDependence } from "../decide/flow-independence.js";
import { GATE_LEVEL } from "../decide/gate.js";
import { byRole, DIRECTIONS, type Direction } from "../fit/orient.js";
import type { RowCount } from "../pair/complete-rows.js";
import { dataSupport } from "../pair/data-support.js";
import { checkedPair, numberColumn, type Pair, requireFinite } from "../pair/pair.js";
import { marginOfHalves } from "../pair/resample.js";
import { evenGrid } from "../primitives/columns.js";
import { InputError, option, text, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { seededRng } from "../primitives/random.js";
import type { VelocityCandidate } from "./choose-velocity.js";
import {
  candidatesOf,
  type DirectionFit,
  type DirectionFitOptions,
  fitDirection,
  type Observation,
  type UserCurve,
} from "./direction-fit.js";
import { COMFORTABLE_ROWS, checkFitOptions, fewHalves, halvableRows, onHalves } from "./halves.js";

/** One observation, and the values its cause might have had, in the user's units. */
export interface CounterfactualRequest {
  /** Which column is the cause: "x->y" if x. */
  readonly direction: Direction;
  readonly from: Observation;
  /** One value or more. */
  readonly to: ArrayLike<number>;
}

/** The velocity is that of `fitDirection`. */
export interface CounterfactualOptions extends DirectionFitOptions {
  /** Of the halves and of training. Non-negative integer; the same seed gives the same bytes. */
  readonly seed?: number | undefined;
  /** From a pair with more rows this many are drawn; default 20,000. */
  readonly maxRows?: number | undefined;
}

/** What the effect would have been at one value of the cause. */
export interface CounterfactualPoint extends Observation {
  /** NaN where the curve ends before this cause; then no band is known either. */
  readonly effect: number;
  /** Nine in ten such bands hold the truth if the class does; NaN where the curve of a refit ends before this cause. */
  readonly low: number;
  readonly high: number;
  /** Whether there are data around the whole way from the observation to here. */
  readonly supported: boolean;
}

/** The answer of `counterfactual`: effects with bands, and warnings. */
export interface Counterfactual {
  readonly direction: Direction;
  readonly names: { readonly cause: string; readonly effect: string };
  readonly from: Observation;
  /** In the order asked for. */
  readonly to: readonly CounterfactualPoint[];
  /** The curve in small steps from the smallest to the largest cause asked for, the observation's among them. */
  readonly path: readonly CounterfactualPoint[];
  /** Name of the velocity's class. */
  readonly method: string;
  /** Of velocity "auto": what its class was chosen among, the chosen one first. */
  readonly candidates?: readonly VelocityCandidate[];
  readonly seed: number;
  readonly rows: RowCount;
  /** What is doubtful about the data, the curves and the bands. */
  readonly findings: readonly Finding[];
  /** What was done to the table before. */
  readonly transformations?: Pair["transformations"];
}

/** Stretches of a way at whose ends support is asked for, and of the path that is drawn. */
const STRETCHES = 32;
const PATH_STRETCHES = 96;
/** Of the place where a curve ends. */
const DIGITS = 4;

/**
 * What the effect of one observation would have been, had its cause been another: the causal curve through it, followed
 * to each value asked for.
 *
 * Bands come from refitting everything, scores included, on random halves without replacement. A half varies about the
 * whole as much as the whole does about what it estimates, so the spread of the halves is the standard error as it is.
 * Halves that differ from the whole in the mean show a bias, which counts too. What the class of curves cannot say is
 * not in the band, nor whether the direction is right: the finding `fit` warns of both where the noise still depends on
 * the cause.
 * @paper eq:counterfactual_transformation, eq:scm_flow (counterfactuals as initial value problems)     @deviates docs/decisions/0040-counterfactual-bands.md
 * @cost 21 estimates of the scores, fits and curves
 * @throws InputError `lost-curve` where the flow of the class leaves every bound before all values asked for;
 *   `too-few-rows`, `not-finite`, `wrong-option`
 */
export function counterfactual(
  pair: Pair,
  request: CounterfactualRequest,
  options: CounterfactualOptions = {},
): Counterfactual {
  const { maxRows = COMFORTABLE_ROWS, ...fitOptions } = options;
  const { velocity: _, score = "stein", seed = 0, ...compute } = fitOptions;
  const to = checkedRequest(request);
  checkFitOptions(score, seed, maxRows);
  const { direction, from } = request;
  const rng = seededRng(seed);
  const checked = checkedPair(pair);
  const drawn = halvableRows(checked, maxRows, rng);
  const fitRows = (rows: Pair) => fitDirection(rows, direction, fitOptions);

  const whole = fitRows(drawn);
  const stations = Float64Array.from([...to, ...pathOver(from.cause, to)]);
  const { effect, ends } = whole.curve(from, stations);
  if (effect.subarray(0, to.length).every(Number.isNaN)) throw lostCurve(whole, ends.below ?? ends.above ?? from.cause);
  const refits = onHalves(drawn, rng, (half) => fitRows(half).curve(from, stations).effect);
  const isSupported = supportOfWay(whole, from, dataSupport([whole.pair.x, whole.pair.y], rng.split("support")));
  const points = Array.from(stations, (cause, i): CounterfactualPoint => {
    const margin = marginOfHalves(refits.map((refit) => refit[i] - effect[i]));
    const band = { low: effect[i] - margin, high: effect[i] + margin };
    return { cause, effect: effect[i], ...band, supported: !Number.isNaN(effect[i]) && isSupported(cause) };
  });
  const [answers, path] = [points.slice(0, to.length), points.slice(to.length)];
  return {
    direction,
    names: byRole(checked.names, direction),
    from: { cause: from.cause, effect: from.effect },
    to: answers,
    path,
    method: whole.fitted.model.name,
    ...candidatesOf(whole, fitOptions),
    seed,
    rows: drawn.rows,
    findings: [
      ...checked.findings,
      ...counterfactualFindings({ whole, answers, ends, usableHalves: refits.length }, compute),
    ],
    ...(checked.transformations && { transformations: checked.transformations }),
  };
}

/** Whether there are data around the curve all the way from an observation to a value of the cause. */
function supportOfWay(
  whole: DirectionFit,
  from: Observation,
  support: (x: number, y: number) => boolean,
): (to: number) => boolean {
  return (to) => {
    const step = (to - from.cause) / STRETCHES;
    const grid = Float64Array.from({ length: STRETCHES + 1 }, (_, k) => from.cause + k * step);
    const { effect } = whole.curve(from, grid);
    return grid.every((cause, k) => support(...whole.place({ cause, effect: effect[k] })));
  };
}

/** Even steps from the smallest to the largest of the causes, with the observation's among them. */
function pathOver(from: number, to: Float64Array): Float64Array {
  const [low, high] = [to.reduce((a, b) => Math.min(a, b), from), to.reduce((a, b) => Math.max(a, b), from)];
  return Float64Array.from(new Set([...evenGrid(low, high, PATH_STRETCHES + 1), from])).sort();
}

function lostCurve({ names, fitted }: DirectionFit, cause: number): InputError {
  return new InputError({
    code: "lost-curve",
    place: `the causal curve of "${names.effect}"`,
    value: `leaves every bound near "${names.cause}" = ${Number(cause.toPrecision(DIGITS))} in the flow of ${fitted.model.name}`,
    expected: "a curve that reaches the value asked for",
    remedy: text`Ask for a nearer value, or choose another class in ${option("velocity")}: curves of location-scale, v-lsnm, v-anm and b-lin have no end.`,
  });
}

/** @throws InputError `wrong-option`, `not-finite` */
function checkedRequest(request: CounterfactualRequest): Float64Array {
  const { direction, from, to } = request ?? {};
  if (!DIRECTIONS.includes(direction)) throw wrongOption("direction", direction, `one of ${DIRECTIONS.join(", ")}`);
  requireFinite(numberColumn([from?.cause, from?.effect], "from"), "from");
  const values = numberColumn(to ?? [], "to");
  if (values.length === 0) throw wrongOption("to", "nothing", "one value of the cause or more");
  requireFinite(values, "to");
  return values;
}

/** What is looked at for findings about a counterfactual. */
export interface CounterfactualFacts {
  readonly whole: DirectionFit;
  readonly answers: readonly CounterfactualPoint[];
  readonly ends: UserCurve["ends"];
  /** Halves that could be refitted. */
  readonly usableHalves: number;
}

/** Why answers or their bands may be wrong. */
export function counterfactualFindings(facts: CounterfactualFacts, compute: ComputeOptions): Finding[] {
  const { whole, answers, ends, usableHalves } = facts;
  return [
    ...outsideSupport(answers),
    ...poorFit(whole, compute),
    ...lostCurves(whole, answers, ends),
    ...fewHalves(usableHalves),
  ];
}

function outsideSupport(points: readonly CounterfactualPoint[]): Finding[] {
  const outside = points.filter(({ supported }) => !supported).length;
  if (outside === 0) return [];
  const which =
    points.length === 1
      ? "The answer lies, or is reached,"
      : `${outside} of ${points.length} answers lie, or are reached,`;
  return [
    {
      code: "outside-support",
      severity: "warn",
      value: outside,
      sentence: `${which} outside the data: there the answer follows from the class of curves alone, and its band means little.`,
      advice: "",
    },
  ];
}

/** That the noise still depends on the cause. */
export function poorFit(whole: DirectionFit, compute: ComputeOptions): Finding[] {
  const { tail } = noiseDependence(whole.fitted, compute);
  if (tail >= GATE_LEVEL) return [];
  return [
    {
      code: "fit",
      severity: "warn",
      direction: whole.direction,
      value: tail,
      sentence:
        `What the curves leave as noise still depends on "${whole.names.cause}": ${whole.fitted.model.name} does not describe ` +
        "this pair well, or the direction is wrong, and the truth may lie outside the band.",
      advice: "",
    },
  ];
}

/** Where the curve, or that of a refit, ends before some of the values asked for. */
function lostCurves(
  { names, fitted, direction }: DirectionFit,
  answers: readonly CounterfactualPoint[],
  { below, above }: UserCurve["ends"],
): Finding[] {
  const gone = answers.filter(({ effect }) => Number.isNaN(effect)).length;
  const bandless = answers.filter(({ effect, low }) => Number.isNaN(low) && !Number.isNaN(effect)).length;
  const places = [below, above].flatMap((end) => (end === undefined ? [] : [`${Number(end.toPrecision(DIGITS))}`]));
  const lost = (value: number, sentence: string): Finding => ({
    ...{ code: "lost-curves", severity: "warn", direction, value, sentence },
    advice: `Choose a class whose curves have no end, such as location-scale in place of ${fitted.model.name}.`,
  });
  return [
    ...(gone > 0
      ? [
          lost(
            gone,
            `The curve runs to infinity near "${names.cause}" = ${places.join(" and ")}: ${gone} of ${answers.length} values have no answer.`,
          ),
        ]
      : []),
    ...(bandless > 0
      ? [
          lost(
            bandless,
            `In some refits the curve runs to infinity on the way: ${bandless} of ${answers.length} answers have no band.`,
          ),
        ]
      : []),
  ];
}
