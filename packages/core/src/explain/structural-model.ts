import { byRole, DIRECTIONS, type Direction, orientScale } from "../fit/orient.js";
import { fitScm } from "../flow/fit-scm.js";
import { inUnitsOf, rangeOf } from "../graph/fitted-graph.js";
import { bandedColumn, type Estimate, type Summary } from "../graph/summary.js";
import { requireInside } from "../graph/what-if-question.js";
import type { RowCount } from "../pair/complete-rows.js";
import { dataSupport } from "../pair/data-support.js";
import { checkedPair, numberColumn, type Pair, requireFinite } from "../pair/pair.js";
import { toUserUnits } from "../pair/standardize.js";
import { type Column, evenGrid } from "../primitives/columns.js";
import { exp } from "../primitives/elementary.js";
import { option, wrongOption } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { quantileOfSorted, roundedNear, sorted } from "../primitives/quantiles.js";
import { seededRng } from "../primitives/random.js";
import type { VelocityCandidate } from "./choose-velocity.js";
import { type CounterfactualOptions, poorFit } from "./counterfactual.js";
import { candidatesOf, type DirectionFit, fitDirection } from "./direction-fit.js";
import { COMFORTABLE_ROWS, checkFitOptions, fewHalves, halvableRows, onHalves } from "./halves.js";

/** What is asked of a structural model. */
export interface StructuralModelRequest {
  /** Which column is the cause: "x->y" if x. */
  readonly direction: Direction;
  /** Values to which the cause is set, in the user's units; by default 11 even ones over the middle 90% of its rows. */
  readonly at?: ArrayLike<number> | undefined;
  /** Shares of the rows below the quantiles of the effect; by default 0.05, 0.5 and 0.95. */
  readonly quantiles?: readonly number[] | undefined;
  /** Rows to draw from the model; by default none. */
  readonly samples?: number | undefined;
  /** Whether the density of the effect is asked for too. */
  readonly density?: boolean | undefined;
}

/** The effect in all rows if the cause were set to a value, in the user's units; NaN where curves end before it. */
export interface SetCause extends Summary<Estimate> {
  readonly cause: number;
  /** Whether there are data around this value of the cause. */
  readonly supported: boolean;
}

/** Rows drawn from a model, in the user's units. The noise of a row is its effect if its cause were the baseline. */
export interface ModelSample {
  readonly cause: Column;
  readonly noise: Column;
  /** NaN where the curve of the noise ends before the cause. */
  readonly effect: Column;
}

/** The density of the effect for each value of the cause, per unit of the effect. */
export interface ModelDensity {
  /** Even values over the range of the rows. */
  readonly effect: Column;
  /** One column for each value of the cause asked for. */
  readonly at: readonly Column[];
}

/** The answer of `structuralModel`. */
export interface StructuralModel {
  readonly direction: Direction;
  readonly names: { readonly cause: string; readonly effect: string };
  /** In the order asked for. */
  readonly at: readonly SetCause[];
  /** The same in small steps over the middle 90% of the cause and all values asked for. */
  readonly path: readonly SetCause[];
  /** Shares of the rows below the quantiles. */
  readonly levels: readonly number[];
  /** The cause at which noise and effect are equal. */
  readonly baseline: number;
  readonly samples?: ModelSample;
  readonly density?: ModelDensity;
  /** Name of the velocity's class. */
  readonly method: string;
  /** Of velocity "auto": what its class was chosen among, the chosen one first. */
  readonly candidates?: readonly VelocityCandidate[];
  /** Refits on random halves behind the bands. */
  readonly halves: number;
  readonly seed: number;
  readonly rows: RowCount;
  /** What is doubtful about the data, the curves and the bands. */
  readonly findings: readonly Finding[];
  /** What was done to the table before. */
  readonly transformations?: Pair["transformations"];
}

/** Share of the rows of the cause on either side of the values that are taken if none are named. */
const OUTER = 0.05;
const DEFAULT_VALUES = 11;
const DEFAULT_LEVELS: readonly number[] = [0.05, 0.5, 0.95];
/** Points of the path that is drawn. */
const PATH_POINTS = 65;
/** Values of the effect at which densities are given. */
const DENSITY_VALUES = 101;
/** More rows than this are taken for a mistake. */
const MOST_SAMPLES = 1_000_000;
/** Bands are the spread of the halves as it is (docs/decisions/0040-counterfactual-bands.md). */
const WIDENING = 1;

