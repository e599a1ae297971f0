import { displayName } from "../pair/display-names.js";
import { FEWEST_HALVES } from "../pair/resample.js";
import { option, percent, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { shortCell } from "../primitives/output-text.js";
import { roundedNear } from "../primitives/quantiles.js";
import { type FittedGraph, fitGraph } from "./fitted-graph.js";
import { HALVES } from "./graph.js";
import { isAncestor } from "./search.js";
import { type Followed, type PreparedWhatIf, SURE_WAY } from "./what-if.js";
import { followsFrom } from "./what-if-question.js";

function quoted({ prepared }: PreparedWhatIf, column: number): string {
  return `"${shortCell(displayName(prepared.rows.names[column]))}"`;
}

function listed(asked: PreparedWhatIf, columns: Iterable<number>, and: string): string {
  return [...columns]
    .map((column) => quoted(asked, column))
    .join(`, `)
    .replace(/, (?=[^,]*$)/, ` ${and} `);
}

/** @param share of rows that are supported; undefined for a single row */
export function outside(asked: PreparedWhatIf, column: number, share?: number): Finding {
  const name = quoted(asked, column);
  const causes = "around the values that its causes would have, or had on the way";
  return {
    code: "outside-support",
    severity: "warn",
    column: asked.prepared.rows.names[column],
    value: share === undefined ? 1 : 1 - share,
    sentence:
      share === undefined
        ? `There are no data for ${name} ${causes}: the answer is an extrapolation, and its band means little.`
        : `For ${percent(1 - share)} of the rows there are no data for ${name} ${causes}: for them the answer is an extrapolation, and the band does not cover it.`,
    advice: text`Choose values of ${option("set")} that occur together with such values of the other columns.`,
  };
}

/** Whether arrows lead from what is set to a column at all. */
export function wayFindings(
  asked: PreparedWhatIf,
  { column, follows, followsInRefits }: Followed,
  halves: number,
): Finding[] {
  const position = asked.prepared.rows.names.indexOf(column);
  const [name, from] = [quoted(asked, position), listed(asked, asked.set.keys(), "or")];
  const count = Math.round(followsInRefits * halves);
  const ofRefits = `in ${count} of ${halves} graphs of random halves of the rows`;
  if (!follows) {
    const doubt = count > 0 ? ` They do ${ofRefits}; the band holds what that would mean.` : "";
    return [
      {
        code: "no-way",
        severity: halves - count < SURE_WAY * halves ? "warn" : "note",
        column,
        value: followsInRefits,
        sentence: `No arrows lead from ${from} to ${name} in this graph, so nothing changes.${doubt}`,
        advice: "",
      },
    ];
  }
  if (halves === 0 || followsInRefits >= SURE_WAY) return [];
  return [
    {
      code: "unsure-way",
      severity: "warn",
      column,
      value: followsInRefits,
      sentence: `Arrows lead from ${from} to ${name} only ${ofRefits}: there may be no effect.`,
      advice: text`If you know arrows, name them with ${option("require")}, ${option("forbid")} or ${option("tiers")}.`,
    },
  ];
}

/** Columns whose other numbers a finding names. */
const MOST_NAMED = 3;

/** Arrows that could point the other way, with what the answers would be then, if they differ. */
export function unsureArrows(
  asked: PreparedWhatIf,
  { answers, on }: { readonly answers: readonly number[]; readonly on: (fit: FittedGraph) => readonly number[] },
  what: string,
): Finding[] {
  const { whole, unsure, set, of, prepared } = asked;
  const { parents } = whole;
  return unsure.flatMap(([from, to]) => {
    const isNear = [from, to].some((end) => set.has(end) || followsFrom(parents, set, end));
    const without = parents.map((each, column) => (column === to ? each.filter((other) => other !== from) : each));
    if (!isNear || isAncestor(without, from, to)) return [];
    const turned = without.map((each, column) => (column === from ? [...each, to].sort((a, b) => a - b) : each));
    const others = on(fitGraph(whole, turned, prepared.options));
    const differ = of.flatMap((column, k) => {
      const { sd } = whole.scales[column];
      const [here, there] = [answers[k], others[k]].map((value) => roundedNear(value, sd));
      return here === there ? [] : [`${what}${quoted(asked, column)} would be ${there} instead of ${here}`];
    });
    if (differ.length === 0) return [];
    const more = differ.length > MOST_NAMED ? `, and ${differ.length - MOST_NAMED} more would differ` : "";
    const ends = `${quoted(asked, from)} and ${quoted(asked, to)}`;
    return [
      {
        code: "unsure-arrow",
        severity: "warn",
        column: prepared.rows.names[to],
        sentence: `Which way the arrow between ${ends} points cannot be told. Turned, ${differ.slice(0, MOST_NAMED).join(", ")}${more}.`,
        advice: text`If you know it, name it with ${option("require")}.`,
      },
    ];
  });
}
/** Where bands rest on fewer halves than usual, or on none. */
export function fewHalves(usable: number): Finding[] {
  if (usable === HALVES) return [];
  const bands = usable < FEWEST_HALVES ? "there is no band" : `bands rest on the other ${usable}`;
  return [
    {
      code: "too-few-levels",
      severity: "warn",
      value: HALVES - usable,
      sentence: `In ${HALVES - usable} of ${HALVES} random halves a column is constant; ${bands}.`,
      advice: "",
    },
  ];
}
