import type { Expression } from "../../expression/expression.js";
import { constantValue } from "../../expression/expression-value.js";
import { parseExpressions } from "../../expression/parse-expression.js";
import { wrongOption } from "../../primitives/errors.js";
import type { BasisTerm } from "../basis.js";
import { compileExpression, printExpression } from "./compile-expression.js";
import { hasLinearGrowth } from "./linear-growth.js";

/**
 * Basis functions from text such as "1, x, y, sin(x)*y, exp(-y^2)": a velocity known from the process.
 *
 * x or cause is the cause, y or effect the effect, each in standard deviations from its mean. Numbers, pi, e, + − * /
 * ^, parentheses, sin cos tan atan sinh cosh tanh exp log sqrt abs. Derivatives are exact; an undefined value is NaN,
 * which a fit refuses.
 * @throws InputError `wrong-basis` that points at the mistake
 */
export function parseBasis(text: string): BasisTerm[] {
  if (typeof text !== "string") throw wrongOption("basis", text, 'text such as "1, x, y"');
  return parseExpressions(text).map(basisTerm);
}

function basisTerm(expression: Expression): BasisTerm {
  const into = compileExpression(expression);
  const jet = new Float64Array(3);
  let [knownEffect, knownCause] = [Number.NaN, Number.NaN];
  // Value and derivatives come together, and are usually requested one after the other at the same point.
  const part = (index: number) => (effect: number, cause: number) => {
    if (effect !== knownEffect || cause !== knownCause) {
      into(effect, cause, jet);
      [knownEffect, knownCause] = [effect, cause];
    }
    return jet[index];
  };
  const powers = monomialOf(expression);
  return {
    name: printExpression(expression),
    linearGrowth: hasLinearGrowth(expression),
    ...(powers ? { powers } : {}),
    value: part(0),
    dEffect: part(1),
    dCause: part(2),
  };
}

/** factor·causeᵖ·effectᵠ. */
interface Monomial {
  readonly factor: number;
  readonly cause: number;
  readonly effect: number;
}

/** The monomial of an expression of products and whole powers; undefined for any other. */
function monomialOf(expression: Expression): Monomial | undefined {
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

/** Higher powers use the solver, because their closed form would be a long polynomial. */
const LARGEST_EXPONENT = 12;

function raised(base: Monomial, exponent: number): Monomial | undefined {
  const isWhole = Number.isInteger(exponent) && exponent >= 0 && exponent <= LARGEST_EXPONENT;
  if (!isWhole || base.factor !== 1) return undefined;
  return { factor: 1, cause: base.cause * exponent, effect: base.effect * exponent };
}
