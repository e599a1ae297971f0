import { DEFAULT_METHOD, type DecideOptions, decide, stability } from "@causal-velocity/core/decide/decide.js";
import { robustness } from "@causal-velocity/core/decide/robustness.js";
import { TUNED_SCORES } from "@causal-velocity/core/decide/tuned-methods.js";
import { decisionRecord } from "@causal-velocity/core/explain/records.js";
import { FITS } from "@causal-velocity/core/fit/fit-velocity.js";
import { RULES } from "@causal-velocity/core/fit/gof.js";
import { pairFromTable } from "@causal-velocity/core/pair/pair.js";
import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { DEFAULT_NETWORK_SIZE } from "@causal-velocity/core/velocity/network-model.js";
import { COMPARED_ROWS, compareMethods } from "@causal-velocity/lab/rivals/compare-methods.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { badUsage, given, listed, parseCommand, wholeNumber } from "../arguments.js";
import { METHOD_FLAGS, methodOptions, TUNING_LINES, withAllMethods } from "../method-flags.js";
import { nextCommands } from "../next-command.js";
import { PAIR_FLAGS, PAIR_LINES, pairChoice, ROW_FLAGS, ROW_LINES, rowChoice } from "../pair-flags.js";
import { commandTable, pairColumns, TABLE_FLAGS, TABLE_LINES, wholeTable } from "../read-table.js";
import { comparisonText } from "../render/comparison-text.js";
import { decisionText } from "../render/decision-text.js";
import { comparisonRecord, recordAbout } from "../render/records.js";

const OPTIONS = {
  ...PAIR_FLAGS,
  ...ROW_FLAGS,
  method: { type: "string" },
  ...METHOD_FLAGS,
  compare: { type: "boolean" },
  stability: { type: "boolean" },
  robust: { type: "boolean" },
  "max-rows": { type: "string" },
  memory: { type: "string" },
  seed: { type: "string" },
  ...TABLE_FLAGS,
  quiet: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Flags that do not go together: --robust has halves of its own. */
const EXCLUSIVE = [
  ["compare", "stability"],
  ["compare", "robust"],
  ["stability", "robust"],
] as const;

/** `causal-velocity decide`: a table in, a verdict out. Returns what to print. */
export async function decideCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity decide --help");
  if (values.help) return DECIDE_HELP;
  for (const [flag, other] of EXCLUSIVE) {
    if (values[flag] && values[other]) {
      const remedy = "See causal-velocity decide --help.";
      throw badUsage(`options --${flag}, --${other}`, "both", "one of them", remedy);
    }
  }
  const alone = (["given", "cluster"] as const).find((flag) => values[flag] !== undefined);
  if (values.compare && alone) {
    throw badUsage(`options --compare, --${alone}`, "both", "one of them", "Methods are compared on the pair alone.");
  }
  const options: DecideOptions = withAllMethods({
    ...methodOptions(values),
    ...given({
      method: values.method,
      seed: wholeNumber("--seed", values.seed),
      maxRows: wholeNumber("--max-rows", values["max-rows"]),
      memoryLimit: megabytes(values.memory),
    }),
  });
  const choice = { ...pairChoice(values), ...rowChoice(values) };
  const table = await commandTable("causal-velocity decide", positionals, values, pairColumns(choice));
  const pair = pairFromTable(table, choice);
  if (values.compare) {
    const comparison = compareMethods(pair, options);
    return values.json ? jsonText(comparisonRecord(comparison)) : comparisonText(comparison);
  }
  const decision = decide(pair, options);
  const extras = {
    stability: values.stability ? stability(pair, decision, options) : undefined,
    robustness: values.robust ? robustness(pair, decision, options) : undefined,
  };
  if (values.json) return jsonText(decisionRecord(decision, recordAbout(), extras.stability, extras.robustness));
  const command = { name: "decide", positionals, values, flags: FLAGS, explained: EXPLAINED } as const;
  const whole = () => wholeTable("causal-velocity decide", positionals, values);
  return decisionText(decision, { ...extras, commands: await nextCommands(command, decision, whole) });
}

/** What `explain` shares with this command, and what is only here, but for the columns and the form of the output. */
const EXPLAINED = [
  "given",
  ...Object.keys(ROW_FLAGS),
  "method",
  ...Object.keys(METHOD_FLAGS),
  "max-rows",
  "seed",
  ...Object.keys(TABLE_FLAGS),
];
const FLAGS = [...EXPLAINED, "stability", "robust", "memory"];

