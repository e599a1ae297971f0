import { CALIBRATED_ROWS, type EvidenceWeights } from "@causal-velocity/core/decide/weigh-evidence.js";
import { EVIDENCE_NAMES } from "causal-velocity";
import { calibrationFamilies, leftOutFamilies } from "causal-velocity/lab";
import { constantsTable, evidenceTable, nestedTable, undirectedTable } from "./calibration-studies.js";
import { count, percent, sureText, table } from "./calibration-text.js";
import { type Judgment, judgeConfidence, type Margin, weighedWith } from "./judge-confidence.js";
import { crossFitted, type MeasuredPair, pairsToFit } from "./measured-pair.js";

/** First rows, and first levels, of the lines of a table; the last line has no end. */
const ROW_BANDS = [20, 50, 100, 200, 600, 2000, 6000, 20_000];
const LEVEL_BANDS = [3, 4, 7, 13, 31, 101];

/** Directed pairs of the families that fitted the weights, cross-fitted, and of development families. */
interface DirectedPairs {
  readonly fit: readonly MeasuredPair[];
  readonly development: readonly MeasuredPair[];
}

/** How well the probabilities hold on development families, where no gate closes. */
export function developmentJudgment(pairs: readonly MeasuredPair[], weights: Partial<EvidenceWeights>): Judgment {
  return judgeConfidence(directedOf(pairs).development.filter(isOpen), weighedWith(weights));
}

/**
 * The page about a calibration: weights, whether probabilities hold, and where; verdicts without a direction; what
 * depends on each kind of evidence and each constant.
 *
 * @param choices the weights of each choice of `evidenceChoices`, all kinds of evidence first
 */
export function calibrationPage(
  pairs: readonly MeasuredPair[],
  choices: readonly Partial<EvidenceWeights>[],
  failures: readonly string[],
): string {
  const [weights] = choices;
  const margin = weighedWith(weights);
  const directed = directedOf(pairs);
  const open = { fit: directed.fit.filter(isOpen), development: directed.development.filter(isOpen) };
  const fitting = pairsToFit(pairs);
  const undirected = fitting.filter(({ relation }) => relation !== "directed");
  const development = judgeConfidence(open.development, margin);
  return `# How sure the default method is, and how right

Made by \`npm run calibrate\`; regenerate, do not edit. Pairs look like columns of tables: [table pairs of the calibration kit](../calibration-kit.md#table-pairs), rows log-uniform from 20 to 20,000 and, one pair in 36, to 100,000. No benchmark file and no real pair is read. Pairs that could not be measured: ${failures.length}.

- **Weights are fitted on pairs where no gate closes**: ${count(fitting.length)} of ${count(pairs.filter(({ purpose }) => purpose === "fit").length)} pairs of ${calibrationFamilies.length} families, ${count(undirected.length)} of them without a direction, which count half for either.
- **They are cross-fitted.** The learned evidence of each pair is that of a network that was trained on other kinds of mechanisms ([training](../../training/README.md)). The method itself has the network that was trained on all.
- **The development families** (${leftOutFamilies.join(", ")}) fitted no weight, but they were looked at while the method was chosen. They are judged with the whole network. [The held-out families](../held-out.md) are the test.
- **Nothing is called calibrated outside ${CALIBRATED_ROWS.map(count).join(" to ")} rows.**

## Weights

Log odds per unit of each kind of evidence, none below 0: with 20 rows, with 100,000 rows, and where a column has few levels; between them linear in the logarithm of the rows. Left where location-scale noise fits a direction, right where it fits neither.

${table(
  ["evidence", "fits, 20 rows", "100,000 rows", "few levels", "fits neither, 20 rows", "100,000 rows", "few levels"],
  EVIDENCE_NAMES.map((name) => {
    const { fitting: fits, misfitting = [] } = weights[name] ?? { fitting: [] };
    return [name, ...[...fits, ...misfitting].map((value) => value.toFixed(3))];
  }),
)}

## Probabilities

Pairs with a direction. The calibration error is the mean distance of claim and share of right answers over 15 bins of equally many pairs; beside it is what chance alone makes of it if every probability is true. Where a gate closes there is no probability; the first line of each two shows what a forced choice would claim. The last columns are answers of 90% and more, and their share of all pairs of the line.

${table(
  [
    "pairs",
    "",
    "right",
    "claimed",
    "calibration error",
    "if perfect",
    "−ln probability of the truth",
    "90% and more: right of answers",
    "their mean claim",
    "share of pairs",
  ],
  [
    judgmentLine("families that fitted the weights, cross-fitted", judgeConfidence(directed.fit, margin)),
    judgmentLine("… where no gate closes", judgeConfidence(open.fit, margin)),
    judgmentLine("… and pairs without a direction, half right", judgeConfidence(fitting, margin)),
    judgmentLine("development families", judgeConfidence(directed.development, margin)),
    judgmentLine("… where no gate closes", development),
  ],
)}

The weights are fitted on pairs with and without a direction, so on pairs that do have one the probabilities should be too low rather than too high.

![Share of right answers by claimed probability, development families](reliability.svg)

The picture and this table show the development families where no gate closes:

${table(
  ["claimed", "pairs", "mean claimed", "right"],
  development.bins.map((bin) => [
    `${percent(bin.from)} to ${percent(bin.to)}`,
    count(bin.pairs),
    percent(bin.claimed),
    percent(bin.right),
  ]),
)}

## By number of rows

Where no gate closes, here and in the next two tables.

${bandTable("rows", ROW_BANDS, ({ rows }) => rows, open, margin)}

## By number of levels

Different values of the column that has fewer. A column with fewer than three is refused or stopped.

${bandTable("levels", LEVEL_BANDS, ({ levels }) => levels, open, margin)}

## By family

The probability claimed, on average, beside the share of right answers: probabilities are not calibrated family by family.

${table(
  ["family", "pairs", "claimed", "right", "−ln probability of the truth", "90% and more"],
  [
    ...calibrationFamilies.map(({ name }) => familyLine(name, open.fit, margin)),
    ...leftOutFamilies.map((name) => familyLine(name, open.development, margin)),
  ],
)}

## More rows of the same pairs

Pairs of the development families as their mechanisms made them, without damage: the first rows of each, gates ignored. More rows should not make the probability of the truth smaller. The change is from the line above, on the same pairs.

${nestedTable(pairs, margin)}

## Pairs without a direction

"Surer than 90%" is an answer that no gate stops. The columns are swapped at random, so the mean log odds of a forced choice must be 0 within its standard error.

${undirectedTable(pairs, margin)}

Of the ${count(directed.development.length)} pairs of development families, which do have a direction, gates stop ${count(directed.development.length - open.development.length)}.

## What each kind of evidence adds

Weights fitted again for each choice, and judged on the development families where no gate closes.

${evidenceTable(open.development, choices)}

## If the constants were others

Each constant of \`weigh-evidence.ts\` halved and doubled, weights fitted again: change of −ln probability of the truth, on the pairs that fit the weights and on the development families where no gate closes.

${constantsTable(fitting, open.development)}
`;
}

