import { DEFAULT_METHOD, type PairDecision } from "@causal-velocity/core/decide/decide.js";
import { chooseColumns, rolePositions } from "@causal-velocity/core/pair/choose-columns.js";
import { subjectColumn } from "@causal-velocity/core/pair/subject-column.js";
import type { AdvisedOptions, Finding } from "@causal-velocity/core/primitives/finding.js";
import { escapedText } from "@causal-velocity/core/primitives/output-text.js";
import type { Table, TableColumn } from "@causal-velocity/core/table/table.js";
import { type PairValues, pairChoice, type ROW_FLAGS } from "./pair-flags.js";

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** What double quotes do not protect from a shell. */
const SPECIAL = /["$`\\!]/;

/** A word as a shell reads it back. */
function shellWord(word: string, platform: string): string {
  if (PLAIN_WORD.test(word)) return word;
  if (word.includes("'") && !SPECIAL.test(word)) return `"${word}"`;
  return platform === "win32" ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * A command line to be pasted into a shell; undefined if a word holds characters that are not seen and cannot be pasted.
 */
export function commandLine(words: readonly string[], platform: string = process.platform): string | undefined {
  if (words.some((word) => escapedText(word) !== word)) return undefined;
  return ["npx", "causal-velocity", ...words].map((word) => shellWord(word, platform)).join(" ");
}

/** Some of the given flags as words of a command line. */
export function flagWords(values: object, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const given: unknown = (values as Readonly<Record<string, unknown>>)[name];
    if (given === undefined || given === false) return [];
    if (given === true) return [`--${name}`];
    return (Array.isArray(given) ? given : [given]).flatMap((value) => flagWord(name, String(value)));
  });
}

/** A value that begins with a minus would be taken for a flag. */
function flagWord(name: string, value: string): string[] {
  return value.startsWith("-") ? [`--${name}=${value}`] : [`--${name}`, value];
}

/** A file as a word that is no flag. */
function fileWord(file: string): string {
  return file.startsWith("-") ? `./${file}` : file;
}

/** Commands about the same columns of the same file, to be pasted. */
export interface NextCommands {
  /** The one that shows why. */
  explain(): string | undefined;
  /** The same command with what a finding advises. */
  follow(finding: Finding): string | undefined;
}

/** The command line of a decision or an explanation. */
export interface GivenCommand {
  readonly name: "decide" | "explain";
  readonly positionals: readonly string[];
  readonly values: PairValues & { readonly [K in keyof typeof ROW_FLAGS]?: string | undefined } & {
    readonly quiet?: boolean | undefined;
    readonly missing?: string | undefined;
    readonly sql?: string | undefined;
    readonly method?: string | undefined;
    readonly basis?: string | undefined;
    readonly diff?: readonly string[] | undefined;
  };
  /** Flags that are repeated, but for those of the columns. */
  readonly flags: readonly string[];
  /** Those of them that `explain` has. */
  readonly explained: readonly string[];
}

/** Options that say how rows of one subject belong together, as words; none where no column looks like subjects. */
interface SubjectWords {
  /** For every command. */
  readonly flags: readonly string[];
  /** Instead, where rows follow each other; undefined if there is nothing to advise. */
  readonly ordered?: readonly string[] | undefined;
}

/**
 * What people at a terminal may want to run next. Nothing where nobody reads, where `--quiet` is given, and for a table
 * that came by a pipe and is gone. No command takes rows of one subject for independent, or differences across subjects:
 * where a column looks like subjects the options name it, and where they cannot, none is offered.
 *
 * @param whole the table with all columns, if they are not too many; called only if a finding may be followed
 */
