import { wrongOption } from "../../errors/wrong-option.js";
import type { BasisTerm } from "../basis.js";
import { compileExpression } from "./compile-expression.js";
import type { Expression } from "./expression.js";
import { hasLinearGrowth } from "./linear-growth.js";
import { monomialOf } from "./monomial-of.js";
import { parseExpressions } from "./parse-expressions.js";
import { printExpression } from "./print-expression.js";

/**
 * Basis functions from text such as "1, x, y, sin(x)*y, exp(-y^2)": what one knows about the process, as a velocity.
 *
 * x or cause is the cause, y or effect the effect, each in standard deviations from its mean. Numbers, pi, e,
 * + − * / ^, parentheses, sin cos tan atan sinh cosh tanh exp log sqrt abs. Derivatives are exact; where a function is
 * undefined it is NaN, which a fit refuses.
 * @throws InputError `wrong-basis` that points at the fault
 */
export function parseBasis(text: string): BasisTerm[] {
  if (typeof text !== "string") throw wrongOption("basis", text, 'text such as "1, x, y"');
  return parseExpressions(text).map(basisTerm);
}

function basisTerm(expression: Expression): BasisTerm {
  const into = compileExpression(expression);
  const jet = new Float64Array(3);
  let [knownEffect, knownCause] = [Number.NaN, Number.NaN];
  // Value and derivatives come together, and are asked for one after the other at the same point.
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
