import type { FunctionName } from "./functions.js";

/** An arithmetic expression in cause and effect, as a tree. Numbers are never negative: the sign is a node. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "constant"; readonly name: ConstantName }
  | { readonly kind: "variable"; readonly name: "x" | "y" }
  | { readonly kind: "negative"; readonly of: Expression }
  | { readonly kind: "binary"; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "call"; readonly name: FunctionName; readonly of: Expression };

export type Operator = "+" | "-" | "*" | "/" | "^";

export const CONSTANTS = { pi: Math.PI, e: Math.E } as const;
export type ConstantName = keyof typeof CONSTANTS;

/** How tightly operators bind; a minus sign binds tighter than a product and looser than a power: −x² = −(x²). */
export const PRECEDENCE: Readonly<Record<Operator | "sign" | "atom", number>> = {
  "+": 1,
  "-": 1,
  "*": 2,
  "/": 2,
  sign: 3,
  "^": 4,
  atom: 5,
};

/** Whether the cause (x) or the effect (y) occurs in it. */
export function mentions(expression: Expression, variable?: "x" | "y"): boolean {
  switch (expression.kind) {
    case "variable":
      return variable === undefined || expression.name === variable;
    case "binary":
      return mentions(expression.left, variable) || mentions(expression.right, variable);
    case "negative":
    case "call":
      return mentions(expression.of, variable);
    default:
      return false;
  }
}