/** Bytes of an option given in megabytes. */
function megabytes(text: string | undefined): number | undefined {
  const count = wholeNumber("--memory", text);
  return count === undefined ? undefined : 1e6 * count;
}

export const DECIDE_HELP = `Usage
  causal-velocity decide FILE [options]

  FILE is a text table (CSV, TSV, or split at semicolons, bars or blanks, with
  or without a header), such a text in gzip, an Excel workbook (.xlsx) or Arrow
  (Feather). Without FILE, or for "-", the table comes from standard input. With
  @causal-velocity/tables installed beside this package, also Parquet, JSON,
  JSON Lines, zstd, a glob in quotes ("runs/*.csv", all files one after another)
  and a folder of Parquet files.

  --sql QUERY         in place of FILE: a query over such files, by DuckDB:
                      --sql "select a, b from 'data.parquet' where a > 0"

Columns
${PAIR_LINES}
  --given A,B,...     decide what is left between the two when these are known,
                      at most 6, by name or counted from 1; a name with a comma
                      by its number. They are taken as causes of both columns or
                      of neither; a finding says where they seem to be effects.
                      Of the other options, it goes with --abstain, --unordered,
                      --stability, --robust, --max-rows, --memory and --seed
${ROW_LINES}

Method
  --method NAME       "${DEFAULT_METHOD}" weighs several kinds of evidence and is the
                      default; one of
                      ${listed(allMethods.map(({ name }) => name))}
  --basis LIST        a velocity made of given functions of x, the candidate
                      cause, and y, the effect, both standardized, such as
                      "1, x, y, sin(x)*y, exp(-y^2)". Numbers, pi, e, + - * / ^
                      ( ) sin cos tan atan sinh cosh tanh exp log sqrt abs;
                      stands for --method basis
  --score NAME        of velocity methods: default stein; one of
                      ${listed(TUNED_SCORES)}
                      stein-cv chooses ridge and bandwidth by held-out rows
${TUNING_LINES}, of loci-nn-* 1000
  --rule NAME         ${RULES.join(", ")} (relative to v = 0);
                      default squared
  --fit NAME          ${FITS.join(", ")} (100 steps of training, as published);
                      default exact, of networks (names in -nn) paper
  --size LxH          of networks: L layers of weights, H units in the hidden
                      ones; default ${DEFAULT_NETWORK_SIZE}, as in the paper's text 3x64
  --trim F            leave the extreme share F of each column out of the fit,
                      after the scores are estimated; default 0, the paper 0.05
  --as-published      repeat what published code does where it differs from its
                      paper (igci-*-slope, anm-gp, score, nogam)
  --velocity NAME     whose flow flow-hsic follows: v-lsnm (default), v-anm,
                      v-pnl, b-lin, b-quad or b-cubic
  --abstain P         of default: answer only where the likelier direction
                      reaches the probability P, from 0.5 up; default 0.6
  --without LIST      of default: kinds of evidence that are not weighed, such
                      as "learned" for the theory alone; some of likelihood,
                      independence, location-scale velocity, quadratic
                      velocity, learned; the others have weights of their own
  --unordered         of default: the order of the rows means nothing; do not
                      test whether rows follow each other
  --stability         decide 20 random halves of the rows as well, and report
                      how many get the same verdict
  --robust            does the verdict survive? Decide again in logarithms, in
                      ranks, without the extremes, without ties and in random
                      halves: a small table and one sentence
  --compare           run every method that is fast enough, one line each, and
                      show which agree with --method; options go to the methods
                      that have them; draws ${COMPARED_ROWS.toLocaleString("en-US")} rows
  --max-rows N        draw N rows at random from longer tables; default: what
                      the method does in seconds, 1,000,000 for "${DEFAULT_METHOD}",
                      20,000 with --given
  --memory MB         memory for the score estimate; default 1000
  --seed N            default 0; the same seed gives the same bytes

${TABLE_LINES}

Output
  --quiet             no command to paste at the end, on a terminal
  --json              one JSON object: causal-velocity/decision@1, or with
                      --compare causal-velocity/comparison@1
`;
