import { choleskySolveInPlace } from "../algebra/cholesky.js";
import { type ComputeOptions, computeOptions, type Routines } from "../compute/routines.js";
import { addCombination, type Column } from "../primitives/columns.js";
import { exp, log } from "../primitives/elementary.js";
import { spreadOfSorted } from "../primitives/quantiles.js";
import { kernelEntropyOfSorted } from "../statistics/entropy.js";
import { type Design, designOf, type Term, termsOf } from "./design.js";
import type { FlowSize } from "./flow-size.js";
import {
  allPriors,
  bestPrior,
  halfSquares,
  meanSquare,
  type Prior,
  priorOn,
  priorVariances,
  SMALLEST_VARIANCE,
} from "./prior.js";
import type { SmoothFunctions } from "./smooth-functions.js";

/** Functions of one parent in the log scale, and products. */
const SCALE_DEGREES = 4;
const SCALE_PRODUCT_DEGREES = 2;

/** Prior variance of coefficients of the log scale: a standard deviation of a factor of 1.5, and half of it a degree on. */
const SCALE_VARIANCE = 0.15;
const SCALE_SMOOTHNESS = 0.4;

/** Steps of scoring before the location is fitted again, and after. */
const FIRST_STEPS = 5;
const LAST_STEPS = 3;
/** A row's squared noise counts as at most 16: outliers do not set the scale. */
const LARGEST_SQUARE = 16;
/** The log scale stays within this distance of the overall one: a factor of 33 either way. */
export const REACH = 3.5;
/** Noise below this, in standard deviations of the column, is what rounding leaves of a function of the parents. */
const NOISELESS_SCALE = 1e-9;

/** A column as it is, standardized, or as normal scores: increasing functions of each other. */
export interface ColumnForm {
  readonly name: "plain" | "normal-scores";
  readonly values: Column;
  /** n·(entropy of the column − that of the form): descriptions of different forms become those of the column. */
  readonly natsToColumn: number;
}

/**
 * What a column is given its parents, in one of its forms: location(parents) + e^{logScale(parents)}·noise, noise of
 * any density.
 */
export interface ConditionalFlow {
  readonly form: ColumnForm["name"];
  /** Description length of the column given its parents, in nats: lower is better. */
  readonly nats: number;
  /** One number a row. */
  readonly noise: Column;
  /** Share of the form's variance that the location leaves. */
  readonly residualVariance: number;
  readonly location: Combination;
  /** No terms if the scale is constant. */
  readonly logScale: Combination;
}

/** Σ coefficient·(product of smooth functions of the parents − its mean over the rows), and a constant. */
export interface Combination {
  readonly terms: readonly Term[];
  readonly coefficients: Float64Array;
  readonly means: Float64Array;
  readonly constant: number;
}

/**
 * Description length of a column by a location-scale flow given its parents, in nats:
 * n(H(noise) + mean log scale) − ln prior(coefficients) + ½ ln det(information), with and without a scale that varies,
 * whichever is shorter.
 *
 * Terms are smooth functions of single parents and low-order products of them. Coefficients have a Gaussian prior whose
 * variance falls with the degree; its two numbers are those of highest evidence. What a term costs follows from the
 * prior (Laplace's approximation): there is no constant to tune. The noise's entropy is by leave-one-out kernel density.
 * Of the forms of the column the one with the shortest description is used: normal scores are for columns that are an
 * increasing function of location and noise.
 * @cost O(n·terms²): one Gram matrix, and one for each form
 */
export function describeGiven(
  forms: readonly ColumnForm[],
  parents: readonly SmoothFunctions[],
  { degrees, products }: FlowSize,
  compute: ComputeOptions,
): ConditionalFlow {
  const { routines } = computeOptions(compute);
  const n = forms[0].values.length;
  const design = designOf(termsOf(parents, degrees, products), parents, n);
  const gram = routines.products(design.atRows, design.atRows);
  const scale = scaleDesign(parents, n, routines);
  const priors = allPriors(design, gram);
  let shortest: ConditionalFlow | undefined;
  for (const form of forms) {
    const moments = routines.products(design.atRows, [form.values]).data;
    const { prior, coefficients } = bestPrior(form.values, priors, moments);
    const flat = withoutScale(form, design, prior, coefficients, compute);
    for (const flow of [flat, withScale(form, flat, design, prior, scale, compute)]) {
      if (!shortest || flow.nats < shortest.nats) shortest = flow;
    }
  }
  if (!shortest) throw new RangeError("describeGiven: no form of the column");
  return shortest;
}

