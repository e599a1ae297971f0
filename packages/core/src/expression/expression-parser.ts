import { option, type Text, text } from "../primitives/errors.js";
import {
  CONSTANTS,
  type Comparison,
  type Condition,
  type ConstantName,
  type Expression,
  FUNCTIONS,
  type FunctionName,
  type Operator,
  PRECEDENCE,
} from "./expression.js";
import { constantValue } from "./expression-value.js";
import { contentOf, describeToken, type ExpressionUse, type Token, tokenize, wrongExpression } from "./tokens.js";

/** Limits far above what people write, and far below what recursion can handle. */
const LONGEST_TEXT = 2000;
const DEEPEST = 100;

/** What names mean in an expression. */
export interface Vocabulary<Variable> {
  readonly use: ExpressionUse;
  /** What a name stands for; undefined if nothing. @throws InputError for a name of several */
  variable(name: string): Variable | undefined;
  /** What may be there in place of an unknown name. */
  readonly names: string;
  /** What may be an operand. */
  readonly operand: string;
  /** The name that was probably meant by an unknown one. */
  near(name: string): string | undefined;
}

/** A part of a text while it is read: a number, a text, or what is true or false. */
type Part<Variable> =
  | { readonly is: "number"; readonly tree: Expression<Variable> }
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "condition"; readonly tree: Condition<Variable> };

export interface Parser<Variable> {
  next(): Token;
  take(): Token;
  isNext(...symbols: string[]): boolean;
  fail(token: Token, expected: Text, found?: string): never;
  /** Reads an expression for a number. */
  number(): Expression<Variable>;
  condition(): Condition<Variable>;
  /** Checks that nothing follows. */
  end(expected: string): void;
}

/** What a comparison is with its sides exchanged. */
const TURNED: Readonly<Record<Comparison, Comparison>> = {
  ...{ "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" },
};
const COMPARISONS: readonly string[] = ["==", "=", "!=", "<", "<=", ">", ">="];
const IN_WHERE = text`a number; comparisons belong in ${option("where")}`;

/**
 * Reads by recursive descent; the first four lines only in conditions:
 *
 *     either     = both { "or" both }
 *     both       = negated { "and" negated }
 *     negated    = "not" negated | comparison
 *     comparison = sum [ ("==" | "=" | "!=" | "<" | "<=" | ">" | ">=") sum ]
 *     sum        = product { ("+" | "-") product }
 *     product    = signed { ("*" | "/") signed }
 *     signed     = [ "-" | "+" ] signed | power
 *     power      = atom [ "^" signed ]
 *     atom       = number | name | "[" name "]" | text | function "(" sum ")" | "(" either ")"
 *
 * Names are looked up in tables; only constants are evaluated.
 */
