import { DIRECTIONS, type Direction } from "../fit/orient.js";
import type { Check } from "./check.js";
import { STATUS_WORDS, type StatusWords } from "./status-words.js";

/** Checks about the same thing, to be shown together. */
export interface CheckGroup {
  /** Undefined: about the pair. */
  readonly direction: Direction | undefined;
  /** The worst first; equally bad ones in the order given. */
  readonly members: readonly (StatusWords & { readonly check: Check })[];
}

/** Checks as every page and screen shows them: those about the pair, then each direction's; no empty groups. */
export function checkGroups(checks: readonly Check[]): CheckGroup[] {
  const groups = [undefined, ...DIRECTIONS].map((direction) => ({
    direction,
    members: STATUS_WORDS.flatMap((words) =>
      checks
        .filter((check) => check.direction === direction && check.status === words.status)
        .map((check) => ({ ...words, check })),
    ),
  }));
  return groups.filter(({ members }) => members.length > 0);
}
