import { wrap } from "../printable.js";

/** Names beside a flag, wrapped to stand below each other. */
export function listed(names: readonly string[]): string {
  const indent = " ".repeat(22);
  return wrap(names.join(", "), indent).slice(indent.length);
}
