import { graphFromJson } from "@causal-velocity/core/explain/graph-files.js";
import { type Graph, prepareGraph } from "@causal-velocity/core/graph/graph.js";
import { type KnownGraph, placesIn, type Setting } from "@causal-velocity/core/graph/what-if-question.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { keptThreads } from "@causal-velocity/threads/run-tasks.js";
import { startTileThread } from "../decide-pairs.js";
import { badUsage, decimalNumber, given, jobCount, wholeNumber } from "./arguments.js";
import { GRAPH_FLAGS, graphColumns, graphOptions } from "./graph-flags.js";
import { graphHere } from "./graph-here.js";
import { inputPlace, inputText } from "./input-pieces.js";
import { commandTable, waitSeconds } from "./read-table.js";

/** What is set, what is asked for, and on which graph: flags of every command that asks "what if" of one. */
export const WHAT_IF_FLAGS = {
  set: { type: "string", multiple: true },
  of: { type: "string" },
  graph: { type: "string" },
  ...GRAPH_FLAGS,
  jobs: { type: "string" },
  quiet: { type: "boolean" },
} as const;

export type WhatIfValues = {
  readonly [K in keyof typeof WHAT_IF_FLAGS]?:
    | ((typeof WHAT_IF_FLAGS)[K] extends { readonly multiple: true }
        ? string[]
        : (typeof WHAT_IF_FLAGS)[K]["type"] extends "boolean"
          ? boolean
          : string)
    | undefined;
} & Parameters<typeof commandTable>[2];

/** A graph of fifty columns with its searches takes a fraction of it. */
const LONGEST_GRAPH = 20_000_000;
/** What a search takes from flags; a graph that is given was searched before. */
const SEARCH_FLAGS = ["columns", "forbid", "require", "tiers", "max-parents", "unordered"] as const;

/** Columns and values from "dose=3"; names may hold "=" themselves. @throws InputError `wrong-option` */
export function settingsOf(set: readonly string[] | undefined, help: string): Setting[] {
  if (set === undefined) throw badUsage("--set", "nothing", "a column and its value, such as --set dose=3", help);
  return set.map((words) => {
    const at = words.lastIndexOf("=");
    const [column, value] = [words.slice(0, Math.max(at, 0)).trim(), words.slice(at + 1).trim()];
    if (column === "" || value === "") throw badUsage("--set", `"${words}"`, "NAME=VALUE, such as dose=3", help);
    return { column, value: decimalNumber("--set", value) ?? 0 };
  });
}

/** The columns asked for; undefined for all that follow. */
export function asked(of: string | undefined): string[] | undefined {
  return of?.split(",").map((name) => name.trim());
}

/**
 * The table of a command, and its graph: found on threads, or from the file of `--graph`.
 *
 * @param ask what is done with both     @throws InputError; Interrupted
 */
export async function withGraph(
  command: string,
  positionals: readonly string[],
  values: WhatIfValues,
  ask: (
    table: Table,
    graph: Graph | KnownGraph,
    options: { readonly seed?: number; readonly maxRows?: number },
  ) => string,
): Promise<string> {
  if (values.graph !== undefined) {
    const flag = SEARCH_FLAGS.find((name) => values[name] !== undefined);
    if (flag)
      throw badUsage(`--${flag}`, "with --graph", "one of them: the graph was found before", `See ${command} --help.`);
    const graph = graphFromJson(
      await inputText(values.graph, waitSeconds(values), LONGEST_GRAPH),
      inputPlace(values.graph),
    );
    const table = await commandTable(command, positionals, values, (names) =>
      placesIn(names, graph.columns).map((place) => place + 1),
    );
    const options = {
      seed: wholeNumber("--seed", values.seed),
      maxRows: wholeNumber("--max-rows", values["max-rows"]),
    };
    return ask(table, graph, given(options));
  }
  const jobs = jobCount(values.jobs);
  const options = await graphOptions(values);
  const kept = keptThreads(startTileThread);
  kept.start(jobs);
  try {
    const table = await commandTable(command, positionals, values, graphColumns(options));
    const prepared = prepareGraph(table, options);
    const lost = "causal-velocity graph --out graph.json can be resumed, and --graph graph.json takes what it finds.";
    const work = { prepared, options, jobs, kept, out: undefined, force: false, quiet: values.quiet ?? false, lost };
    return await graphHere(work, async (graph) => ask(table, graph, {}));
  } finally {
    await kept.close();
  }
}

/** For every command that asks "what if" of a graph. */
export const WHAT_IF_LINES = `  --set NAME=VALUE    a column, by name or counted from 1, and its value; may be
                      given several times. The value must lie within the range
                      of the column
  --of A,B,...        the columns asked for; default all that follow
  --graph FILE        a graph that the command graph wrote (.json), or
                      one that you know: {"columns": ["a", "b"], "edges":
                      [{"from": "a", "to": "b"}]}; default: it is found first`;
