import { EVIDENCE_NAMES } from "causal-velocity";
import { EVIDENCE_WEIGHTS } from "causal-velocity/model";
import { developmentJudgment } from "../calibrate/calibration-page.js";
import { table } from "../calibrate/calibration-text.js";
import { fitWeights } from "../calibrate/fit-weights.js";
import { isAnswered, weighedWith } from "../calibrate/judge-confidence.js";
import { type MeasuredPair, pairsToFit } from "../calibrate/measured-pair.js";
import { type AccuracyColumn, CONTINUOUS, FEW_ROWS, LONG, THIRTEEN } from "./columns.js";
import { asDecided, evidenceAlone, judge, judgeAnswers, type Scoring, weighedBy } from "./judge.js";
import type { BenchmarkPair } from "./measure-suites.js";
import { type RoundingJudgment, STEPS } from "./rounding.js";
import { FEW_ROWS_RIVALS, LONG_RIVALS, RIVALS, type SuiteRecord } from "./run-rivals.js";
import { sureAnswers, tuebingenTable } from "./sure-answers.js";
import { WITHOUT_SUCCESS } from "./without-success.js";

/** The data of the page. */
export interface AccuracyFindings {
  /** The pairs of the calibration. */
  readonly kit: readonly MeasuredPair[];
  /** Pairs of all columns, rows drawn with seed 0. */
  readonly pairs: readonly BenchmarkPair[];
  /** Other draws of 1,000 rows, for columns whose pairs have more. */
  readonly draws: readonly (readonly BenchmarkPair[])[];
  readonly rivals: readonly SuiteRecord[];
  readonly fewRowsRivals: readonly SuiteRecord[];
  readonly longRivals: readonly SuiteRecord[];
  readonly rounding: readonly RoundingJudgment[];
}

/** Probabilities from which answers are counted: that of the default, and stricter ones. */
const ABSTAIN = [0.6, 0.8, 0.9];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const whole = (share: number): string => (100 * share).toFixed(0);
const tenth = (share: number): string => (100 * share).toFixed(1);

