import { percent, table } from "../calibrate/calibration-text.js";
import { ANSWERED_FROM, mean, SURE_FROM, wilsonInterval } from "../calibrate/judge-confidence.js";
import { asDecided, judge, judgeAnswers } from "./judge.js";
import type { BenchmarkPair } from "./measure-suites.js";

/** First rows, and first levels, of the lines of the table. */
const ROW_BANDS = [1, 200, 500, 1000];
const LEVEL_BANDS = [1, 31, 101, 301];

/** "19 of 20 right (76.4 to 99.1), mean claim 94.0, 18.5% of the pairs", of answers of 90% and more. */
export function sureAnswers(pairs: readonly BenchmarkPair[]): string {
  const claims = sureOf(pairs).map(({ measures: { probability = NaN } }) => probability);
  return `${rightOfSure(pairs)}, mean claim ${percent(mean(claims))}, ${percent(claims.length / pairs.length)}% of the pairs`;
}

/** How often the default is right on Tübingen's pairs, by their numbers of rows and of levels. */
export function tuebingenTable(pairs: readonly BenchmarkPair[]): string {
  return table(
    ["", "pairs", "right", "answered", "right of answered", "90% and more"],
    [
      ...bandLines("rows", ROW_BANDS, ({ measures }) => measures.rows, pairs),
      ...bandLines("levels", LEVEL_BANDS, ({ measures }) => measures.levels, pairs),
    ],
  );
}

function bandLines(
  unit: string,
  starts: readonly number[],
  numberOf: (pair: BenchmarkPair) => number,
  pairs: readonly BenchmarkPair[],
): string[][] {
  return starts.map((from, k) => {
    const below = starts[k + 1] ?? Infinity;
    const own = pairs.filter((pair) => numberOf(pair) >= from && numberOf(pair) < below);
    const { answered, accuracyAnswered } = judgeAnswers(own, ANSWERED_FROM);
    return [
      `${below === Infinity ? `${from} ${unit}${from === 1000 ? "" : " and more"}` : `${from} to ${below - 1} ${unit}`}`,
      String(own.length),
      percent(judge(own, asDecided).accuracy),
      percent(answered),
      percent(accuracyAnswered),
      rightOfSure(own),
    ];
  });
}

function sureOf(pairs: readonly BenchmarkPair[]): BenchmarkPair[] {
  return pairs.filter(({ measures: { probability = 0 } }) => probability >= SURE_FROM);
}

function rightOfSure(pairs: readonly BenchmarkPair[]): string {
  const sure = sureOf(pairs);
  if (sure.length === 0) return "none";
  const right = sure.filter(({ truth, measures: { margin } }) => (truth === "x->y") === margin > 0).length;
  const [low, high] = wilsonInterval(right, sure.length);
  return `${right} of ${sure.length} right (${percent(low)} to ${percent(high)})`;
}