function isOpen({ gate }: MeasuredPair): boolean {
  return gate === undefined;
}

function directedOf(pairs: readonly MeasuredPair[]): DirectedPairs {
  const of = (purpose: MeasuredPair["purpose"]) =>
    pairs.filter((pair) => pair.purpose === purpose && pair.relation === "directed");
  return { fit: of("fit").map(crossFitted), development: of("development") };
}

function judgmentLine(name: string, judgment: Judgment): string[] {
  const { pairs, accuracy, claimed, calibrationError, perfectError, surprise, surpriseError, sure } = judgment;
  return [
    name,
    count(pairs),
    percent(accuracy),
    percent(claimed),
    calibrationError.toFixed(3),
    perfectError.toFixed(3),
    `${surprise.toFixed(3)} ± ${surpriseError.toFixed(3)}`,
    sureText(sure),
    percent(sure.claimed),
    percent(sure.coverage),
  ];
}

/** Lines of pairs whose number lies between the start of a band and that of the next. */
function bandTable(
  title: string,
  starts: readonly number[],
  numberOf: (pair: MeasuredPair) => number,
  { fit, development }: DirectedPairs,
  margin: Margin,
): string {
  const sides = [fit, development];
  return table(
    [
      title,
      ...["fitted families", "development families"].flatMap((name) => [
        `${name}: pairs`,
        "claimed",
        "right",
        "−ln probability of the truth",
        "90% and more",
      ]),
    ],
    starts.map((from, k) => {
      const below = starts[k + 1] ?? Infinity;
      const cells = sides.flatMap((side) =>
        shortCells(
          side.filter((pair) => numberOf(pair) >= from && numberOf(pair) < below),
          margin,
        ),
      );
      return [bandName(from, below), ...cells];
    }),
  );
}

/** "20 to 49", "3", or "more" with its start. */
function bandName(from: number, below: number): string {
  if (below === Infinity) return `${count(from)} and more`;
  return below === from + 1 ? count(from) : `${count(from)} to ${count(below - 1)}`;
}

function familyLine(family: string, pairs: readonly MeasuredPair[], margin: Margin): string[] {
  return [
    family,
    ...shortCells(
      pairs.filter((pair) => pair.family === family),
      margin,
    ),
  ];
}

function shortCells(pairs: readonly MeasuredPair[], margin: Margin): string[] {
  if (pairs.length === 0) return ["0", "", "", "", ""];
  const { accuracy, claimed, surprise, sure } = judgeConfidence(pairs, margin);
  return [count(pairs.length), percent(claimed), percent(accuracy), surprise.toFixed(3), sureText(sure)];
}