/**
 * The structural model effect = f(cause, noise) of one direction of a pair: what the effect would be in all rows if the
 * cause were set, with bands, and, if asked for, rows drawn from the model and densities of the effect.
 *
 * Every row keeps its noise and is moved along its causal curve, as by `intervene` in a graph of two columns, whose flow
 * is fitted in another way. Bands come from refits on 20 random halves.
 * @cost 21 estimates of the scores and fits; curves as `FittedScm`
 * @throws InputError `wrong-option` for values outside the data; `too-few-rows`, `not-finite`
 */
export function structuralModel(
  pair: Pair,
  request: StructuralModelRequest,
  options: CounterfactualOptions = {},
): StructuralModel {
  const { maxRows = COMFORTABLE_ROWS, ...fitOptions } = options;
  const { velocity: _, score = "stein", seed = 0, ...compute } = fitOptions;
  checkFitOptions(score, seed, maxRows);
  const { direction, samples, levels, density } = checkedRequest(request);
  const rng = seededRng(seed);
  const checked = checkedPair(pair);
  const drawn = halvableRows(checked, maxRows, rng);
  const whole = fitDirection(drawn, direction, fitOptions);
  const scm = fitScm(whole.fitted);
  const units = orientScale(whole.pair, direction);
  const standard = inStandardUnits(whole);
  const usual = defaultValues(byRole(drawn, direction).cause);
  const at = request.at === undefined ? usual : checkedValues(whole, request.at);
  const [low, high] = rangeOf(Float64Array.of(...at, ...usual));
  const stations = Float64Array.from([...at, ...evenGrid(low, high, PATH_POINTS)]);
  const measured = summaries(whole, stations, levels);
  const refits = onHalves(drawn, rng, (half) => summaries(fitDirection(half, direction, fitOptions), stations, levels));
  const isSupported = dataSupport([whole.fitted.oriented.cause], rng.split("support"));
  const points = Array.from(
    stations,
    (cause, i): SetCause => ({
      cause,
      supported: isSupported(standard(cause)),
      ...bandedColumn(
        measured[i],
        refits.map((refit) => refit[i]),
        WIDENING,
      ),
    }),
  );
  const [answers, path] = [points.slice(0, at.length), points.slice(at.length)];
  const isLost = ({ mean }: Summary<number>): boolean => Number.isNaN(mean);
  const bandless = answers.filter((_, i) => !isLost(measured[i]) && refits.some((refit) => isLost(refit[i]))).length;
  const sample = samples > 0 ? scm.sample(samples, rng.split("sample")) : undefined;
  return {
    direction,
    names: byRole(checked.names, direction),
    at: answers,
    path,
    levels,
    baseline: toUserUnits(Float64Array.of(scm.baseline), units.cause)[0],
    ...(sample && {
      samples: {
        cause: toUserUnits(sample.cause, units.cause),
        noise: toUserUnits(sample.noise, units.effect),
        effect: toUserUnits(sample.effect, units.effect),
      },
    }),
    ...(density && { density: densitiesAt(at) }),
    method: whole.fitted.model.name,
    ...candidatesOf(whole, fitOptions),
    halves: refits.length,
    seed,
    rows: drawn.rows,
    findings: [
      ...checked.findings,
      ...outsideSupport(whole, answers),
      ...poorFit(whole, compute),
      ...lostCurves(whole, answers, bandless),
      ...fewHalves(refits.length),
    ],
    ...(checked.transformations && { transformations: checked.transformations }),
  };

  function densitiesAt(causes: Column): ModelDensity {
    const [low, high] = rangeOf(whole.fitted.oriented.effect);
    const grid = evenGrid(low, high, DENSITY_VALUES);
    return {
      effect: toUserUnits(grid, units.effect),
      at: Array.from(causes, (cause) =>
        scm.logConditional(standard(cause), grid).map((value) => exp(value) / units.effect.sd),
      ),
    };
  }
}