/** The flow with a constant scale, and its residuals. */
function withoutScale(
  { name, values: column, natsToColumn }: ColumnForm,
  design: Design,
  { variances, cost }: Prior,
  coefficients: Float64Array,
  compute: ComputeOptions,
): ConditionalFlow {
  const noise = residualOf(column, design, coefficients);
  const variance = Math.max(meanSquare(noise), SMALLEST_VARIANCE);
  return {
    form: name,
    nats:
      natsToColumn +
      column.length * entropyOf(noise, compute) +
      cost +
      natsOfCoefficients(coefficients, variances, variance, column.length),
    noise,
    residualVariance: variance,
    location: combination(design, coefficients),
    logScale: { terms: [], coefficients: new Float64Array(0), means: new Float64Array(0), constant: 0 },
  };
}

/** Terms of the log scale, and their prior and information, which the residuals do not change. */
interface ScaleDesign {
  readonly design: Design;
  readonly prior: Prior;
}

function scaleDesign(parents: readonly SmoothFunctions[], n: number, routines: Routines): ScaleDesign {
  const design = designOf(termsOf(parents, SCALE_DEGREES, SCALE_PRODUCT_DEGREES), parents, n);
  const variances = priorVariances(design.degrees, SCALE_VARIANCE, SCALE_SMOOTHNESS);
  const information = routines.products(design.atRows, design.atRows);
  for (let k = 0; k < information.data.length; k++) information.data[k] *= 2;
  return { design, prior: priorOn(information, variances) };
}

/** The flow with a scale that depends on the parents: scoring of the scale, the location once more, scoring again. */
function withScale(
  { name, values: column, natsToColumn }: ColumnForm,
  flat: ConditionalFlow,
  design: Design,
  wanted: Prior,
  scale: ScaleDesign,
  compute: ComputeOptions,
): ConditionalFlow {
  const { routines } = computeOptions(compute);
  const n = column.length;
  const overall = 0.5 * log(Math.max(meanSquare(flat.noise), SMALLEST_VARIANCE));
  const start = {
    coefficients: new Float64Array(scale.prior.variances.length),
    constant: overall,
    logScale: new Float64Array(n).fill(overall),
  };
  const first = scoreScale(flat.noise, start, scale, FIRST_STEPS, routines);
  const roots = new Float64Array(n);
  for (let i = 0; i < n; i++) roots[i] = exp(first.constant - first.logScale[i]);
  const weighted = design.atRows.slice(0, wanted.variances.length).map((values) => multiplied(values, roots));
  const prior = priorOn(routines.products(weighted, weighted), wanted.variances);
  const coefficients = routines.products(weighted, [multiplied(column, roots)]).data;
  choleskySolveInPlace(prior.factor, coefficients);
  const residual = residualOf(column, design, coefficients);
  const second = scoreScale(residual, first, scale, LAST_STEPS, routines);
  const noise = new Float64Array(n);
  for (let i = 0; i < n; i++) noise[i] = residual[i] * exp(-second.logScale[i]);
  let meanLogScale = 0;
  for (let i = 0; i < n; i++) meanLogScale += second.logScale[i] / n;
  const nats =
    natsToColumn +
    n * (entropyOf(noise, compute) + meanLogScale) +
    prior.cost +
    natsOfCoefficients(coefficients, prior.variances, exp(2 * first.constant), n) +
    scale.prior.cost +
    halfSquares(second.coefficients, scale.prior.variances);
  return {
    form: name,
    nats,
    noise,
    residualVariance: meanSquare(residual),
    location: combination(design, coefficients),
    logScale: {
      ...combination(scale.design, second.coefficients),
      constant: second.constant,
    },
  };
}

