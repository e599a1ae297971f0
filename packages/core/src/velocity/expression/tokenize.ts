import { wrongExpression } from "./wrong-expression.js";

/** A word of an expression and where it starts, counted from 0. */
export interface Token {
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
export function tokenize(text: string): Token[] {
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
