import { JOINTLY, type MapSummary } from "./map-summary.js";

/** What a reader of many verdicts must know, in sentences: the counts, then what many comparisons do to them. */
export function mapSentences(summary: MapSummary): string[] {
  const { pairs, directed, cannotTell, independent, failed, circles } = summary;
  const counts =
    `Of ${pairs} ${pairs === 1 ? "pair" : "pairs"}, ${directed} got a direction and ${cannotTell} cannot be told` +
    `${independent > 0 ? `, ${independent === cannotTell ? "" : `${independent} of them `}for want of any dependence` : ""}` +
    `${failed > 0 ? `; ${failed} could not be decided` : ""}.`;
  if (directed === 0) return [counts];
  return [
    counts,
    ...errorSentences(summary),
    ...(circles > 0 ? [circleSentence(circles)] : []),
    "Every pair was judged by itself: a third column that drives both may stand behind a direction, and what a column " +
      "drives by way of another one looks as if it drove it directly.",
  ];
}

function errorSentences({ directed, expectedWrong, jointlySure }: MapSummary): string[] {
  if (expectedWrong === undefined || jointlySure === undefined) {
    return ["The method gives no probabilities, so nobody can say how many of the directions are wrong."];
  }
  const about = expectedWrong < 10 ? expectedWrong.toFixed(1) : String(Math.round(expectedWrong));
  const percent = `a probability of ${JOINTLY * 100} %`;
  const together =
    jointlySure === directed
      ? `${directed === 1 ? "it is" : "all of them are"} right with at least ${percent}`
      : jointlySure === 0
        ? `not even the surest one is right with ${percent}`
        : `the surest${jointlySure === 1 ? " one is" : ` ${jointlySure} are all`} right with at least ${percent}`;
  return [
    `By their own probabilities about ${about} of the ${directed === 1 ? "one direction" : `${directed} directions`} ` +
      `must be expected to be wrong; ${together}.`,
  ];
}

function circleSentence(circles: number): string {
  const what = circles === 1 ? "Three columns run" : `${circles} triples of columns run`;
  return `${what} in a circle (a drives b, b drives c, c drives a): something among them is wrong or hidden.`;
}
