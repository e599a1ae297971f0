import { constantValue } from "./compile-expression.js";
import { CONSTANTS, type ConstantName, type Expression, type Operator, PRECEDENCE } from "./expression.js";
import { FUNCTIONS, type FunctionName } from "./functions.js";
import { type Token, tokenize } from "./tokenize.js";
import { wrongExpression } from "./wrong-expression.js";

/** Far beyond what anybody writes, far below what recursion holds. */
const MOST_CHARACTERS = 2000;
const MOST_EXPRESSIONS = 100;
const DEEPEST = 100;

const VARIABLES: ReadonlyMap<string, "x" | "y"> = new Map([
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
 * Names are looked up in fixed tables; nothing is evaluated but numbers.
 * @throws InputError `wrong-basis` that points at the fault
 */
export function parseExpressions(text: string): Expression[] {
  if (text.length > MOST_CHARACTERS) {
    throw wrongExpression(text, MOST_CHARACTERS, `${text.length} characters`, `at most ${MOST_CHARACTERS}`);
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

  /** A number that no data can mend is a fault of the text. */
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
    const variable = VARIABLES.get(name);
    if (variable) return { kind: "variable", name: variable };
    if (Object.hasOwn(CONSTANTS, name)) return { kind: "constant", name: name as ConstantName };
    if (!Object.hasOwn(FUNCTIONS, name)) return fail(token, NAMES, `unknown name "${name}"`);
    if (!isNext("(")) fail(next(), `( after ${name}, as in ${name}(y)`);
    return checked({ kind: "call", name: name as FunctionName, of: closed(take()) }, token);
  }

  /** What stands between an opening parenthesis, already taken, and its partner. */
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
