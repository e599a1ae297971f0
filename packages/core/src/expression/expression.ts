import { atan, cos, cosh, exp, log, sin, sinh, tan, tanh } from "../primitives/elementary.js";

/**
 * An arithmetic expression as a tree, in cause (x) and effect (y), or in columns by their positions. Numbers are never
 * negative: the sign is a node.
 */
export type Expression<Variable = "x" | "y"> =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "constant"; readonly name: ConstantName }
  | { readonly kind: "variable"; readonly name: Variable }
  | { readonly kind: "negative"; readonly of: Expression<Variable> }
  | {
      readonly kind: "binary";
      readonly operator: Operator;
      readonly left: Expression<Variable>;
      readonly right: Expression<Variable>;
    }
  | { readonly kind: "call"; readonly name: FunctionName; readonly of: Expression<Variable> };

/** What is true or false of a row, as a tree. */
export type Condition<Variable> =
  | {
      readonly kind: "comparison";
      readonly operator: Comparison;
      readonly left: Expression<Variable>;
      readonly right: Expression<Variable>;
    }
  | { readonly kind: "text"; readonly name: Variable; readonly text: string; readonly operator: Comparison }
  | { readonly kind: "and" | "or"; readonly left: Condition<Variable>; readonly right: Condition<Variable> }
  | { readonly kind: "not"; readonly of: Condition<Variable> };

export type Operator = "+" | "-" | "*" | "/" | "^";
export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

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

/** Whether a variable occurs in an expression; any, if none is named. */
export function mentions<Variable>(expression: Expression<Variable>, variable?: Variable): boolean {
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

/** Adds the variables of an expression or a condition to those found before. */
export function variablesOf<Variable>(
  tree: Expression<Variable> | Condition<Variable>,
  found: Set<Variable> = new Set(),
): Set<Variable> {
  switch (tree.kind) {
    case "variable":
    case "text":
      return found.add(tree.name);
    case "binary":
    case "comparison":
    case "and":
    case "or":
      return variablesOf(tree.right, variablesOf(tree.left, found));
    case "negative":
    case "call":
    case "not":
      return variablesOf(tree.of, found);
    default:
      return found;
  }
}

/** A function of one number with its derivative, which may use the value already computed. */
interface DifferentiableFunction {
  value(u: number): number;
  derivative(u: number, value: number): number;
}

/** The functions an expression may call; outside its domain a function is NaN. */
export const FUNCTIONS = {
  sin: { value: sin, derivative: cos },
  cos: { value: cos, derivative: (u) => -sin(u) },
  tan: { value: tan, derivative: (_, value) => 1 + value * value },
  atan: { value: atan, derivative: (u) => 1 / (1 + u * u) },
  sinh: { value: sinh, derivative: cosh },
  cosh: { value: cosh, derivative: sinh },
  tanh: { value: tanh, derivative: (_, value) => 1 - value * value },
  exp: { value: exp, derivative: (_, value) => value },
  log: { value: log, derivative: (u) => 1 / u },
  sqrt: { value: (u) => Math.sqrt(u), derivative: (_, value) => 0.5 / value },
  abs: { value: (u) => Math.abs(u), derivative: (u) => Math.sign(u) },
} as const satisfies Readonly<Record<string, DifferentiableFunction>>;

export type FunctionName = keyof typeof FUNCTIONS;