/** How often the default is right on the benchmarks, compared with its parts, its rivals and the aims. */
export function accuracyPage(findings: AccuracyFindings): string {
  const { kit, pairs, draws, rivals, fewRowsRivals, longRivals, rounding } = findings;
  const of = (column: AccuracyColumn) =>
    pairs.filter((pair) => pair.column.suite === column.suite && pair.column.rows === column.rows);
  const shares = (scoring: Scoring, columns = THIRTEEN) => columns.map((column) => judge(of(column), scoring).accuracy);
  const errors = THIRTEEN.map((column) => judge(of(column), asDecided).standardError);
  const ours = shares(asDecided);
  const meanError = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0)) / errors.length;
  const development = developmentJudgment(kit, EVIDENCE_WEIGHTS);
  const margin = weighedWith(EVIDENCE_WEIGHTS);
  const undirected = kit.filter(({ purpose }) => purpose === "undirected");
  const stopped = (relation: string) => {
    const own = undirected.filter((pair) => pair.relation === relation);
    return own.filter((pair) => !isAnswered(pair, margin)).length / own.length;
  };
  const atEight = answersOver(THIRTEEN.map(of), 0.8);
  const [velocity, sigmoid, anm, lsnm] = shares(asDecided, LONG);
  const column = (title: string) => whole(ours[THIRTEEN.findIndex((one) => one.title === title)]);
  const tuebingen = of(THIRTEEN[12]);
  return `# How often the default is right

Made by \`npm run accuracy\`; regenerate, do not edit. A choice is forced on every pair, by the sign of the margin; 1,000 rows, drawn without replacement from pairs that have more (seed 0 of the \`benchmark\` command); Tübingen weighted as its authors do. Weights of the default come only from simulated pairs ([calibration](calibration.md)). Which kinds of evidence to weigh, how, and which network to ship was chosen with all pairs of these benchmarks in view, odd and even: the figures are those of a method that has seen them in this sense. [The held-out families](../held-out.md) are the test of it.

## Aims

${table(
  ["", "aim", "reached", "the paper's best single method", "the paper's best for each column"],
  [
    ["mean over 13 columns", "91.5", `${tenth(mean(ours))} ± ${tenth(meanError)}`, "81.3 (LOCI-HSIC)", "88.5"],
    ["worst of the 13", "77", worstOf(ours, errors), "40", ""],
    ["velocity, SIM-G, SIM", "93, 93, 85", ["velocity", "SIM-G", "SIM"].map(column).join(", "), "", ""],
    [
      "Tübingen / its continuous pairs",
      "84 / 80",
      `${tenth(ours[12])} / ${tenth(shares(asDecided, [CONTINUOUS])[0])}`,
      "60 / 57",
      "72 / 78",
    ],
    [
      "5,000 rows: velocity, sigmoid, anm, lsnm",
      "90, 85, 97, 87",
      [velocity, sigmoid, anm, lsnm].map(whole).join(", "),
      "",
      "97, 87, 97, 83",
    ],
    [
      `calibration error on ${development.pairs.toLocaleString("en-US")} pairs of development families`,
      "at most 0.03",
      `${development.calibrationError.toFixed(3)} (a perfect method: ${development.perfectError.toFixed(3)})`,
      "",
      "",
    ],
    [
      "linear-Gaussian / independent / warped Gaussian pairs: cannot tell",
      "95 / 95 / 95",
      ["linear-gaussian", "independent", "warped-gaussian"].map((relation) => tenth(stopped(relation))).join(" / "),
      "",
      "",
    ],
    [
      "answering from 0.8: answered / right among them",
      "55 / 95",
      `${tenth(atEight.answered)} / ${tenth(atEight.right)}`,
      "",
      "",
    ],
    [
      "Tübingen, answers of 90% and more",
      "90% right, mean claim within the interval, 25% of the pairs",
      sureAnswers(tuebingen),
      "",
      "",
    ],
  ],
)}

± is one standard error, here and below: of a column of 100 pairs up to 5 points.

## Column by column

${columnTable(ours, errors, shares, [...rivalRows(rivals, RIVALS), ...rivalRows(fewRowsRivals, FEW_ROWS_RIVALS, FEW_ROWS[0].rows)])}

"alone" is the sign of one kind of evidence, before any doubt about the rows. Where pairs have more than 1,000 rows, the draw matters; means of the default over five draws, with minimum and maximum: ${redrawn(draws, of)}. \`rank-pnl\` takes a second per pair of 1,000 rows, and is shown for 300 beside \`pnl\`; LOCI with its network takes seconds and is in [the reproduction](../reproduction/README.md); 81.3 is the mean of the paper's numbers for LOCI-HSIC over these columns.

## Odd and even pairs

${oddEven(of)}

## All 5,000 rows of the paper's own suites

${table(
  ["", ...LONG.map(({ title }) => title)],
  [
    ["**default**", ...LONG.map((column) => withError(of(column)))],
    ...EVIDENCE_NAMES.map((name) => [`${name} alone`, ...shares(evidenceAlone(name), LONG).map(whole)]),
    ...LONG_RIVALS.map((method) => [
      `\`${method}\``,
      ...LONG.map(({ suite }) => whole(accuracyOf(longRivals, suite, method))),
    ]),
  ],
)}

## Answering only when sure

Columns count equally. A closed gate counts as no answer.

${table(
  ["answers from", "answered", "right among them"],
  ABSTAIN.map((abstain) => {
    const { answered, right } = answersOver(THIRTEEN.map(of), abstain);
    return [String(abstain), tenth(answered), tenth(right)];
  }),
)}

## Tübingen by rows and levels

