import { wrongOption } from "../errors/wrong-option.js";
import type { FormatOverrides } from "./detect-format.js";

const DELIMITERS: readonly unknown[] = [",", ";", "\t", "|", " ", undefined];
const DECIMALS: readonly unknown[] = [".", ",", undefined];
const KEYS: readonly string[] = ["delimiter", "decimal", "header", "missing"];

/** Refuses, for callers without types, what would otherwise be misunderstood in silence. */
export function checkOverrides(text: unknown, overrides: FormatOverrides): void {
  if (typeof text !== "string") throw wrongOption("text", typeof text, "a string; decode bytes first");
  for (const key of Object.keys(overrides)) {
    if (!KEYS.includes(key)) throw wrongOption(key, "given", `one of ${KEYS.join(", ")}`);
  }
  const { delimiter, decimal, header, missing } = overrides;
  if (!DELIMITERS.includes(delimiter)) throw wrongOption("delimiter", delimiter, '",", ";", "|", a tab or a blank');
  if (!DECIMALS.includes(decimal)) throw wrongOption("decimal", decimal, '"." or ","');
  if (header !== undefined && typeof header !== "boolean") throw wrongOption("header", header, "true or false");
  const isList = missing === undefined || (Array.isArray(missing) && missing.every((mark) => typeof mark === "string"));
  if (!isList) throw wrongOption("missing", missing, 'a list of strings such as ["-999"]');
}
