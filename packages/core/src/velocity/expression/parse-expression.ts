import { atan, cos, cosh, exp, log, sin, sinh, tan, tanh } from "../../primitives/elementary.js";
import { InputError, option } from "../../primitives/errors.js";
import { constantValue } from "./compile-expression.js";

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
type ConstantName = keyof typeof CONSTANTS;

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

/** Characters of the text shown on either side of the mistake. */
const CONTEXT = 20;

/** The error for a basis that cannot be read: where, what is there, and what is expected. */
function wrongExpression(text: string, at: number, found: string, expected: string): InputError {
  const [from, to] = [Math.max(0, at - CONTEXT), Math.min(text.length, at + CONTEXT)];
  const around = `${from > 0 ? "…" : ""}${text.slice(from, at)}⟨here⟩${text.slice(at, to)}${to < text.length ? "…" : ""}`;
  return new InputError({
    code: "wrong-basis",
    place: [option("basis"), `, character ${at + 1}`],
    value: found,
    expected,
    remedy: `At the mark: ${around.replace(/\s+/g, " ")}`,
  });
}

/** A word of an expression and where it starts, counted from 0. */
interface Token {
  readonly kind: "number" | "name" | "symbol" | "end";
  readonly text: string;
  readonly at: number;
}

const BLANK = /\s*/y;
const WORDS: readonly { readonly kind: Token["kind"]; readonly pattern: RegExp }[] = [
  { kind: "number", pattern: /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y },
  { kind: "name", pattern: /[A-Za-z_][A-Za-z_0-9]*/y },
  { kind: "symbol", pattern: /[-+*/^(),]/y },
];

/** Splits a text into numbers, names and symbols, with an `end` after the last. @throws InputError `wrong-basis` */
function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = matchAt(BLANK, text, 0)?.length ?? 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at += token.text.length;
    at += matchAt(BLANK, text, at)?.length ?? 0;
  }
  return [...tokens, { kind: "end", text: "", at: text.length }];
}

function tokenAt(text: string, at: number): Token {
  for (const { kind, pattern } of WORDS) {
    const found = matchAt(pattern, text, at);
    if (found !== undefined) return { kind, text: found, at };
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  throw wrongExpression(text, at, `"${character}"`, "numbers, names, parentheses, commas and + - * / ^");
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Limits far above what people write, and far below what recursion can handle. */
const LONGEST_TEXT = 2000;
const MOST_EXPRESSIONS = 100;
const DEEPEST = 100;

const VARIABLE_NAMES: ReadonlyMap<string, "x" | "y"> = new Map([
  ["x", "x"],
  ["cause", "x"],
  ["y", "y"],
  ["effect", "y"],
]);

const OPERAND = "a number, x, y, a function or (";
const NAMES = `x or cause, y or effect, ${Object.keys(CONSTANTS).join(", ")}, or a function: ${Object.keys(FUNCTIONS).join(", ")}`;

/**
 * Reads expressions separated by commas, by recursive descent:
 *
 *     list    = sum { "," sum }
 *     sum     = product { ("+" | "-") product }
 *     product = signed { ("*" | "/") signed }
 *     signed  = [ "-" | "+" ] signed | power
 *     power   = atom [ "^" signed ]
 *     atom    = number | name | function "(" sum ")" | "(" sum ")"
 *
 * Names are looked up in fixed tables; only constants are evaluated.
 * @throws InputError `wrong-basis` that points at the mistake
 */
export function parseExpressions(text: string): Expression[] {
  if (text.length > LONGEST_TEXT) {
    throw wrongExpression(text, LONGEST_TEXT, `${text.length} characters`, `at most ${LONGEST_TEXT}`);
  }
  const tokens = tokenize(text);
  let position = 0;
  let depth = 0;
  const next = (): Token => tokens[position];
  const take = (): Token => tokens[position++];
  const isNext = (...symbols: string[]) => next().kind === "symbol" && symbols.includes(next().text);
  const fail = (token: Token, expected: string, found = describe(token)): never => {
    throw wrongExpression(text, token.at, found, expected);
  };

  function deeper(token: Token, parse: () => Expression): Expression {
    depth += 1;
    if (depth > DEEPEST) fail(token, `at most ${DEEPEST} levels`, "an expression nested too deeply");
    const expression = parse();
    depth -= 1;
    return expression;
  }

  /** A constant that is not finite is an error of the text, whatever the data. */
  function checked(expression: Expression, token: Token): Expression {
    const value = constantValue(expression);
    if (value === undefined || Number.isFinite(value)) return expression;
    const source = text.slice(token.at, next().at).trim();
    return fail(token, "a finite number", `${source}, which is ${value}`);
  }

  function binary(operand: () => Expression, operators: readonly Operator[]): Expression {
    const first = next();
    let left = operand();
    while (isNext(...operators)) {
      const operator = take().text as Operator;
      left = checked({ kind: "binary", operator, left, right: operand() }, first);
    }
    return left;
  }

  const sum = (): Expression => binary(product, operatorsAt(PRECEDENCE["+"]));
  const product = (): Expression => binary(signed, operatorsAt(PRECEDENCE["*"]));

  function signed(): Expression {
    if (!isNext("-", "+")) return power();
    const sign = take();
    const of = deeper(sign, signed);
    return sign.text === "-" ? { kind: "negative", of } : of;
  }

  function power(): Expression {
    const first = next();
    const left = atom();
    if (!isNext("^")) return left;
    const right = deeper(take(), signed);
    return checked({ kind: "binary", operator: "^", left, right }, first);
  }

  function atom(): Expression {
    const token = take();
    if (token.kind === "number") return checked({ kind: "number", value: Number(token.text) }, token);
    if (token.kind === "name") return named(token);
    if (token.kind === "symbol" && token.text === "(") return closed(token);
    return fail(token, OPERAND);
  }

  function named(token: Token): Expression {
    const name = token.text;
    const variable = VARIABLE_NAMES.get(name);
    if (variable) return { kind: "variable", name: variable };
    if (Object.hasOwn(CONSTANTS, name)) return { kind: "constant", name: name as ConstantName };
    if (!Object.hasOwn(FUNCTIONS, name)) return fail(token, NAMES, `unknown name "${name}"`);
    if (!isNext("(")) fail(next(), `( after ${name}, as in ${name}(y)`);
    return checked({ kind: "call", name: name as FunctionName, of: closed(take()) }, token);
  }

  /** The expression after an opening parenthesis, up to the closing one. */
  function closed(opening: Token): Expression {
    const inner = deeper(opening, sum);
    if (!isNext(")")) fail(next(), "an operator or )");
    take();
    return inner;
  }

  const expressions = [sum()];
  while (isNext(",")) {
    if (expressions.length === MOST_EXPRESSIONS) fail(next(), `at most ${MOST_EXPRESSIONS} functions`, "one too many");
    take();
    expressions.push(sum());
  }
  if (next().kind !== "end") fail(next(), "an operator such as * (2*x, not 2x), a comma or the end");
  return expressions;
}

function operatorsAt(precedence: number): Operator[] {
  return (["+", "-", "*", "/"] as const).filter((operator) => PRECEDENCE[operator] === precedence);
}

function describe({ kind, text }: Token): string {
  return kind === "end" ? "the end" : `"${text}"`;
}
