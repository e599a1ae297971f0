import { type Expression, PRECEDENCE } from "./expression.js";

/** The expression as text, with no more parentheses than it needs; parsing it gives the same tree. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "number":
      return String(expression.value);
    case "constant":
    case "variable":
      return expression.name;
    case "call":
      return `${expression.name}(${printExpression(expression.of)})`;
    case "negative":
      return `-${within(expression.of, PRECEDENCE.sign)}`;
    case "binary": {
      const { operator, left, right } = expression;
      const binding = PRECEDENCE[operator];
      // Sums and products group to the left, powers to the right, and an exponent may have a sign.
      return operator === "^"
        ? `${within(left, PRECEDENCE.atom)}^${within(right, PRECEDENCE.sign)}`
        : `${within(left, binding)}${operator}${within(right, binding + 1)}`;
    }
  }
}

/** Its text, in parentheses where it binds less tightly than its place asks for. */
function within(expression: Expression, binding: number): string {
  const text = printExpression(expression);
  return precedence(expression) < binding ? `(${text})` : text;
}

function precedence(expression: Expression): number {
  if (expression.kind === "binary") return PRECEDENCE[expression.operator];
  return PRECEDENCE[expression.kind === "negative" ? "sign" : "atom"];
}
