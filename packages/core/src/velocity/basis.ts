import type { Scale } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { cos, exp, sin } from "../primitives/elementary.js";
import { wrongOption } from "../primitives/errors.js";
import { piecewisePolynomial } from "../primitives/piecewise-polynomial.js";
import { linearVelocityModel } from "./linear-velocity-model.js";
import type { AffineVelocity, LinearVelocityModel, VelocityClass } from "./velocity-model.js";

/** One basis function Φ(y, x) of effect y and cause x, with its derivatives. */
export interface BasisTerm {
  readonly name: string;
  /** Whether |Φ| grows at most linearly in the effect for every value of the cause. */
  readonly linearGrowth: boolean;
  /** Exponents of a term that is a monomial, and its factor (default 1). */
  readonly powers?: { readonly cause: number; readonly effect: number; readonly factor?: number };
  value(y: number, x: number): number;
  dEffect(y: number, x: number): number;
  dCause(y: number, x: number): number;
}

/** A velocity class from any list of terms: v = Σ a_k Φ_k(y, x). @paper tab:examples (Basis), appx:experiment */
export function basisVelocity(name: string, terms: readonly BasisTerm[]): VelocityClass<LinearVelocityModel> {
  const flow = terms.every((term) => term.linearGrowth) ? "global" : "may-blow-up";
  const model: LinearVelocityModel = linearVelocityModel({
    name,
    flow,
    parameterCount: terms.length,
    ridge: 0,
    terms: terms.map((term) => term.name),
    basisInto(effect, cause, out) {
      for (let k = 0; k < terms.length; k++) {
        out.value[k] = terms[k].value(effect, cause);
        out.dEffect[k] = terms[k].dEffect(effect, cause);
        out.dCause[k] = terms[k].dCause(effect, cause);
      }
    },
    columnsInto(effect, cause, out) {
      terms.forEach((term, k) => {
        termInto(term, effect, cause, out.value[k]);
        termSlopeInto(term, effect, cause, out.dEffect[k]);
      });
    },
    ...(isAffine(terms) ? { affine: (theta: Float64Array) => affineSum(terms, theta) } : {}),
  });
  return { name, flow, modelFor: () => model };
}

function termInto({ powers, value }: BasisTerm, effect: Column, cause: Column, out: Column): void {
  if (powers) monomialInto(powers.factor ?? 1, powers, effect, cause, out);
  else for (let i = 0; i < cause.length; i++) out[i] = value(effect[i], cause[i]);
}

function termSlopeInto({ powers, dEffect }: BasisTerm, effect: Column, cause: Column, out: Column): void {
  if (powers) {
    const factor = powers.effect * (powers.factor ?? 1);
    monomialInto(factor, { cause: powers.cause, effect: Math.max(powers.effect - 1, 0) }, effect, cause, out);
  } else for (let i = 0; i < cause.length; i++) out[i] = dEffect(effect[i], cause[i]);
}

function monomialInto(
  factor: number,
  powers: { readonly cause: number; readonly effect: number },
  effect: Column,
  cause: Column,
  out: Column,
): void {
  out.fill(factor, 0, cause.length);
  if (factor === 0) return;
  for (let p = 0; p < powers.cause; p++) for (let i = 0; i < cause.length; i++) out[i] *= cause[i];
  for (let q = 0; q < powers.effect; q++) for (let i = 0; i < cause.length; i++) out[i] *= effect[i];
}

type Monomial = BasisTerm & Required<Pick<BasisTerm, "powers">>;

/** Whether every term is a monomial at most linear in the effect. */
function isAffine(terms: readonly BasisTerm[]): terms is readonly Monomial[] {
  return terms.every(({ powers }) => powers !== undefined && powers.effect <= 1);
}

function affineSum(terms: readonly Monomial[], theta: Float64Array): AffineVelocity {
  const degree = Math.max(0, ...terms.map(({ powers }) => powers.cause));
  const sums = [new Float64Array(degree + 1), new Float64Array(degree + 1)];
  terms.forEach(({ powers }, k) => {
    sums[powers.effect][powers.cause] += theta[k] * (powers.factor ?? 1);
  });
  return { offset: piecewisePolynomial([], [sums[0]]), slope: piecewisePolynomial([], [sums[1]]) };
}

