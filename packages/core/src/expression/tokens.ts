import { InputError, type InputErrorCode, option, type Text, text } from "../primitives/errors.js";

/** Which texts there are: a basis of velocities, a new column, a condition on rows; each is an option of that name. */
export type ExpressionUse = "basis" | "with" | "where";

/** Characters of the text shown on either side of the mistake. */
const CONTEXT = 20;

/** The error for a text that cannot be read: where, what is there, and what is expected. */
export function wrongExpression(
  source: { readonly text: string; readonly use: ExpressionUse },
  at: number,
  found: string,
  expected: Text,
  hint = "",
): InputError {
  const whole = source.text;
  const [from, to] = [Math.max(0, at - CONTEXT), Math.min(whole.length, at + CONTEXT)];
  const around = `${from > 0 ? "…" : ""}${whole.slice(from, at)}⟨here⟩${whole.slice(at, to)}${to < whole.length ? "…" : ""}`;
  const code: InputErrorCode = source.use === "basis" ? "wrong-basis" : "wrong-expression";
  return new InputError({
    code,
    place: text`${option(source.use)}, character ${at + 1}`,
    value: found,
    expected,
    remedy: `${hint === "" ? "" : `${hint} `}At the mark: ${around.replace(/\s+/g, " ")}`,
  });
}

/** A word of an expression and where it starts, counted from 0. */
export interface Token {
  /** column: a name in brackets; text: one in quotes. */
  readonly kind: "number" | "name" | "column" | "text" | "symbol" | "end";
  readonly text: string;
  readonly at: number;
}

const BLANK = /\s*/y;
type Words = readonly { readonly kind: Token["kind"]; readonly pattern: RegExp }[];
const NUMBER = { kind: "number", pattern: /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y } as const;
const BASIS_WORDS: Words = [
  NUMBER,
  { kind: "name", pattern: /[A-Za-z_][A-Za-z_0-9]*/y },
  { kind: "symbol", pattern: /[-+*/^(),]/y },
];
/** Names of columns may have letters of any script, and points inside; others stand in brackets. */
const COLUMN_WORDS: Words = [
  NUMBER,
  { kind: "name", pattern: /[\p{L}_][\p{L}\p{M}\p{N}_.]*/uy },
  { kind: "column", pattern: /\[(?:[^\]]|\]\])+\]/y },
  { kind: "text", pattern: /"[^"]*"|'[^']*'/y },
  { kind: "symbol", pattern: /==|!=|<=|>=|[-+*/^(),<>=]/y },
];
const EXPECTED: Readonly<Record<ExpressionUse, string>> = {
  basis: "numbers, names, parentheses, commas and + - * / ^",
  with: "numbers, names, [names in brackets], parentheses and + - * / ^",
  where: 'numbers, names, [names in brackets], "text", parentheses, + - * / ^ == != < <= > >= and, or, not',
};

/** Splits a text into words, with an `end` after the last. @throws InputError `wrong-basis`, `wrong-expression` */
export function tokenize(source: { readonly text: string; readonly use: ExpressionUse }): Token[] {
  const { text } = source;
  const tokens: Token[] = [];
  let at = matchAt(BLANK, text, 0)?.length ?? 0;
  while (at < text.length) {
    const token = tokenAt(source, at);
    tokens.push(token);
    at += token.text.length;
    at += matchAt(BLANK, text, at)?.length ?? 0;
  }
  return [...tokens, { kind: "end", text: "", at: text.length }];
}

/** A date that would be read as a difference. */
const DATE = /\d{4}-\d{2}-\d{2}(?!\d)/y;

/** What opens a word that must be closed, and how. */
const CLOSED_BY: Readonly<Record<string, string>> = { "[": "]", '"': '"', "'": "'" };

function tokenAt(source: { readonly text: string; readonly use: ExpressionUse }, at: number): Token {
  const { text, use } = source;
  const date = use === "basis" ? undefined : matchAt(DATE, text, at);
  if (date !== undefined) throw wrongExpression(source, at, date, `a date in quotes: '${date}'`);
  for (const { kind, pattern } of use === "basis" ? BASIS_WORDS : COLUMN_WORDS) {
    const found = matchAt(pattern, text, at);
    if (found !== undefined) return { kind, text: found, at };
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const closing = use === "basis" ? undefined : CLOSED_BY[character];
  const expected = closing === undefined ? EXPECTED[use] : `a ${closing} that closes it`;
  throw wrongExpression(source, at, `"${character}"`, expected);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** What a word in brackets or quotes holds. */
export function contentOf({ kind, text }: Token): string {
  const inner = text.slice(1, -1);
  return kind === "column" ? inner.replaceAll("]]", "]") : inner;
}

export function describeToken({ kind, text }: Token): string {
  return kind === "end" ? "the end" : kind === "text" ? text : `"${text}"`;
}
