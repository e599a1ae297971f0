import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { decide, type PairDecision } from "@causal-velocity/core/decide/decide.js";
import { rowGroups, withinGroups } from "@causal-velocity/core/pair/row-groups.js";
import { whereUsable } from "@causal-velocity/core/primitives/errors.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { clusteredPair, type GroupedPair, groupedPair } from "@causal-velocity/lab/simulate/random/grouped-pair.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { ROOT } from "../source-files.js";

// Judges decisions within groups and about repeated measurements on simulated tables. Writes docs/benchmarks/grouped.md.
// usage: tsx scripts/calibrate/grouped-page.ts [--tables 1200]

const { values } = parseArgs({ options: { tables: { type: "string", default: "1200" } } });
const TABLES = Number(values.tables);
/** Other seeds than those with which the weight of small groups was chosen. */
const FIRST_SEED = 700_000;
const MOST_ROWS = 4000;
const BINS = 5;

interface Judged {
  readonly groups: number;
  readonly rows: number;
  readonly truth: GroupedPair["truth"];
  readonly family: string;
  readonly decision: PairDecision;
}

/** Between two numbers, evenly in logarithms. */
const between = (low: number, high: number, share: number): number => Math.round(low * (high / low) ** share);

function judge(
  sizes: { readonly groups: readonly [number, number]; readonly rows: readonly [number, number] },
  draw: typeof groupedPair,
  decided: (drawn: GroupedPair) => PairDecision,
): Judged[] {
  return Array.from({ length: TABLES }, (_, k) => FIRST_SEED + k).flatMap((seed) => {
    const rng = seededRng(seed).split("sizes");
    const groups = between(...sizes.groups, rng.uniform());
    const rows = Math.min(groups * between(...sizes.rows, rng.uniform()), MOST_ROWS);
    const drawn = draw(seed, { n: rows, groups });
    const [decision] = whereUsable(() => decided(drawn));
    const { truth, family } = drawn;
    return decision ? [{ groups, rows, truth, family, decision }] : [];
  });
}

const routines = bestRoutines();
const within = judge({ groups: [2, 200], rows: [5, 100] }, groupedPair, ({ pair, codes }) =>
  decide(withinGroups(pair, rowGroups("group", Float64Array.from(codes))), { unordered: true, routines }),
);
const asOne = judge({ groups: [2, 200], rows: [5, 100] }, groupedPair, ({ pair }) =>
  decide(pair, { unordered: true, routines }),
);
const repeated = judge({ groups: [20, 400], rows: [2, 100] }, clusteredPair, ({ pair, codes }) =>
  decide({ ...pair, clusters: rowGroups("subject", Float64Array.from(codes)) }, { unordered: true, routines }),
);
const asRows = judge({ groups: [20, 400], rows: [2, 100] }, clusteredPair, ({ pair }) =>
  decide(pair, { unordered: true, routines }),
);

const percent = (share: number): string => (Number.isNaN(share) ? "-" : `${(100 * share).toFixed(1)}%`);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
/** Linear-Gaussian pairs have a cause, which nobody can find. */
const isDirected = ({ truth, family }: Judged): boolean => truth.includes("->") && family !== "linear-gaussian";
const isRight = ({ truth, decision: { margin } }: Judged): boolean => margin > 0 === (truth === "x->y");
const isVerdict = ({ decision }: Judged): boolean => decision.verdict !== "cannot-tell";

function summaryRow(name: string, all: readonly Judged[]): string {
  const directed = all.filter(isDirected);
  const verdicts = directed.filter(isVerdict);
  const others = all.filter((each) => !isDirected(each));
  const claimed = mean(verdicts.map(({ decision }) => decision.probability ?? Number.NaN));
  return `| ${name} | ${directed.length} | ${percent(verdicts.length / directed.length)} | ${percent(claimed)} | ${percent(mean(verdicts.map((each) => Number(isRight(each)))))} | ${others.filter(isVerdict).length} of ${others.length} |`;
}

function binRows(all: readonly Judged[]): string {
  const open = all.filter((each) => isDirected(each) && each.decision.probability !== undefined);
  const sorted = [...open].sort((a, b) => (a.decision.probability ?? 0) - (b.decision.probability ?? 0));
  return Array.from({ length: BINS }, (_, b) => {
    const bin = sorted.slice(Math.round((b * sorted.length) / BINS), Math.round(((b + 1) * sorted.length) / BINS));
    const claimed = mean(bin.map(({ decision }) => decision.probability ?? 0));
    const right = mean(bin.map((each) => Number(isRight(each))));
    const error = Math.sqrt((right * (1 - right)) / bin.length);
    return `| ${b + 1} | ${bin.length} | ${percent(claimed)} | ${percent(right)} ± ${percent(error)} |`;
  }).join("\n");
}

const HEAD =
  "| | directed | with a verdict | claimed | right | verdicts without a direction |\n|---|--:|--:|--:|--:|--:|";
const BIN_HEAD = "| bin | tables | claimed | right |\n|--:|--:|--:|--:|";
const rowsEach = ([low, high]: readonly [number, number], all: readonly Judged[]) =>
  all.filter(({ rows, groups }) => rows / groups >= low && rows / groups < high);
const subjects = ([low, high]: readonly [number, number], all: readonly Judged[]) =>
  all.filter(({ groups }) => groups >= low && groups < high);

const page = `# Rows in groups, and repeated measurements

Made by \`scripts/calibrate/grouped-page.ts\`; regenerate, do not edit. ${TABLES} simulated tables of each kind, of the families of calibration, up to ${MOST_ROWS.toLocaleString("en-US")} rows, none of them used to choose anything. *With a verdict*, *claimed* and *right* are about pairs with a direction; the last column counts verdicts on pairs that show none: independent, linear-Gaussian, and two effects of a hidden cause.

## Groups (\`--group\`)

2 to 200 groups of 5 to 100 rows on average, each with levels, and in half of the tables scales, of its own; in the other half the cause of each group is shifted before its effect follows. Groups of fewer than 8 rows are left out, and log odds count 1 − 2/r where groups have r rows: chosen on 2,762 other tables, on which smaller groups were too sure even so.

${HEAD}
${summaryRow("groups ignored", asOne)}
${summaryRow("within groups", within)}
${summaryRow("5 to 12 rows a group on average", rowsEach([0, 12], within))}
${summaryRow("12 to 20", rowsEach([12, 20], within))}
${summaryRow("20 to 50", rowsEach([20, 50], within))}
${summaryRow("50 and more", rowsEach([50, Infinity], within))}
${summaryRow("2 to 10 groups", subjects([0, 10], within))}
${summaryRow("more", subjects([10, Infinity], within))}

How sure, in five bins of equal size:

${BIN_HEAD}
${binRows(within)}

## Repeated measurements (\`--cluster\`)

20 to 400 subjects, measured 2 to 100 times on average; causes of one subject are alike, and so is its noise, each by a random share of the variance. The gates look at one row of each subject, the evidence at all rows.

${HEAD}
${summaryRow("subjects ignored", asRows)}
${summaryRow("by subject", repeated)}
${summaryRow("20 to 50 subjects", subjects([0, 50], repeated))}
${summaryRow("50 to 150", subjects([50, 150], repeated))}
${summaryRow("more", subjects([150, Infinity], repeated))}

${BIN_HEAD}
${binRows(repeated)}
`;
writeFileSync(join(ROOT, "docs/benchmarks/grouped.md"), page);
