import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { version } from "@causal-velocity/core/version.js";
import { type SimulateOptions, simulate, simulatorNamed, simulators } from "@causal-velocity/lab/simulate/simulate.js";
import type { SimulatedPair } from "@causal-velocity/lab/simulate/simulator.js";
import { trueScores, trueVelocity } from "@causal-velocity/lab/simulate/truth.js";
import { badUsage, given, parseCommand, wholeNumber } from "../arguments.js";
import { printable, wrap } from "../printable.js";
import { type NamedText, writeFiles } from "../write-files.js";

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
    return `Wrote ${printable(out)}: ${kind}, x is the cause.\n`;
  }
  const files = pairFiles({ kind, pairs, options, withScores: !values["no-scores"] });
  writeFiles({ path: out, isFolder: true, force: values.force ?? false, files });
  const count = `${pairs} ${pairs === 1 ? "pair" : "pairs"}`;
  return `Wrote ${count} of ${kind} to ${printable(out)}; pairmeta.txt holds the truth.\n`;
}

export const SIMULATE_HELP = `Usage
  causal-velocity simulate KIND [options]

  Without --out: one pair on standard output, as CSV with columns x and y, of
  which x is the cause.

  --n N               rows; default as published, 1000 or 5000
  --seed N            default 0; the same seed gives the same bytes
  --as-published      repeat what the paper's code does where the paper says
                      something else (velocity: six equal coefficients; the
                      networks: two layers that share weights)
  --out FILE.csv      the same to a file
  --out DIR           a folder as the published archives have it:
                      pair0001.txt       two columns, no header
                      pair0001_scores.csv  true velocity and scores by role,
                                         where the kind knows them
                      pairmeta.txt       number, first and last column of the
                                         cause, of the effect, weight; zeros
                                         where neither causes the other
                      simulation.json    kind, seed and options
                      Which column is the cause is random.
  --pairs N           default 100 in a folder; several need one
  --no-scores         leave the score files out; they take most of the time
  --force             write over what is there

Kinds
${kindLines()}
`;

/** One line for each kind, cut to fit the terminal. */
function kindLines(): string {
  return simulators.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}

export interface PairFilesRequest {
  readonly kind: string;
  readonly pairs: number;
  readonly options: SimulateOptions;
  /** Whether to write the side files with true scores. */
  readonly withScores: boolean;
}

/**
 * Files of a suite in the format of the published archives, one at a time so that no more than one pair is held:
 * pair0001.txt with two columns, the last pairmeta.txt with "number, first and last column of the cause, of the effect,
 * weight" (zeros where neither causes the other). Besides, pair0001_scores.csv where the truth is known, and
 * simulation.json with what is needed to make the folder again.
 */
export function* pairFiles({ kind, pairs, options, withScores }: PairFilesRequest): Generator<NamedText> {
  const meta: string[] = [];
  for (let number = 1; number <= pairs; number++) {
    const simulated = simulate(kind, { ...options, number, direction: "random" });
    const id = String(number).padStart(4, "0");
    yield { name: `pair${id}.txt`, text: columnsTable({ x: simulated.pair.x, y: simulated.pair.y }, " ", false) };
    const scores = withScores ? scoreTable(simulated) : undefined;
    if (scores) yield { name: `pair${id}_scores.csv`, text: scores };
    meta.push(`${id} ${META[simulated.truth]}\n`);
  }
  yield { name: "pairmeta.txt", text: meta.join("") };
  const record = { schema: "causal-velocity/simulation@1", version, kind, pairs, seed: 0, ...options };
  yield { name: "simulation.json", text: jsonText(record) };
}

const META: Readonly<Record<SimulatedPair["truth"], string>> = {
  "x->y": "1 1 2 2 1",
  "y->x": "2 2 1 1 1",
  independent: "0 0 0 0 0",
  "common-cause": "0 0 0 0 0",
};

function scoreTable(simulated: SimulatedPair): string | undefined {
  const velocity = trueVelocity(simulated);
  if (!velocity) return undefined;
  const scores = trueScores(simulated);
  const columns: Record<string, Float64Array> = { velocity: velocity.v, velocity_slope: velocity.dvDEffect };
  if (scores) {
    columns.score_cause = scores.scoreCause;
    columns.joint_cause = scores.jointCause;
    columns.joint_effect = scores.jointEffect;
    if (scores.scoreEffect) columns.score_effect = scores.scoreEffect;
  }
  return columnsTable(columns, ",", true);
}

/** A pair as CSV with a header; numbers in the shortest form that reads back to the same double. */
export function pairTable({ x, y }: Pair): string {
  return columnsTable({ x, y }, ",", true);
}

/** Columns of equal length as text, one row a line. */
export function columnsTable(
  columns: Readonly<Record<string, Float64Array>>,
  separator: string,
  header: boolean,
): string {
  const names = Object.keys(columns);
  const values = Object.values(columns);
  const lines = header ? [names.join(separator)] : [];
  const rows = values[0]?.length ?? 0;
  for (let i = 0; i < rows; i++) lines.push(values.map((column) => String(column[i])).join(separator));
  return `${lines.join("\n")}\n`;
}
