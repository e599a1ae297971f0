import { constantValue } from "./compile-expression.js";
import type { Expression } from "./expression.js";

/** factor·causeᵖ·effectᵠ. */
export interface Monomial {
  readonly factor: number;
  readonly cause: number;
  readonly effect: number;
}

/** The monomial that an expression of products and whole powers is; undefined for any other. */
export function monomialOf(expression: Expression): Monomial | undefined {
  const value = constantValue(expression);
  if (value !== undefined) return { factor: value, cause: 0, effect: 0 };
  switch (expression.kind) {
    case "variable":
      return { factor: 1, cause: expression.name === "x" ? 1 : 0, effect: expression.name === "y" ? 1 : 0 };
    case "negative": {
      const of = monomialOf(expression.of);
      return of && { ...of, factor: -of.factor };
    }
    case "binary": {
      const { operator, left, right } = expression;
      const [a, b] = [monomialOf(left), monomialOf(right)];
      if (!a || !b) return undefined;
      if (operator === "*") {
        return { factor: a.factor * b.factor, cause: a.cause + b.cause, effect: a.effect + b.effect };
      }
      const isNumber = b.cause === 0 && b.effect === 0;
      if (operator === "/" && isNumber) return { ...a, factor: a.factor / b.factor };
      if (operator === "^" && isNumber) return raised(a, b.factor);
      return undefined;
    }
    default:
      return undefined;
  }
}

/** Higher powers are left to the solver: their closed form would be a long polynomial. */
const LARGEST_EXPONENT = 12;

function raised(base: Monomial, exponent: number): Monomial | undefined {
  const isWhole = Number.isInteger(exponent) && exponent >= 0 && exponent <= LARGEST_EXPONENT;
  if (!isWhole || base.factor !== 1) return undefined;
  return { factor: 1, cause: base.cause * exponent, effect: base.effect * exponent };
}
