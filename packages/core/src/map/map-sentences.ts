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
    "Every pair was judged by itself: a third column, in the table or not, that drives both may stand behind a direction, " +
      "and what a column drives by way of another one looks as if it drove it directly.",
  ];
}

/** What the probabilities say together, and when they do. */
function errorSentences({ directed, expectedWrong, jointlySure }: MapSummary): string[] {
  if (expectedWrong === undefined || jointlySure === undefined) {
    return ["The method gives no probabilities, so nobody can say how many of the directions are wrong."];
  }
  const condition = "If in each of these pairs one column drives the other, and the probabilities hold,";
  if (directed === 1) return [`${condition} the direction is wrong with a probability of ${share(expectedWrong)}.`];
  const percent = `${JOINTLY * 100} %`;
  const together =
    jointlySure === directed
      ? `all of them are right with a probability of at least ${percent}`
      : jointlySure === 0
        ? `not even the surest one is right with a probability of ${percent}`
        : `the surest${jointlySure === 1 ? " one is" : ` ${jointlySure} are all`} right with a probability of at least ${percent}`;
  return [
    `${condition} about ${count(expectedWrong)} of the ${directed} directions are wrong on average, and ${together}. Causes ` +
      "that columns share make more of them wrong.",
  ];
}

const share = (probability: number): string => (probability < 0.005 ? "less than 0.01" : probability.toFixed(2));

function count(expected: number): string {
  if (expected < 0.05) return "none";
  return expected < 10 ? expected.toFixed(1) : String(Math.round(expected));
}

function circleSentence(circles: number): string {
  const what = circles === 1 ? "Three columns run" : `${circles} triples of columns run`;
  return `${what} in a circle (a drives b, b drives c, c drives a): something among them is wrong or hidden.`;
}