/** Mean, standard deviation and quantiles of the effect for each value of the cause, in the user's units. */
function summaries(fit: DirectionFit, causes: Column, levels: readonly number[]): Summary<number>[] {
  const { effect: units } = orientScale(fit.pair, fit.direction);
  const scm = fitScm(fit.fitted);
  const grid = causes.map(inStandardUnits(fit));
  const means = scm.interventionMean(grid);
  const mean = toUserUnits(means.effect, units);
  const quantiles = scm.interventionQuantiles(grid, levels).effect.map((column) => toUserUnits(column, units));
  return Array.from(grid, (_, i) => ({
    mean: mean[i],
    sd: units.sd * means.sd[i],
    quantiles: quantiles.map((column) => column[i]),
  }));
}

/** The column of the cause and its scale, as a graph has them. */
function causeOf({ fitted, pair, direction }: DirectionFit) {
  return { columns: [fitted.oriented.cause], scales: [orientScale(pair, direction).cause] };
}

function inStandardUnits(fit: DirectionFit): (cause: number) => number {
  const column = causeOf(fit);
  return (cause) => inUnitsOf(column, 0, cause);
}

/** @throws InputError `wrong-option` */
function checkedRequest(request: StructuralModelRequest) {
  const { direction, quantiles: levels = DEFAULT_LEVELS, samples = 0, density = false } = request ?? {};
  if (!DIRECTIONS.includes(direction)) throw wrongOption("direction", direction, `one of ${DIRECTIONS.join(", ")}`);
  const shares = "shares from 0 to 1, such as 0.05, 0.5 and 0.95";
  if (!Array.isArray(levels)) throw wrongOption("quantiles", levels, shares);
  for (const level of levels) {
    if (!(typeof level === "number" && level >= 0 && level <= 1)) throw wrongOption("quantiles", level, shares);
  }
  if (!(Number.isSafeInteger(samples) && samples >= 0 && samples <= MOST_SAMPLES)) {
    throw wrongOption("samples", samples, `a whole number from 0 to ${MOST_SAMPLES}`);
  }
  return { direction, levels, samples, density };
}

/** @throws InputError `wrong-option`, `not-finite` */
function checkedValues(whole: DirectionFit, given: ArrayLike<number>): Column {
  const values = numberColumn(given, "at");
  if (values.length === 0) throw wrongOption("at", "nothing", "one value of the cause or more");
  requireFinite(values, "at");
  for (const value of values) requireInside(causeOf(whole), 0, value, [option("at")]);
  return values;
}

/** Even values over the middle of a column, with few digits where these stay within it. */
function defaultValues(cause: Column): Column {
  const ascending = sorted(cause);
  const middle = [quantileOfSorted(ascending, OUTER), quantileOfSorted(ascending, 1 - OUTER)];
  const [low, high] = middle[0] < middle[1] ? middle : rangeOf(cause);
  return evenGrid(low, high, DEFAULT_VALUES).map((value) => {
    const short = roundedNear(value, high - low);
    return short >= ascending[0] && short <= ascending[ascending.length - 1] ? short : value;
  });
}

function outsideSupport({ names }: DirectionFit, points: readonly SetCause[]): Finding[] {
  const outside = points.filter(({ supported }) => !supported).length;
  if (outside === 0) return [];
  return [
    {
      code: "outside-support",
      severity: "warn",
      column: names.cause,
      value: outside,
      sentence: `${outside} of ${points.length} values of "${names.cause}" lie where there are hardly any data: there the answer follows from the class of curves alone, and its band means little.`,
      advice: "",
    },
  ];
}

/** @param bandless answers without a band because of curves of refits */
function lostCurves(
  { names, fitted, direction }: DirectionFit,
  points: readonly SetCause[],
  bandless: number,
): Finding[] {
  const gone = points.filter(({ mean }) => Number.isNaN(mean.value)).length;
  const lost = (value: number, sentence: string): Finding[] =>
    value === 0
      ? []
      : [
          {
            ...{ code: "lost-curves", severity: "warn", direction, value, sentence },
            advice: `Choose a class whose curves have no end, such as location-scale in place of ${fitted.model.name}.`,
          },
        ];
  return [
    ...lost(
      gone,
      `For ${gone} of ${points.length} values of "${names.cause}" some curves run to infinity on the way: there is no mean.`,
    ),
    ...lost(
      bandless,
      `In some refits curves run to infinity on the way: ${bandless} of ${points.length} means have no band.`,
    ),
  ];
}