export function parserOf<Variable>(words: string, vocabulary: Vocabulary<Variable>): Parser<Variable> {
  const { use } = vocabulary;
  const source = { text: words, use };
  if (words.length > LONGEST_TEXT) {
    throw wrongExpression(source, LONGEST_TEXT, `${words.length} characters`, `at most ${LONGEST_TEXT}`);
  }
  const tokens = tokenize(source);
  let position = 0;
  let depth = 0;
  const next = (): Token => tokens[position];
  const take = (): Token => tokens[position++];
  const isNext = (...symbols: string[]) => next().kind === "symbol" && symbols.includes(next().text);
  const isWord = (word: string) => use === "where" && next().kind === "name" && next().text.toLowerCase() === word;
  const fail = (token: Token, expected: Text, found = describeToken(token)): never => {
    throw wrongExpression(source, token.at, found, expected);
  };

  function deeper<T>(token: Token, parse: () => T): T {
    depth += 1;
    if (depth > DEEPEST) fail(token, `at most ${DEEPEST} levels`, "an expression nested too deeply");
    const parsed = parse();
    depth -= 1;
    return parsed;
  }

  /** The words from a token up to the next one. */
  const wordsFrom = (token: Token): string => words.slice(token.at, next().at).trim();

  function numberOf(part: Part<Variable>, token: Token): Expression<Variable> {
    if (part.is === "number") return part.tree;
    if (part.is === "text" && use === "where")
      return fail(token, 'a number; text is compared with a column: sex == "f"');
    return fail(token, IN_WHERE, part.is === "text" ? part.text : wordsFrom(token));
  }

  function conditionOf(part: Part<Variable>, token: Token): Condition<Variable> {
    if (part.is === "condition") return part.tree;
    return fail(token, 'a comparison such as age > 18 or sex == "f"', `${wordsFrom(token)}, which compares nothing`);
  }

  /** A constant that is not finite is an error of the text, whatever the data. */
  function checked(tree: Expression<Variable>, token: Token): Part<Variable> {
    const value = constantValue(tree);
    if (value === undefined || Number.isFinite(value)) return { is: "number", tree };
    return fail(token, "a finite number", `${wordsFrom(token)}, which is ${value}`);
  }

  function logical(operand: () => Part<Variable>, kind: "and" | "or"): Part<Variable> {
    const first = next();
    let part = operand();
    while (isWord(kind)) {
      const left = conditionOf(part, first);
      take();
      const token = next();
      part = { is: "condition", tree: { kind, left, right: conditionOf(operand(), token) } };
    }
    return part;
  }

  const either = (): Part<Variable> => (use === "where" ? logical(both, "or") : sum());
  const both = (): Part<Variable> => logical(negated, "and");

  function negated(): Part<Variable> {
    if (!isWord("not")) return comparison();
    const word = take();
    const token = next();
    return { is: "condition", tree: { kind: "not", of: conditionOf(deeper(word, negated), token) } };
  }

  function comparison(): Part<Variable> {
    const first = next();
    const left = sum();
    if (!isNext(...COMPARISONS)) return left;
    const sign = take();
    const operator = (sign.text === "=" ? "==" : sign.text) as Comparison;
    const second = next();
    const right = sum();
    if (isNext(...COMPARISONS)) {
      fail(next(), "and between two comparisons: 18 < age and age < 65", "a second comparison in a row");
    }
    const tree: Condition<Variable> =
      left.is === "text" || right.is === "text"
        ? beside(operator, sign, left, right)
        : { kind: "comparison", operator, left: numberOf(left, first), right: numberOf(right, second) };
    return { is: "condition", tree };
  }

  function beside(operator: Comparison, sign: Token, left: Part<Variable>, right: Part<Variable>): Condition<Variable> {
    const [literal, column] = left.is === "text" ? [left, right] : [right, left];
    if (literal.is !== "text" || column.is !== "number" || column.tree.kind !== "variable") {
      return fail(sign, 'a column on one side and text on the other, as in sex == "f"', wordsFrom(sign));
    }
    const isBefore = left.is === "text" && TURNED[operator];
    return { kind: "text", name: column.tree.name, text: literal.text, operator: isBefore || operator };
  }

  function binary(operand: () => Part<Variable>, operators: readonly Operator[]): Part<Variable> {
    const first = next();
    let part = operand();
    while (isNext(...operators)) {
      const left = numberOf(part, first);
      const operator = take().text as Operator;
      const token = next();
      part = checked({ kind: "binary", operator, left, right: numberOf(operand(), token) }, first);
    }
    return part;
  }

  const sum = (): Part<Variable> => binary(product, operatorsAt(PRECEDENCE["+"]));
  const product = (): Part<Variable> => binary(signed, operatorsAt(PRECEDENCE["*"]));

  function signed(): Part<Variable> {
    if (!isNext("-", "+")) return power();
    const sign = take();
    const token = next();
    const of = numberOf(deeper(sign, signed), token);
    return { is: "number", tree: sign.text === "-" ? { kind: "negative", of } : of };
  }

  function power(): Part<Variable> {
    const first = next();
    const part = atom();
    if (!isNext("^")) return part;
    const left = numberOf(part, first);
    const sign = take();
    const token = next();
    const right = numberOf(deeper(sign, signed), token);
    return checked({ kind: "binary", operator: "^", left, right }, first);
  }

  function atom(): Part<Variable> {
    const token = take();
    if (token.kind === "number") return checked({ kind: "number", value: Number(token.text) }, token);
    if (token.kind === "name") return named(token);
    if (token.kind === "column") return variable(token, contentOf(token));
    if (token.kind === "text") return { is: "text", text: contentOf(token) };
    if (token.kind === "symbol" && token.text === "(") return closed(token);
    return fail(token, vocabulary.operand);
  }

  /** A function where an opening parenthesis follows, else a variable, else a constant. */
  function named(token: Token): Part<Variable> {
    const name = token.text;
    const isFunction = Object.hasOwn(FUNCTIONS, name);
    if (isFunction && isNext("(")) {
      const opening = take();
      const of = numberOf(closed(opening), opening);
      return checked({ kind: "call", name: name as FunctionName, of }, token);
    }
    const found = vocabulary.variable(name);
    if (found !== undefined) return { is: "number", tree: { kind: "variable", name: found } };
    if (Object.hasOwn(CONSTANTS, name)) {
      return { is: "number", tree: { kind: "constant", name: name as ConstantName } };
    }
    if (isFunction) return fail(next(), `( after ${name}, as in ${name}(${use === "basis" ? "y" : "age"})`);
    return unknown(token, name);
  }

  function variable(token: Token, name: string): Part<Variable> {
    const found = vocabulary.variable(name.trim());
    return found === undefined ? unknown(token, name) : { is: "number", tree: { kind: "variable", name: found } };
  }

  function unknown(token: Token, name: string): never {
    const near = vocabulary.near(name);
    const hint = near === undefined ? "" : `Did you mean ${asName(near)}?`;
    throw wrongExpression(source, token.at, `unknown name "${name}"`, vocabulary.names, hint);
  }

  /** What follows an opening parenthesis, up to the closing one. */
  function closed(opening: Token): Part<Variable> {
    const inner = deeper(opening, either);
    if (!isNext(")")) fail(next(), "an operator or )");
    take();
    return inner;
  }

  return {
    next,
    take,
    isNext,
    fail,
    number() {
      const token = next();
      return numberOf(sum(), token);
    },
    condition() {
      const token = next();
      return conditionOf(either(), token);
    },
    end(expected) {
      if (next().kind !== "end") fail(next(), isNext(...COMPARISONS) && use === "with" ? IN_WHERE : expected);
    },
  };
}

function operatorsAt(precedence: number): Operator[] {
  return (["+", "-", "*", "/"] as const).filter((operator) => PRECEDENCE[operator] === precedence);
}

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u;
const WORDS: readonly string[] = ["and", "or", "not", ...Object.keys(FUNCTIONS)];

/** The name of a column as an expression has it: in brackets if it has blanks or operators, or means something else. */
export function asName(name: string): string {
  return PLAIN_NAME.test(name) && !WORDS.includes(name.toLowerCase()) ? name : `[${name.replaceAll("]", "]]")}]`;
}
