import { plainText } from "../text.js";

/** Markup that is safe to write: made by `html`, which escapes text, or by `trusted`. */
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

/** A template of markup: inserted values are escaped unless they are `Html`. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: literals.map((literal, i) => literal + markupOf(parts[i])).join("") };
}

/** Marks a string as markup that needs no escaping. */
export function trusted(markup: string): Html {
  return { markup };
}

function markupOf(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "markup" in part ? part.markup : part.map(markupOf).join("");
}

/** Escapes text for elements and for quoted attributes. */
export function escapeHtml(text: string): string {
  return plainText(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