Rows are those that were decided, at most 1,000; levels are different values of the column that has fewer. Shares are weighted, answers of 90% and more are counted, with the 95% interval of the share that is right.

${tuebingenTable(tuebingen)}

## Is the probability right?

![Share of right answers by claimed probability, development families](reliability.svg)

The picture shows ${development.pairs.toLocaleString("en-US")} simulated pairs of the four development families, on which no weight was fitted: expected calibration error ${development.calibrationError.toFixed(3)}, ${development.perfectError.toFixed(3)} if every probability were true. On the benchmarks, columns counting equally, gates ignored:

${reliabilityTable(THIRTEEN.map(of))}

## What each part is good for

Weights fitted again without it, on the same simulated pairs, before any doubt about the rows.

${ablationTable(kit, shares)}

## Rounded columns

${rounding[0].judgment.pairs} simulated pairs of 1,000 rows, and the same ones with columns rounded to ${STEPS[0]} to ${STEPS[1]} steps over six standard deviations. Entropies are those before rounding ([decision 0011](../decisions/0011-entropy-without-a-grid.md), which has the figures without this: rounding decided); a column with fewer than three values gets no verdict.

${table(
  ["rounded", "right", "calibration error", "linear-Gaussian pairs: cannot tell"],
  rounding.map(({ rounded, judgment, abstained }) => [
    rounded,
    tenth(judgment.accuracy),
    judgment.calibrationError.toFixed(3),
    tenth(abstained),
  ]),
)}

${WITHOUT_SUCCESS}`;

  /** "88.5 ± 1.2, sigmoid" of the column with the lowest share. */
  function worstOf(values: readonly number[], spread: readonly number[]): string {
    const worst = values.indexOf(Math.min(...values));
    return `${whole(values[worst])} ± ${whole(spread[worst])} (${THIRTEEN[worst].title})`;
  }
}

function withError(pairs: readonly BenchmarkPair[]): string {
  const { accuracy, standardError } = judge(pairs, asDecided);
  return `${whole(accuracy)} ± ${whole(standardError)}`;
}

/** Accuracy of a rival on a suite; none if it failed on a pair. */
function accuracyOf(records: readonly SuiteRecord[], suite: string, method: string): number {
  const record = records.find((candidate) => candidate.suite === suite && candidate.method === method);
  if (!record || record.failed > 0) throw new Error(`${method} on ${suite}: ${record?.failed ?? "all"} pairs failed`);
  return record.accuracy;
}

type Shares = (scoring: Scoring, columns?: readonly AccuracyColumn[]) => number[];

function columnTable(
  ours: readonly number[],
  errors: readonly number[],
  shares: Shares,
  ofRivals: readonly (readonly string[])[],
): string {
  return table(
    ["", "mean", "worst", ...THIRTEEN.map(({ title }) => title), CONTINUOUS.title],
    [
      row("**default**", ours, shares(asDecided, [CONTINUOUS])[0]),
      ["±", "", "", ...errors.map(whole), ""],
      ...EVIDENCE_NAMES.map((name) =>
        row(`${name} alone`, shares(evidenceAlone(name)), shares(evidenceAlone(name), [CONTINUOUS])[0]),
      ),
      ...ofRivals,
    ],
  );
}

function row(name: string, values: readonly number[], continuous: number): string[] {
  return [name, tenth(mean(values)), whole(Math.min(...values)), ...values.map(whole), whole(continuous)];
}

/** Rows of the table of columns; those with another number of rows say so. */
export function rivalRows(records: readonly SuiteRecord[], methods: readonly string[], rows = 1000): string[][] {
  return methods.map((method) => {
    const share = ({ suite }: AccuracyColumn): number => accuracyOf(records, suite, method);
    const name = rows === THIRTEEN[0].rows ? `\`${method}\`` : `\`${method}\`, ${rows} rows`;
    return row(name, THIRTEEN.map(share), share(CONTINUOUS));
  });
}

