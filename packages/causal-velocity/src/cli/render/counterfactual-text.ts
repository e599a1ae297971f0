import {
  COUNTERFACTUAL_HALVES,
  type Counterfactual,
  type CounterfactualPoint,
  roundedNear,
} from "@causal-velocity/core";
import { flagWords } from "../flag-words.js";
import { displayWidth, MARGIN, padDisplay, printable, shortName, wrap } from "../printable.js";
import { rowLine } from "./row-line.js";

const NAME_WIDTH = 24;
/** Values are told as they were given, but for what arithmetic adds at the end. */
const GIVEN_DIGITS = 12;

/** A counterfactual for people, at most 80 columns wide. */
export function counterfactualText(answer: Counterfactual, row: string | undefined): string {
  const { method, seed, rows, warnings } = answer;
  const band = `from ${COUNTERFACTUAL_HALVES} random halves: nine in ten hold the truth, if the direction and the class of curves do`;
  const facts = [
    rowLine(rows),
    wrap(`${method}, seed ${seed}`, `${MARGIN}method  `),
    wrap(band, `${MARGIN}bands   `),
    ...warnings.map(({ message }) => wrap(flagWords(printable(message)), `${MARGIN}note    `)),
  ];
  return `\n${answer.to.length === 1 ? sentence(answer, row) : table(answer, row)}\n\n${facts.join("\n")}\n\n`;
}

/** "Had dose been 3.2 instead of 1.7, response would have been 12.3 (11.8 to 12.9) instead of 8." */
function sentence({ names, from, to }: Counterfactual, row: string | undefined): string {
  const [point] = to;
  if (!point) return "";
  const [cause, effect] = [shortName(names.cause, NAME_WIDTH), shortName(names.effect, NAME_WIDTH)];
  const where = row === undefined ? "" : ` in row ${row}`;
  const { value, low, high } = told(point);
  const band = low === "?" ? "" : ` (${low} to ${high})`;
  const text =
    `Had ${cause}${where} been ${given(point.cause)} instead of ${given(from.cause)}, ` +
    `${effect} would have been ${value}${band} instead of ${given(from.effect)}.`;
  return wrap(text, MARGIN);
}

/** One line for each value asked for. */
function table({ names, from, to }: Counterfactual, row: string | undefined): string {
  const [cause, effect] = [shortName(names.cause, NAME_WIDTH), shortName(names.effect, NAME_WIDTH)];
  const which = row === undefined ? "Where" : `In row ${row}, where`;
  const head = `${which} ${cause} was ${given(from.cause)} and ${effect} ${given(from.effect)}:`;
  const cells = [
    [`had ${cause} been`, `${effect} would have been`, "from", "to", ""],
    ...to.map((point) => {
      const { value, low, high } = told(point);
      return [given(point.cause), value, low, high, point.supported ? "" : "outside the data"];
    }),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => displayWidth(line[column] ?? ""))));
  const lines = cells.map((line) => {
    const padded = widths.map((width, column) => {
      const text = line[column] ?? "";
      return padDisplay("", width - displayWidth(text)) + text;
    });
    return `${MARGIN}${padded.join("  ")}  ${line[4] ?? ""}`.trimEnd();
  });
  return [wrap(head, MARGIN), "", ...lines].join("\n");
}

/** An answer and its band with the digits that the band's width leaves, "?" where there is none. */
function told({ effect, low, high }: CounterfactualPoint): { value: string; low: string; high: string } {
  const width = high - low;
  const number = (value: number): string => (Number.isFinite(value) ? given(roundedNear(value, width)) : "?");
  return { value: number(effect), low: number(low), high: number(high) };
}

function given(value: number): string {
  return String(Number(value.toPrecision(GIVEN_DIGITS)));
}
