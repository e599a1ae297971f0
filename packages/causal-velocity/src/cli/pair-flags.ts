import type { PairChoice } from "@causal-velocity/core/pair/choose-columns.js";
import { badUsage, given, namesOf, wholeNumber } from "./arguments.js";

/** Which two columns, as flags of every command about one pair. */
export const PAIR_FLAGS = {
  x: { type: "string" },
  y: { type: "string" },
  cause: { type: "string" },
  effect: { type: "string" },
  given: { type: "string" },
} as const;

/** What rows are, as flags of commands that decide one pair. */
export const ROW_FLAGS = {
  group: { type: "string" },
  cluster: { type: "string" },
  weights: { type: "string" },
} as const;

type RowValues = { readonly [K in keyof typeof ROW_FLAGS]?: string | undefined };

/** The columns that say what rows are, and the seed for drawing them. @throws InputError `wrong-option` */
export function rowChoice(values: RowValues & { readonly seed?: string | undefined }): PairChoice {
  const { group, cluster, weights } = values;
  return given({
    group,
    cluster,
    weights,
    seed: weights === undefined ? undefined : wholeNumber("--seed", values.seed),
  });
}

export const ROW_LINES = `  --group NAME        decide within groups, such as regions: both columns are
                      standardized within each value of this column, which may
                      be text; groups of fewer than 8 rows are left out
  --cluster NAME      rows with equal values of this column are repeated
                      measurements, such as of one subject, and not independent;
                      takes 20 subjects or more
  --weights NAME      how many others each row stands for: rows are drawn, each
                      with a probability in proportion to its weight`;

export type PairValues = { readonly [K in keyof typeof PAIR_FLAGS]?: string | undefined };

/**
 * The columns that were named; --cause and --effect are other words for --x and --y.
 *
 * @throws InputError `wrong-option` where a column is named twice
 */
export function pairChoice(values: PairValues): PairChoice {
  const { x, y, cause, effect } = values;
  for (const [first, second] of [
    ["x", "cause"],
    ["y", "effect"],
  ] as const) {
    if (values[first] !== undefined && values[second] !== undefined) {
      throw badUsage(`options --${first}, --${second}`, "both", "one of them", `--${second} stands for --${first}.`);
    }
  }
  return given({ x: x ?? cause, y: y ?? effect, given: namesOf("--given", values.given) });
}

export const PAIR_LINES = `  --x NAME|INDEX      first column, by name or counted from 1; or --cause
  --y NAME|INDEX      second column; or --effect. A table of two columns needs
                      neither`;