/** Means over all draws, of the columns that were drawn several times. */
function redrawn(draws: AccuracyFindings["draws"], of: (column: AccuracyColumn) => readonly BenchmarkPair[]): string {
  const columns = THIRTEEN.filter(({ suite }) => draws[0].some((pair) => pair.column.suite === suite));
  return columns
    .map((column) => {
      const all = [of(column), ...draws.map((draw) => draw.filter((pair) => pair.column.suite === column.suite))];
      const values = all.map((pairs) => judge(pairs, asDecided).accuracy);
      return `${column.title} ${tenth(mean(values))} (${whole(Math.min(...values))} to ${whole(Math.max(...values))})`;
    })
    .join(", ");
}

function oddEven(of: (column: AccuracyColumn) => readonly BenchmarkPair[]): string {
  const half = (remainder: number) =>
    THIRTEEN.map((column) => {
      const own = of(column).filter(({ id }) => Number(id.replace(/\D/g, "")) % 2 === remainder);
      return judge(own, asDecided).accuracy;
    });
  const row = (name: string, values: readonly number[]) => [name, tenth(mean(values)), ...values.map(whole)];
  return table(["", "mean", ...THIRTEEN.map(({ title }) => title)], [row("odd", half(1)), row("even", half(0))]);
}

/** Shares answered and right, with equal weight for each column. */
function answersOver(columns: readonly (readonly BenchmarkPair[])[], abstain: number) {
  const judged = columns.map((pairs) => judgeAnswers(pairs, abstain));
  const answered = mean(judged.map((found) => found.answered));
  const right = mean(judged.map((found) => (found.answered > 0 ? found.answered * found.accuracyAnswered : 0)));
  return { answered, right: right / answered };
}

const BIN_EDGES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1];

function reliabilityTable(columns: readonly (readonly BenchmarkPair[])[]): string {
  const judged = columns.flatMap((pairs) => {
    const all = pairs.reduce((sum, { weight }) => sum + weight, 0);
    return pairs.map((pair) => {
      const score = asDecided(pair);
      const claimed = 1 / (1 + Math.exp(-Math.abs(score)));
      return { weight: pair.weight / all, claimed, isRight: score > 0 === (pair.truth === "x->y") };
    });
  });
  const rows = BIN_EDGES.slice(1).map((to, k) => {
    const inside = judged.filter(({ claimed }) => claimed >= BIN_EDGES[k] && (claimed < to || to === 1));
    const size = inside.reduce((sum, { weight }) => sum + weight, 0);
    const claimed = inside.reduce((sum, { weight, claimed: share }) => sum + weight * share, 0) / size;
    const right = inside.reduce((sum, { weight, isRight }) => sum + (isRight ? weight : 0), 0) / size;
    return [`${whole(BIN_EDGES[k])} to ${whole(to)}`, String(inside.length), tenth(claimed), tenth(right)];
  });
  return table(["claimed", "pairs", "mean claimed", "right"], rows);
}

/** All kinds of evidence, and all but one. */
function ablationTable(kit: readonly MeasuredPair[], shares: Shares): string {
  const fitting = pairsToFit(kit);
  const choices = [undefined, ...EVIDENCE_NAMES].map((left) => ({
    title: left === undefined ? "everything" : `without ${left}`,
    weights: fitWeights(
      fitting,
      EVIDENCE_NAMES.filter((name) => name !== left),
    ),
  }));
  return table(
    ["", "mean of 13", "worst", "development families: right", "−ln probability of the truth", "calibration error"],
    choices.map(({ title, weights }) => {
      const values = shares(weighedBy(weights));
      const { accuracy, surprise, calibrationError } = developmentJudgment(kit, weights);
      return [
        title,
        tenth(mean(values)),
        whole(Math.min(...values)),
        tenth(accuracy),
        surprise.toFixed(3),
        calibrationError.toFixed(3),
      ];
    }),
  );
}