export async function nextCommands(
  { name, positionals, values, flags, explained }: GivenCommand,
  { names, transformations = [], findings }: Pick<PairDecision, "names" | "transformations" | "findings">,
  whole: () => Promise<Table | undefined>,
): Promise<NextCommands | undefined> {
  const [file] = positionals;
  const isGone = file === "-" || (file === undefined && values.sql === undefined);
  if (process.stdout.isTTY !== true || values.quiet || isGone) return undefined;
  const choice = pairChoice(values);
  // Columns with the same name are known by their numbers only, or are all there are.
  const isNamed = names.x !== names.y;
  const columns = { x: choice.x ?? (isNamed ? names.x : undefined), y: choice.y ?? (isNamed ? names.y : undefined) };
  const start = (command: string): string[] => [
    command,
    ...(file === undefined ? [] : [fileWord(file)]),
    ...flagWords(columns, ["x", "y"]),
  ];
  const isTransformed = (column: string): boolean => transformations.some(({ text }) => text === column);
  const mayFollow = findings.some(({ code, advised }) => advised !== undefined || code === ORDERED);
  const subjects = mayFollow ? await subjectWords(values, whole) : undefined;
  return {
    explain: () => commandLine([...start("explain"), ...flagWords(values, explained), "--out", "report.html"]),
    follow: ({ advised, column, code }) => {
      const rows = code === ORDERED ? subjects?.ordered : advised && subjects?.flags;
      if (!rows) return undefined;
      const named = [...(advised?.log ?? []), ...(column === undefined ? [] : [column])];
      // Lists are split at commas, and what was transformed has another name before.
      if (named.some((each) => each.includes(",") || isTransformed(each))) return undefined;
      if (advised?.where && [names.x, names.y].some(isTransformed)) return undefined;
      const { missing, more } = advisedFlags(advised, values.missing);
      return commandLine([...start(name), ...flagWords({ ...values, ...missing }, flags), ...more, ...rows]);
    },
  };
}

const ORDERED = "ordered-rows" satisfies Finding["code"];

/** @returns undefined where a column looks like subjects and no option may name it, or the table is too large to look */
async function subjectWords(
  values: GivenCommand["values"],
  whole: () => Promise<Table | undefined>,
): Promise<SubjectWords | undefined> {
  const { cluster, group, weights, given, method = DEFAULT_METHOD, basis, diff } = values;
  if (cluster !== undefined) return { flags: [] };
  const table = await whole();
  if (!table) return undefined;
  const [x, y] = chooseColumns(table, pairChoice(values));
  const roles = rolePositions(table, { group, weights });
  const found = subjectColumn(table, [x, y, ...(roles.weights === undefined ? [] : [roles.weights])]);
  if (found === undefined || (found !== "unclear" && found.position === roles.group)) return { flags: [] };
  if (found === "unclear" || given !== undefined || method !== DEFAULT_METHOD || basis !== undefined) return undefined;
  const key = (position: number): string => {
    const { name } = table.columns[position] as TableColumn;
    const isOnly = table.columns.filter((column) => column.name === name).length === 1;
    return isOnly && name !== "" && name === name.trim() && !name.includes(",") ? name : String(position + 1);
  };
  const flags = flagWords({ cluster: key(found.position) }, ["cluster"]);
  const isChanged = [x, y].some((position) => table.columns[position]?.source !== undefined);
  const hasDiff = found.hasChanges && !isChanged && diff === undefined;
  return { flags, ordered: hasDiff ? [...flagWords({ diff: `${key(x)},${key(y)}` }, ["diff"]), ...flags] : flags };
}

/** What is advised as flags: `--missing` is one list, the others may be given several times. */
function advisedFlags({ header, decimal, missing, where, log }: AdvisedOptions = {}, known: unknown) {
  const values = {
    header: header === true,
    "no-header": header === false,
    decimal: decimal && (decimal === "." ? "point" : "comma"),
    where,
    log: log?.join(","),
  };
  const list = missing && { missing: [...(typeof known === "string" ? [known] : []), ...missing].join(",") };
  return { missing: list, more: flagWords(values, Object.keys(values)) };
}
