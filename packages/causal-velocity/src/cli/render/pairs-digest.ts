import { displayName, type MapOutcome, mapSentences, mapSummary, percentSure, sureness } from "@causal-velocity/core";
import { displayWidth, padDisplay, printable, wrap } from "../printable.js";

/** Pairs that are named one by one; the rest is in the results. */
const MOST_LISTED = 15;
const MOST_FAILED = 5;
/** Columns of a terminal for one name. */
const WIDEST_NAME = 30;
const MARGIN = "  ";

/** What many verdicts come to: counts, what so many at once mean, the surest, and what failed. */
export function pairsText(outcomes: readonly MapOutcome[]): string {
  const sentences = mapSentences(mapSummary(outcomes)).map((sentence) => wrap(sentence));
  const parts = [sentences.join("\n"), surestText(outcomes), failedText(outcomes)];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function surestText(outcomes: readonly MapOutcome[]): string {
  const directed = outcomes
    .flatMap(({ names, decision }) => {
      if (!decision || decision.verdict === "cannot-tell") return [];
      const [cause, effect] = decision.verdict === "x->y" ? [names.x, names.y] : [names.y, names.x];
      return [{ cause: shown(cause), effect: shown(effect), sure: sureness(decision) }];
    })
    .sort((a, b) => (b.sure ?? 0) - (a.sure ?? 0));
  if (directed.length === 0) return "";
  const listed = directed.slice(0, MOST_LISTED);
  const width = Math.max(...listed.map(({ cause }) => displayWidth(cause)));
  const [effectWidth] = [Math.max(...listed.map(({ effect }) => displayWidth(effect)))];
  const lines = listed.map(({ cause, effect, sure }) => {
    const percent = sure === undefined ? "" : `  ${percentSure(sure)} % sure`;
    return `${MARGIN}${padDisplay(cause, width)} → ${padDisplay(effect, effectWidth)}${percent}`.trimEnd();
  });
  const rest = directed.length - listed.length;
  return ["Surest first:", ...lines, ...(rest > 0 ? [`${MARGIN}and ${rest} more`] : [])].join("\n");
}

function failedText(outcomes: readonly MapOutcome[]): string {
  const failed = outcomes.filter(({ problem }) => problem);
  if (failed.length === 0) return "";
  const lines = failed
    .slice(0, MOST_FAILED)
    .map(({ names, problem }) => wrap(printable(`${names.x}, ${names.y}: ${problem?.message}`), MARGIN));
  const rest = failed.length - lines.length;
  return ["Not decided:", ...lines, ...(rest > 0 ? [`${MARGIN}and ${rest} more`] : [])].join("\n");
}

function shown(name: string): string {
  const plain = printable(displayName(name));
  return displayWidth(plain) <= WIDEST_NAME ? plain : `${[...plain].slice(0, WIDEST_NAME - 1).join("")}…`;
}
