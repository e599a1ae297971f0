import { plainText } from "../text.js";

/** Markup: made by `html`, which escapes, or vouched for by `trusted`. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template of markup: whatever is put into it is text, unless it is markup itself. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: literals.map((literal, i) => literal + markupOf(parts[i])).join("") };
}

/** Markup that was not made here. */
export function trusted(markup: string): Html {
  return { markup };
}

function markupOf(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "markup" in part ? part.markup : part.map(markupOf).join("");
}

/** Text that is only text, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return plainText(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