interface ScaleFit {
  readonly coefficients: Float64Array;
  readonly constant: number;
  readonly logScale: Column;
}

/** Fisher's scoring of the log scale with its prior, by the Gaussian likelihood's equations. */
function scoreScale(
  residual: Column,
  start: ScaleFit,
  { design: { atRows }, prior: { variances, factor } }: ScaleDesign,
  steps: number,
  routines: Routines,
): ScaleFit {
  const n = residual.length;
  const coefficients = start.coefficients.slice();
  let { constant } = start;
  const logScale = start.logScale.slice();
  const excess = new Float64Array(n);
  for (let step = 0; step < steps; step++) {
    let meanExcess = 0;
    for (let i = 0; i < n; i++) {
      const noise = residual[i] * exp(-logScale[i]);
      excess[i] = Math.min(noise * noise, LARGEST_SQUARE) - 1;
      meanExcess += excess[i] / n;
    }
    const change = routines.products(atRows, [excess]).data;
    for (let k = 0; k < change.length; k++) change[k] -= coefficients[k] / variances[k];
    choleskySolveInPlace(factor, change);
    for (let k = 0; k < change.length; k++) coefficients[k] += change[k];
    constant += meanExcess / 2;
    logScale.fill(constant);
    addCombination(logScale, atRows, coefficients);
    for (let i = 0; i < n; i++) {
      logScale[i] = Math.min(Math.max(logScale[i], constant - REACH), constant + REACH);
    }
  }
  return { coefficients, constant, logScale };
}

/**
 * What the prior charges for coefficients, with variances in units of a noise variance that is not known: for small ones
 * ½ Σ coefficient²/variance of noise; for noise that nearly vanishes it grows with the logarithm alone.
 */
function natsOfCoefficients(
  coefficients: Float64Array,
  variances: Float64Array,
  noiseVariance: number,
  n: number,
): number {
  return (
    (n / 2) * log(1 + (2 * halfSquares(coefficients, variances)) / (n * Math.max(noiseVariance, SMALLEST_VARIANCE)))
  );
}

function residualOf(column: Column, { atRows }: Design, coefficients: Float64Array): Column {
  const out = new Float64Array(column.length);
  addCombination(out, atRows.slice(0, coefficients.length), coefficients);
  for (let i = 0; i < out.length; i++) out[i] = column[i] - out[i];
  return out;
}

/** The first terms with their coefficients. */
function combination({ terms, means }: Design, coefficients: Float64Array): Combination {
  const used = coefficients.length;
  return { terms: terms.slice(0, used), coefficients, means: means.slice(0, used), constant: 0 };
}

function multiplied(a: Column, b: Column): Column {
  const out = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = a[i] * b[i];
  return out;
}

/** Tails are heavy where the standard deviation is this many times the spread, which outliers hardly change. */
const HEAVY_TAILS = 1.2;

/**
 * Entropy of noise that may be nothing but rounding: by kernels of one width, or for heavy tails of widths that grow
 * outward, whichever is lower.
 *
 * With one width, rows far out have no neighbors and cost too much: a parent that says nothing, and happens to move them
 * inward, would look like a cause.
 */
export function entropyOf(noise: Column, compute: ComputeOptions): number {
  const ascending = computeOptions(compute).routines.sorted(noise);
  const { center, sd, spread } = spreadOfSorted(ascending);
  if (!(sd > NOISELESS_SCALE)) return log(NOISELESS_SCALE);
  const entropy = kernelEntropyOfSorted(ascending, compute);
  if (!(sd > HEAVY_TAILS * spread)) return entropy;
  let meanLogWidth = log(spread);
  const bent = ascending.map((value) => {
    const place = (value - center) / spread;
    const width = Math.sqrt(1 + place * place);
    meanLogWidth += log(width) / ascending.length;
    return place < 0 ? -log(width - place) : log(width + place);
  });
  return Math.min(entropy, kernelEntropyOfSorted(bent, compute) + meanLogWidth);
}
