import { join } from "node:path";
import { comparisonPage } from "@causal-velocity/lab/reproduce/comparison-page.js";
import { publishedStudies } from "@causal-velocity/lab/reproduce/published-sample-sizes.js";
import { publishedTables } from "@causal-velocity/lab/reproduce/published-tables.js";
import {
  type Reproduction,
  type ReproductionProgress,
  runReproduction,
} from "@causal-velocity/lab/reproduce/run-reproduction.js";
import { studyPage } from "@causal-velocity/lab/reproduce/study-page.js";
import { badUsage, jobCount, parseCommand, suiteData } from "../arguments.js";
import { wrap } from "../printable.js";
import { Interrupted, progressBar, SIGNAL_CODES, type SignalName, untilInterrupted } from "../terminal.js";
import { makeFolder, type NamedText, writeFiles } from "../write-files.js";

const OPTIONS = {
  data: { type: "string" },
  out: { type: "string" },
  jobs: { type: "string" },
  quick: { type: "boolean" },
  force: { type: "boolean" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const HELP = "See causal-velocity reproduce --help.";
const DEFAULT_FOLDER = "reproduction";
/** No published suite has more, and the studies have as many. */
const ALL_PAIRS = 100;
const QUICK_PAIRS = 3;
/** What a quick run leaves out of the sample-size studies. */
const QUICK_ROWS = 1000;

/** `causal-velocity reproduce`: the paper's tables, recomputed beside what is printed. Returns what to print. */
export async function reproduceCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity reproduce --help");
  if (values.help) return REPRODUCE_HELP;
  const { tables, studies } = chosen(positionals, values.quick ?? false);
  const out = values.out ?? DEFAULT_FOLDER;
  const request = {
    tables,
    studies,
    data: suiteData(values.data),
    journals: journalFolder(out, values.quick ? "journals-quick" : "journals"),
    fresh: values.force ?? false,
    pairs: values.quick ? QUICK_PAIRS : ALL_PAIRS,
    jobs: jobCount(values.jobs),
  };
  const { result, signal } = await untilInterrupted((stop) => {
    const bar = values.quiet ? undefined : progressBar(process.stderr);
    const run = { ...request, signal: stop };
    return runReproduction(bar ? { ...run, onProgress: bar.show } : run).finally(() => bar?.end());
  });
  if (signal) throw interrupted(signal, result.progress, out);
  const { files, lines } = pages(result, request, values.quick ?? false);
  writeFiles({ path: out, isFolder: true, force: true, files });
  return [...lines, `Pages: ${files.map(({ name }) => join(out, name)).join(", ")}`, ""].join("\n");
}

/** The tables asked for, all if none is named. */
function chosen(
  names: readonly string[],
  quick: boolean,
): Pick<Parameters<typeof runReproduction>[0], "tables" | "studies"> {
  const known = [...publishedTables, ...publishedStudies].map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw badUsage("TABLE", `"${unknown}"`, `one of ${known.join(", ")}`, HELP);
  const isAsked = ({ name }: { name: string }): boolean => names.length === 0 || names.includes(name);
  return {
    tables: publishedTables.filter(isAsked),
    studies: publishedStudies
      .filter(isAsked)
      .map((study) => (quick ? { ...study, sizes: study.sizes.filter(({ rows }) => rows <= QUICK_ROWS) } : study)),
  };
}

function journalFolder(out: string, name: string): string {
  const folder = join(out, name);
  makeFolder(folder);
  return folder;
}

function pages(
  { outcomeOf, pairsOf }: Reproduction,
  { tables, studies, pairs }: { readonly pairs: number } & ReturnType<typeof chosen>,
  quick: boolean,
): { files: NamedText[]; lines: string[] } {
  const part = quick ? `**A quick run: the first ${pairs} pairs of each suite only.** ` : "";
  const files: NamedText[] = [];
  const lines: string[] = [];
  for (const table of tables) {
    const preamble =
      `${part}Accuracy in percent, AUDRC in parentheses. *printed*: the paper's cell. *as published*: what the authors' ` +
      `code did (${PROTOCOL[table.resample]}; 100 steps of Adam; mean absolute residual; ` +
      `${table.trim > 0 ? "the extreme 5 % of each column left out of the fit; " : ""}networks of 2 layers of weights and 32 ` +
      "hidden units; KDE scores as coded). *exact*: what the text says, the minimum of the mean squared residual, with a " +
      `correct KDE, on up to ${table.n.toLocaleString("en-US")} rows drawn once without replacement` +
      `${table.trim > 0 ? ", trimmed alike" : ""}; V-ANM and V-LSNM by splines. V-NN has no exact fit: its second line ` +
      `is the trained network under squared residuals.${table.note ? ` ${table.note}` : ""}`;
    const page = comparisonPage(table, outcomeOf, preamble);
    files.push({ name: `${table.name}.md`, text: page.markdown });
    lines.push(`${table.name}: ${page.agreeing} of ${page.compared} printed cells within two standard errors`);
  }
  for (const study of studies) {
    const preamble =
      `${part}Median (first, third quartile) over ${pairs} simulated pairs of our own: the authors' are not published. ` +
      "*as published*: a trained network, mean absolute residual. *exact*: splines, mean squared residual. Errors of the " +
      "joint score are means over its two components.";
    files.push({ name: `${study.name}.md`, text: studyPage(study, pairsOf, preamble) });
    lines.push(`${study.name}: ${study.sizes.length} sizes, ${pairs} pairs each`);
  }
  return { files, lines };
}

const PROTOCOL: Readonly<Record<"paper" | "paper-distinct", string>> = {
  paper: "1,000 rows drawn with replacement",
  "paper-distinct": "rows drawn without replacement; for the rivals, with",
};

function interrupted(signal: SignalName, { done, total }: ReproductionProgress, out: string): Interrupted {
  const text = `Stopped after ${done} of ${total} pairs. They are kept in "${out}": the same command continues.`;
  return new Interrupted(text, SIGNAL_CODES[signal]);
}

export const REPRODUCE_HELP = `Usage
  causal-velocity reproduce [TABLE...] [options]

  Recomputes the tables of the paper and writes a page for each: the printed
  cell, every variant behind it, ours, the difference and its standard error.
  Without a TABLE: all of them, one to three hours on two cores.

  --data PATH         folder that holds the archives, as for benchmark; default:
                      data in the folder that CAUSAL_VELOCITY_DATA names
  --out DIR           default reproduction; a stopped run continues from what is
                      there
  --quick             the first three pairs of each suite, in minutes
  --jobs K            worker threads; default: as many as there are cores
  --force             start again, and write over files that are there
  --quiet             no progress on standard error

Tables
${wrap([...publishedTables, ...publishedStudies].map(({ name }) => name).join(", "), "  ")}
`;
