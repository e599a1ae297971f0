import type { DropReason } from "./row-count.js";

/** Why rows were left out, in words that follow their number: "3 with a missing value". */
export const DROP_WORDS: Readonly<Record<DropReason, string>> = {
  missing: "with a missing value",
  infinite: "with an infinite value",
  text: "with text in place of a number",
  subsampled: "not drawn",
  trimmed: "trimmed as extreme",
};