/** base^exponent by multiplication: exact order of operations on every engine. */
function wholePower(base: number, exponent: number): number {
  let product = 1;
  for (let i = 0; i < exponent; i++) product *= base;
  return product;
}

/** The basis function xᵖ yᵠ of cause x and effect y. */
export function monomial(p: number, q: number): BasisTerm {
  return {
    name: `x^${p} y^${q}`,
    linearGrowth: q <= 1,
    powers: { cause: p, effect: q },
    value: (y, x) => wholePower(x, p) * wholePower(y, q),
    dEffect: (y, x) => (q === 0 ? 0 : q * wholePower(x, p) * wholePower(y, q - 1)),
    dCause: (y, x) => (p === 0 ? 0 : p * wholePower(x, p - 1) * wholePower(y, q)),
  };
}

/** No fit has as many terms. */
const HIGHEST_DEGREE = 100;

/**
 * All monomials up to a total degree; degree 1 is Φ_lin = (1, x, y), degree 2 Φ_quad = (1, x, y, x², y², xy).
 *
 * @throws InputError `wrong-option`
 */
export function polynomialTerms(degree: number): BasisTerm[] {
  if (!(Number.isInteger(degree) && degree >= 0 && degree <= HIGHEST_DEGREE)) {
    throw wrongOption("degree", degree, `a whole number from 0 to ${HIGHEST_DEGREE}`);
  }
  const terms = [monomial(0, 0)];
  for (let total = 1; total <= degree; total++) {
    terms.push(monomial(total, 0), monomial(0, total));
    for (let q = 1; q < total; q++) terms.push(monomial(total - q, q));
  }
  return terms;
}

/** e^{−x²}, e^{−y²}, e^{−x²−y²}: Φ_exp. @paper appx:experiment (Velocity Parametrization) */
export function exponentialTerms(): BasisTerm[] {
  const bump = (p: number, q: number): BasisTerm => {
    const value = (y: number, x: number) => exp(-(p * x * x + q * y * y));
    return {
      name: `exp(-${p} x^2 - ${q} y^2)`,
      linearGrowth: true,
      value,
      dEffect: (y, x) => (q === 0 ? 0 : -2 * y * value(y, x)),
      dCause: (y, x) => (p === 0 ? 0 : -2 * x * value(y, x)),
    };
  };
  return [bump(1, 0), bump(0, 1), bump(1, 1)];
}

/**
 * The same functions of columns in the user's units, as terms for the standardized columns: a velocity that is a sum of
 * the terms before standardizing is one afterwards too. All monomials up to a degree do not need this.
 */
export function termsInUserUnits(
  terms: readonly BasisTerm[],
  { cause, effect }: { readonly cause: Scale; readonly effect: Scale },
): BasisTerm[] {
  const [y, x] = [(b: number) => effect.mean + effect.sd * b, (a: number) => cause.mean + cause.sd * a];
  return terms.map(({ name, linearGrowth, value, dEffect, dCause }) => ({
    name,
    linearGrowth,
    value: (b, a) => value(y(b), x(a)),
    dEffect: (b, a) => effect.sd * dEffect(y(b), x(a)),
    dCause: (b, a) => cause.sd * dCause(y(b), x(a)),
  }));
}

/**
 * 1, sin x, sin y, cos x, cos y, sin(x + y): the basis that generates the paper's Velocity benchmark.
 *
 * @paper tab:synthetic_params (the table prints sin(x + y) but means the integrand's variable u)
 */
export function fourierTerms(): BasisTerm[] {
  const zero = () => 0;
  const bounded = (term: Omit<BasisTerm, "linearGrowth">): BasisTerm => ({ ...term, linearGrowth: true });
  return [
    monomial(0, 0),
    bounded({ name: "sin x", value: (_, x) => sin(x), dEffect: zero, dCause: (_, x) => cos(x) }),
    bounded({ name: "sin y", value: (y) => sin(y), dEffect: (y) => cos(y), dCause: zero }),
    bounded({ name: "cos x", value: (_, x) => cos(x), dEffect: zero, dCause: (_, x) => -sin(x) }),
    bounded({ name: "cos y", value: (y) => cos(y), dEffect: (y) => -sin(y), dCause: zero }),
    bounded({
      name: "sin(x + y)",
      value: (y, x) => sin(x + y),
      dEffect: (y, x) => cos(x + y),
      dCause: (y, x) => cos(x + y),
    }),
  ];
}
