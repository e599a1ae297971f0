import { existsSync } from "node:fs";
import type { GraphOptions } from "@causal-velocity/core/graph/graph.js";
import { COMFORTABLE_ROWS, MOST_COLUMNS } from "@causal-velocity/core/graph/graph-rows.js";
import { type Knowledge, MOST_PARENTS, parseArrow, parseTiers } from "@causal-velocity/core/graph/knowledge.js";
import { grouped, option } from "@causal-velocity/core/primitives/errors.js";
import { columnFinder, type Table } from "@causal-velocity/core/table/table.js";
import { badUsage, given, namesOf, wholeNumber } from "./arguments.js";
import { inputText } from "./input-pieces.js";
import { waitSeconds } from "./read-table.js";

/** Which graph is looked for, as flags of every command that finds one. */
export const GRAPH_FLAGS = {
  columns: { type: "string" },
  forbid: { type: "string", multiple: true },
  require: { type: "string", multiple: true },
  tiers: { type: "string" },
  "max-parents": { type: "string" },
  "max-rows": { type: "string" },
  unordered: { type: "boolean" },
  seed: { type: "string" },
} as const;

interface GraphValues {
  readonly columns?: string | undefined;
  readonly forbid?: readonly string[] | undefined;
  readonly require?: readonly string[] | undefined;
  readonly tiers?: string | undefined;
  readonly "max-parents"?: string | undefined;
  readonly "max-rows"?: string | undefined;
  readonly unordered?: boolean | undefined;
  readonly seed?: string | undefined;
  readonly limit?: string | undefined;
}

/** A file of tiers with more bytes is none: fifty columns need a few thousand. */
const LONGEST_TIERS = 1_000_000;

/**
 * The given ones, read. Whether the columns exist is checked later.
 *
 * @throws InputError `wrong-option`, `unreadable-file`
 */
export async function graphOptions(values: GraphValues): Promise<GraphOptions> {
  const { forbid, require, tiers } = values;
  const knowledge: Knowledge = given({
    forbid: forbid?.map((words) => parseArrow(words, "forbid")),
    require: require?.map((words) => parseArrow(words, "require")),
    tiers: tiers === undefined ? undefined : parseTiers(await tierWords(tiers, waitSeconds(values))),
  });
  return {
    knowledge,
    ...given({
      columns: namesOf("--columns", values.columns),
      maxParents: wholeNumber("--max-parents", values["max-parents"]),
      maxRows: wholeNumber("--max-rows", values["max-rows"]),
      unordered: values.unordered,
      seed: wholeNumber("--seed", values.seed),
    }),
  };
}

/** Tiers as they stand on the command line, where "<" separates them, or from a file. */
async function tierWords(tiers: string, wait: number): Promise<string> {
  if (tiers.includes("<")) return tiers;
  if (tiers !== "-" && !existsSync(tiers)) {
    throw badUsage(
      "--tiers",
      `"${tiers}", without "<" and no file`,
      'groups such as "age, sex < dose < response", or a file with a line for each',
      'Separate the groups with "<".',
    );
  }
  return await inputText(tiers, wait, LONGEST_TIERS);
}

/** What `commandTable` needs to read for a graph: the columns named, or all. */
export function graphColumns({ columns }: Pick<GraphOptions, "columns">): (names: Table) => number[] | undefined {
  return (names) => {
    const find = columnFinder(names);
    return columns?.map((key) => find(key, [option("columns")]) + 1);
  };
}

/** For every command that finds a graph. */
export const GRAPH_LINES = `Columns and rows
  --columns A,B,...   by name or counted from 1; default: all columns of numbers
                      that vary, but for those that only number the rows; at
                      most ${MOST_COLUMNS}
  --max-rows N        draw N rows at random from longer tables; default ${grouped(COMFORTABLE_ROWS)}

What is known beforehand: the search keeps to it, and results record it
  --require "A -> B"  this arrow is there; may be given several times
  --forbid "A -> B"   this arrow is not there; may be given several times
  --tiers "A, B < C"  groups of columns in the order of time: no arrow leads
                      back; or a file with a line for each group
                      Columns whose names hold "->", "<" or a comma can be
                      called by their numbers, counted from 1

How
  --unordered         the order of the rows means nothing; otherwise a table
                      whose rows follow each other gets no arrows
  --max-parents K     direct causes of one column, at most; default ${MOST_PARENTS}
  --seed N            default 0; the same seed gives the same bytes
  --jobs K            threads; default all cores`;
