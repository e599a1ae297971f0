import { asName } from "../expression/expression-parser.js";
import { InputError, option, type Text, text } from "../primitives/errors.js";
import { shortCell } from "../primitives/output-text.js";
import { CELL } from "./cell.js";
import type { CellTexts } from "./cell-texts.js";
import type { Table, TableColumn } from "./table.js";

/** The error for a column that does not hold numbers: what it holds, and what it can be used for. */
export function nonNumeric(column: TableColumn, table: Pick<Table, "rowCount">): InputError {
  const count = column.counts[CELL.text];
  const first = column.firstText;
  const example = first ? `, first "${first.cell}" in line ${first.line}` : "";
  const { texts } = column;
  const [doubt] = column.doubts ?? [];
  return new InputError({
    code: "non-numeric-column",
    place: `column "${column.name}"`,
    value: count > 0 ? `${count} of ${table.rowCount} cells are text${example}` : "no cell holds a number",
    expected: "numbers such as 3.5 or -1e-3",
    remedy: doubt
      ? text`${doubt.sentence} ${doubt.advice}`
      : texts && isCategory(column)
        ? column.counts[CELL.number] > texts.texts.length
          ? text`It holds numbers beside ${listTexts(texts.texts)}: if these mark missing values, name each of them in ${option("missing")}.`
          : categoryRemedy(column.name, texts)
        : NUMBERS_REMEDY,
  });
}

/** So many different texts at most, each in so many rows on average, are categories and not numbers in another form. */
const MOST_CATEGORIES = 50;
const FEWEST_ROWS = 2;
/** Like "12 kg", "<200" and "1,056-": a number that was not read. "S12" is a label. */
const NUMBER_LIKE = /^[^a-z]*\d/i;

/** Whether the texts of a column are categories. */
export function isCategory({ texts: found, counts }: TableColumn): boolean {
  const texts = found?.texts ?? [];
  if (texts.length > MOST_CATEGORIES || FEWEST_ROWS * texts.length > counts[CELL.text]) return false;
  return texts.some((each) => !NUMBER_LIKE.test(each));
}

function categoryRemedy(name: string, { texts }: CellTexts): Text {
  const quoted = quotedText(texts[0]);
  const rows = quoted === undefined ? "" : text`, such as ${option("where")} '${asName(name)} == ${quoted}'`;
  return text`It holds categories (${listTexts(texts)}), which have no order and are never a cause or an effect. Choose another column; this one can select rows${rows}, be what rows are grouped by, with ${option("group")}, or be known, with ${option("given")}, where one pair is decided.`;
}

/** A text in quotes, as a condition has it; undefined for one that has both kinds of quotes. */
function quotedText(words: string): string | undefined {
  return ['"', "'"].filter((quote) => !words.includes(quote)).map((quote) => quote + words + quote)[0];
}

const LISTED_TEXTS = 6;
const LISTED_LENGTH = 30;

/** Texts for a message; long ones and a long list are cut. */
export function listTexts(texts: readonly string[]): string {
  const shown = texts.slice(0, LISTED_TEXTS).map((each) => `"${shortCell(each, LISTED_LENGTH)}"`);
  const more = texts.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

const NUMBERS_REMEDY = text`Choose another column, write all of it in one unit, name the decimal mark in ${option("decimal")}, or the marker of missing values in ${option("missing")}.`;
