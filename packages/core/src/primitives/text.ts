/** Options that texts advise to set, by their names in the library. */
export type OptionName =
  | "at"
  | "basis"
  | "columns"
  | "decimal"
  | "delimiter"
  | "fit"
  | "header"
  | "maxRows"
  | "memoryLimit"
  | "method"
  | "missing"
  | "queue"
  | "row"
  | "scale"
  | "sql"
  | "theme"
  | "trim"
  | "velocity"
  | "width"
  | "x"
  | "y";

/** An option within a text, by its name in the library. */
export interface OptionMention {
  readonly option: string;
}

/**
 * Words that may mention options: plain data, so that they survive a message between threads and a file. The library, the
 * command line and Studio each have words of their own for an option: see `textWith`.
 */
export type Text = string | readonly (string | OptionMention)[];

/** How a surface calls an option: "option maxRows", "--max-rows", or the name of a control on a screen. */
export type OptionWords = (option: string) => string;

/** Mentions an option in a text. */
export function option(name: OptionName): OptionMention {
  return { option: name };
}

/** Builds a text: text`Draw fewer rows with ${option("maxRows")}.` */
export function text(strings: TemplateStringsArray, ...values: readonly (Text | OptionMention | number)[]): Text {
  const parts: (string | OptionMention)[] = [];
  const add = (part: string | OptionMention): void => {
    const last = parts[parts.length - 1];
    if (part === "") return;
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
    else parts.push(part);
  };
  strings.forEach((string, i) => {
    add(string);
    const value = values[i];
    if (value === undefined) return;
    if (typeof value === "object" && !("option" in value)) value.forEach(add);
    else add(typeof value === "number" ? String(value) : value);
  });
  return parts.every((part) => typeof part === "string") ? parts.join("") : parts;
}

/** What the library calls an option: "option maxRows". */
export function libraryWords(option: string): string {
  return `option ${option}`;
}

/** A text as a string, with options as a surface calls them. */
export function textWith(text: Text, words: OptionWords = libraryWords): string {
  if (typeof text === "string") return text;
  return text.map((part) => (typeof part === "string" ? part : words(part.option))).join("");
}

/** Numbers from here on are written with a power of ten, and those below its inverse. */
const LARGE = 1e5;

/** A number with two significant digits, for sentences. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return "an unknown number";
  const size = Math.abs(value);
  const isPlain = size === 0 || (size < LARGE && size * LARGE >= 1);
  return isPlain ? String(Number(value.toPrecision(2))) : Number(value.toPrecision(2)).toExponential();
}

/** A share as a percentage with two significant digits, for sentences. */
export function percent(share: number): string {
  return Number.isFinite(share) ? `${shown(100 * share)}%` : "an unknown share";
}
