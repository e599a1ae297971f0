import type { Verdict } from "@causal-velocity/core/decide/decision.js";
import { DIRECTIONS } from "@causal-velocity/core/fit/orient.js";
import { distinctFindings } from "@causal-velocity/core/primitives/finding.js";
import type { MethodComparison, Opinion } from "@causal-velocity/lab/rivals/compare-methods.js";
import { flagName } from "../arguments.js";
import { MARGIN, shortName, TERMINAL_WIDTH, wrap } from "../printable.js";
import { findingLines } from "./decision-text.js";

const NAME_WIDTH = 34;
const VERDICT_WORDS: Readonly<Record<Verdict, string>> = { "x->y": "x → y", "y->x": "y → x", "cannot-tell": "?" };

/** What all methods say about a pair, one line each, at most 80 columns wide. */
export function comparisonText(comparison: MethodComparison): string {
  const { reference, opinions, leftOut } = comparison;
  const notes = findingLines(distinctFindings(opinions.flatMap(({ decision }) => decision?.findings ?? [])));
  const paragraphs = [
    `${MARGIN}x = ${shortName(reference.names.x, NAME_WIDTH)}\n${MARGIN}y = ${shortName(reference.names.y, NAME_WIDTH)}`,
    [headline(), rule(), ...opinions.map(opinionLine)].join("\n"),
    tally(comparison),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
    wrap(
      `agrees: with ${reference.method}; in brackets if it is not counted, because the method fits nothing (v-zero) or nearly ` +
        `repeats ${reference.method} or one that is counted. strength: |difference of the costs| / (|one| + |other|), from 0 ` +
        "to 1; blank where a method cannot tell, or has costs without a natural zero. It ranks the pairs of one method and is " +
        "not comparable between methods. Methods of one kind share assumptions: this is no vote.",
      MARGIN,
    ),
    ...(leftOut.length > 0
      ? [wrap(`Left out, as they take long or were not timed: ${leftOut.join(", ")}.`, MARGIN)]
      : []),
    wrap("In full: npx causal-velocity methods", MARGIN),
  ];
  return `\n${paragraphs.join("\n\n")}\n\n`;
}

/** Fixed columns; what is left of a line is for the assumption. */
function columns(method: string, says: string, strength: string, agrees: string, assumes: string): string {
  const fixed = `${MARGIN}${method.padEnd(20)} ${says.padEnd(6)} ${strength.padStart(8)}  ${agrees.padEnd(7)} `;
  return (fixed + shortName(assumes, TERMINAL_WIDTH - [...fixed].length)).trimEnd();
}

function headline(): string {
  return columns("method", "says", "strength", "agrees", "assumes");
}

function rule(): string {
  return MARGIN + "─".repeat(TERMINAL_WIDTH - MARGIN.length);
}

function opinionLine({ entry, decision, fault, strength, agrees, uncounted }: Opinion): string {
  if (!decision) return columns(entry.name, "cannot", "", "", fault ? fault.inWords(flagName).message : "");
  const answer = agrees === undefined ? "?" : agrees ? "yes" : "no";
  const agreement = uncounted === "reference" ? "—" : uncounted ? `(${answer})` : answer;
  const says = VERDICT_WORDS[decision.verdict];
  return columns(entry.name, says, strengthWords(strength), agreement, entry.assumesInShort ?? entry.assumes);
}

function strengthWords(strength: number | undefined): string {
  if (!strength) return "";
  return strength < 0.001 ? "< 0.001" : strength.toFixed(3);
}

/** What the methods say that count. */
function tally({ reference, opinions }: MethodComparison): string {
  const counted = opinions.filter(({ uncounted }) => uncounted === undefined);
  const count = (verdict: Verdict): number => counted.filter(({ decision }) => decision?.verdict === verdict).length;
  const sides = DIRECTIONS.map((direction) => `${count(direction)} say ${VERDICT_WORDS[direction]}`);
  const open = count("cannot-tell");
  const faults = counted.filter(({ decision }) => !decision).length;
  const others = [
    ...(open > 0 ? [`${open} cannot tell`] : []),
    ...(faults > 0 ? [`${faults} cannot work on these data`] : []),
  ];
  return wrap(
    `${[...sides, ...others].join(", ")}, of ${counted.length} methods besides ${reference.method}; near copies count once.`,
    MARGIN,
  );
}
