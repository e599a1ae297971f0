import type { Table } from "@causal-velocity/core/table/table.js";
import {
  mentionedColumns,
  type TransformOptions,
  transformTable,
} from "@causal-velocity/core/table/transform-table.js";
import { given, namesOf } from "./arguments.js";

/** What is done to a table once it is read, as flags of every command that reads one. */
export const TRANSFORM_FLAGS = {
  with: { type: "string", multiple: true },
  where: { type: "string", multiple: true },
  log: { type: "string", multiple: true },
  diff: { type: "string", multiple: true },
  rank: { type: "string", multiple: true },
} as const;

export type TransformValues = { readonly [K in keyof typeof TRANSFORM_FLAGS]?: readonly string[] | undefined } & {
  /** Of commands that have them: differences are within groups and clusters. */
  readonly group?: string | undefined;
  readonly cluster?: string | undefined;
};

/** Which columns a command needs, by their numbers from 1, found by their names before anything is read. */
export type Needed = (names: Table) => readonly number[] | undefined;

/** Which columns are read, and what is done with them. */
export interface TableTransform {
  /** What must be read so that a command has the columns it needs. @throws InputError as `transformTable` */
  readonly needed: Needed;
  /** The table as the command needs it. @throws InputError as `transformTable` */
  apply(table: Table): Table;
}

/** The transformations of a command line around what the command itself needs. */
export function tableTransform(values: TransformValues, needed: Needed): TableTransform {
  const named = (name: "log" | "diff" | "rank"): string[] | undefined =>
    values[name]?.flatMap((list) => namesOf(`--${name}`, list) ?? []);
  const options: TransformOptions = given({
    ...{ with: values.with, where: values.where },
    ...{ log: named("log"), diff: named("diff"), rank: named("rank") },
  });
  const groups = [values.group, values.cluster].filter((name) => name !== undefined);
  const within = options.diff && groups.length > 0 ? { within: groups } : {};
  if (Object.keys(options).length === 0) return { needed, apply: (table) => table };
  return {
    needed: (names) => {
      const numbers = needed(transformTable(names, { ...options, ...within }));
      if (numbers === undefined) return undefined;
      const mentioned = mentionedColumns(names, { ...options, ...within }).map((position) => position + 1);
      return [...new Set([...numbers, ...mentioned])].filter((number) => number <= names.columns.length);
    },
    apply: (table) => transformTable(table, { ...options, ...within }),
  };
}

/** For every command that reads a table. */
export const TRANSFORM_LINES = `What a column is (done in this order; each may be given several times)
  --with "C = FORMULA"  a new column: --with "bmi = weight / height^2". Numbers,
                      names, pi, e, + - * / ^ ( ) and the functions of --basis;
                      a name with blanks or operators in brackets: [body mass]
  --where CONDITION   only rows in which it holds: --where "age > 18", with
                      == != < <= > >= and or not, and text in quotes:
                      --where "sex == 'f'". Rows keep their numbers
  --log A,B,...       the logarithms of these columns
  --diff A,B,...      their differences from the row before, among those left,
                      within --group and --cluster
  --rank A,B,...      their ranks`;
