import { type Expression, mentions } from "../../expression/expression.js";
import { constantValue } from "../../expression/expression-value.js";
import { exp, log, power, wholePower } from "../../primitives/elementary.js";
import { printExpression } from "./compile-expression.js";

/** What can be said of an expression for every cause and effect. */
interface Bounds {
  /** All values lie between these. */
  readonly low: number;
  readonly high: number;
  /** |value| ≤ a(x)·|y|^degree + b(x) with a, b finite; infinity if no such degree is known. */
  readonly degree: number;
  /** log |value| ≤ a(x)·|y|^logDegree + b(x): used inside a logarithm. */
  readonly logDegree: number;
}

/**
 * Whether an expression surely grows at most linearly in the effect, for every value of the cause: bounds on its range
 * and its degree, computed from the leaves up. False if it cannot be shown, as for y²/(1 + y²).
 *
 * @paper sec:appendix:regularity, assumption 3(b)
 */
export function hasLinearGrowth(expression: Expression): boolean {
  const bounds = boundsOf(expression);
  return bounds !== undefined && bounds.degree <= 1;
}

/** Undefined where the expression may have a pole or no value. */
function boundsOf(expression: Expression): Bounds | undefined {
  const value = constantValue(expression);
  if (value !== undefined) return { low: value, high: value, degree: 0, logDegree: 0 };
  switch (expression.kind) {
    case "variable": {
      const degree = expression.name === "y" ? 1 : 0;
      return { low: -Infinity, high: Infinity, degree, logDegree: degree };
    }
    case "negative": {
      const of = boundsOf(expression.of);
      return of && { ...of, low: -of.high, high: -of.low };
    }
    case "binary":
      return expression.operator === "^" ? powerBounds(expression) : arithmeticBounds(expression);
    case "call":
      return callBounds(expression);
    default:
      return undefined;
  }
}

type Binary = Extract<Expression, { kind: "binary" }>;

function arithmeticBounds({ operator, left, right }: Binary): Bounds | undefined {
  const [a, b] = [boundsOf(left), boundsOf(right)];
  if (!a || !b) return undefined;
  const degree = Math.max(a.degree, b.degree);
  const logDegree = Math.max(a.logDegree, b.logDegree);
  if (operator === "+") return { low: a.low + b.low, high: a.high + b.high, degree, logDegree };
  if (operator === "-") return { low: a.low - b.high, high: a.high - b.low, degree, logDegree };
  if (operator === "/") return productBounds(a, inverseBounds(b));
  return printExpression(left) === printExpression(right) ? wholePowerBounds(a, 2) : productBounds(a, b);
}

function productBounds(a: Bounds, b: Bounds | undefined): Bounds | undefined {
  if (!b) return undefined;
  // 0·∞ is 0 here: a factor of 0 makes the product 0, however large the other is.
  const times = (p: number, q: number) => (p === 0 || q === 0 ? 0 : p * q);
  const corners = [times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)];
  return {
    low: Math.min(...corners),
    high: Math.max(...corners),
    degree: a.degree + b.degree,
    logDegree: Math.max(a.logDegree, b.logDegree),
  };
}

/** 1/b, bounded if b stays away from 0. */
function inverseBounds(b: Bounds | undefined): Bounds | undefined {
  if (!b || !(b.low > 0 || b.high < 0)) return undefined;
  return { low: 1 / b.high, high: 1 / b.low, degree: 0, logDegree: 0 };
}

function powerBounds({ left, right }: Binary): Bounds | undefined {
  const [base, exponent] = [boundsOf(left), boundsOf(right)];
  if (!base || !exponent) return undefined;
  const p = constantValue(right);
  if (p === undefined) {
    const isFreeOfEffect = !mentions(left, "y") && !mentions(right, "y");
    return base.low > 0 && isFreeOfEffect ? { low: 0, high: Infinity, degree: 0, logDegree: 0 } : undefined;
  }
  const raise = Number.isInteger(p) ? wholePowerBounds : realPowerBounds;
  return p < 0 ? inverseBounds(raise(base, -p)) : raise(base, p);
}

function wholePowerBounds(base: Bounds, n: number): Bounds {
  const { low, high } = n % 2 === 0 ? absoluteRange(base) : base;
  return { low: wholePower(low, n), high: wholePower(high, n), degree: base.degree * n, logDegree: base.logDegree };
}

/** A power that is defined only for numbers of at least 0. */
function realPowerBounds(base: Bounds, p: number): Bounds | undefined {
  if (!(base.low >= 0)) return undefined;
  return { low: power(base.low, p), high: power(base.high, p), degree: base.degree * p, logDegree: base.logDegree };
}

function absoluteRange({ low, high }: Bounds): Pick<Bounds, "low" | "high"> {
  return { low: low > 0 ? low : high < 0 ? -high : 0, high: Math.max(Math.abs(low), Math.abs(high)) };
}

type Call = Extract<Expression, { kind: "call" }>;

function callBounds({ name, of }: Call): Bounds | undefined {
  const u = boundsOf(of);
  if (!u) return undefined;
  const bounded = (size: number): Bounds => ({ low: -size, high: size, degree: 0, logDegree: 0 });
  switch (name) {
    case "sin":
    case "cos":
    case "tanh":
      return bounded(1);
    case "atan":
      return bounded(Math.PI / 2);
    case "exp": {
      const degree = u.high < Infinity || !mentions(of, "y") ? 0 : Infinity;
      return { low: exp(u.low), high: exp(u.high), degree, logDegree: u.degree };
    }
    case "sinh":
    case "cosh": {
      const degree = absoluteRange(u).high < Infinity || !mentions(of, "y") ? 0 : Infinity;
      return { low: name === "cosh" ? 1 : -Infinity, high: Infinity, degree, logDegree: u.degree };
    }
    case "log":
      if (!(u.low > 0)) return undefined;
      return { low: log(u.low), high: log(u.high), degree: u.logDegree, logDegree: u.logDegree };
    case "sqrt":
      return realPowerBounds(u, 0.5);
    case "abs":
      return { ...u, ...absoluteRange(u) };
    case "tan":
      return undefined;
  }
}
