import { METHOD_FLAGS } from "../method-flags.js";
import { wrap } from "../printable.js";

/** The flags of methods, wrapped. */
export function methodFlagLines(): string {
  const flags = Object.keys(METHOD_FLAGS).map((name) => `--${name}`);
  return wrap(flags.join(", "), "  ");
}
