import { type SimulateOptions, simulate, simulatorNamed } from "@causal-velocity/core";
import { badUsage, given, parseCommand, wholeNumber } from "../arguments.js";
import { SIMULATE_HELP } from "../help/simulate-help.js";
import { pairFiles } from "../render/pair-files.js";
import { pairTable } from "../render/pair-table.js";
import { writeFiles } from "../write-files.js";

const OPTIONS = {
  pairs: { type: "string" },
  n: { type: "string" },
  seed: { type: "string" },
  "as-published": { type: "boolean" },
  out: { type: "string" },
  "no-scores": { type: "boolean" },
  force: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const HELP = "See causal-velocity simulate --help.";
/** File names have four digits, as in the archives. */
const MOST_PAIRS = 9999;
/** As in the published suites. */
const PAIRS_IN_A_FOLDER = 100;

/** `causal-velocity simulate`: pairs whose truth is known, to standard output, a file or a folder. */
export function simulateCommand(args: readonly string[]): string {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity simulate --help");
  if (values.help) return SIMULATE_HELP;
  const [kind, ...others] = positionals;
  if (kind === undefined || others.length > 0) {
    const found = kind === undefined ? "no kind" : `${positionals.length} kinds`;
    throw badUsage("causal-velocity simulate", found, "one KIND", HELP);
  }
  simulatorNamed(kind);
  const out = values.out;
  if (out === "") throw badUsage("--out", '""', "a folder, or a file that ends in .csv", HELP);
  const isFolder = out !== undefined && !out.endsWith(".csv");
  const pairs = wholeNumber("--pairs", values.pairs) ?? (isFolder ? PAIRS_IN_A_FOLDER : 1);
  if (pairs < 1 || pairs > MOST_PAIRS) throw badUsage("--pairs", String(pairs), `1 to ${MOST_PAIRS}`, HELP);
  const options: SimulateOptions = given({
    n: wholeNumber("--n", values.n),
    seed: wholeNumber("--seed", values.seed),
    asPublished: values["as-published"],
  });
  if (!isFolder) {
    if (pairs > 1) throw badUsage("--pairs", `${pairs} pairs without a folder`, "--out DIR for several pairs", HELP);
    const table = pairTable(simulate(kind, options).pair);
    if (out === undefined) return table;
    writeFiles({ path: out, isFolder: false, force: values.force ?? false, files: [{ name: out, text: table }] });
    return `Wrote ${out}: ${kind}, x is the cause.\n`;
  }
  const files = pairFiles({ kind, pairs, options, withScores: !values["no-scores"] });
  writeFiles({ path: out, isFolder: true, force: values.force ?? false, files });
  return `Wrote ${pairs} ${pairs === 1 ? "pair" : "pairs"} of ${kind} to ${out}; pairmeta.txt holds the truth.\n`;
}
