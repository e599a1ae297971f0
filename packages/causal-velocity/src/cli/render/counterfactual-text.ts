import type { Counterfactual, CounterfactualPoint } from "@causal-velocity/core";
import { flagWords } from "../flag-words.js";
import { displayWidth, padDisplay, printable, shortName, wrap } from "../printable.js";
import { rowLine } from "./row-line.js";

const MARGIN = "  ";
const NAME_WIDTH = 24;
/** Digits of a value; its band says how many of them count. */
const DIGITS = 5;

/** A counterfactual for people, at most 80 columns wide. */
export function counterfactualText(answer: Counterfactual, row: string | undefined): string {
  const { method, seed, rows, warnings } = answer;
  const band = "bands from 20 random halves: nine in ten hold the truth, if the direction and the class of curves do";
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
  const text =
    `Had ${cause}${where} been ${number(point.cause)} instead of ${number(from.cause)}, ` +
    `${effect} would have been ${number(point.effect)}${bandWords(point)} instead of ${number(from.effect)}.`;
  return wrap(text, MARGIN);
}

function bandWords({ low, high }: CounterfactualPoint): string {
  return Number.isNaN(low) ? "" : ` (${number(low)} to ${number(high)})`;
}

/** One line for each value asked for. */
function table({ names, from, to }: Counterfactual, row: string | undefined): string {
  const [cause, effect] = [shortName(names.cause, NAME_WIDTH), shortName(names.effect, NAME_WIDTH)];
  const which = row === undefined ? "Where" : `In row ${row}, where`;
  const head = `${which} ${cause} was ${number(from.cause)} and ${effect} ${number(from.effect)}:`;
  const cells = [
    [`had ${cause} been`, `${effect} would have been`, "from", "to", ""],
    ...to.map((point) => [
      number(point.cause),
      number(point.effect),
      number(point.low),
      number(point.high),
      point.supported ? "" : "outside the data",
    ]),
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

function number(value: number): string {
  return Number.isNaN(value) ? "?" : String(Number(value.toPrecision(DIGITS)));
}
