import { option, text } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { CELL, CODE, DATE } from "./cell.js";
import { type ColumnForm, columnForm, type DateOrder } from "./column-form.js";
import { DELIMITER_NAMES, type Delimiter, type TextRow } from "./split-rows.js";
import { dayText, monthFirstSeconds } from "./written-date.js";

/** What the cells of a column leave open. */
interface ColumnDoubt {
  readonly about: ColumnForm["doubts"][number];
  readonly column: string;
  /** A cell, and what it was read as; NaN for text. */
  readonly cell: string;
  readonly value: number;
  readonly units: readonly string[];
  /** Of a unit beside numbers without one: one of these. */
  readonly other?: string;
}

/** The finding about what the cells of a column leave open. */
export function doubtFinding(doubt: ColumnDoubt): Finding {
  return FINDINGS[doubt.about](doubt);
}

/** Of what columns leave open, for a table: that of the first column for each kind of doubt. */
export function firstDoubts(columns: readonly { readonly doubts?: readonly Finding[] }[]): Finding[] {
  const first = new Map<string, Finding>();
  for (const { doubts = [] } of columns)
    for (const doubt of doubts) if (!first.has(doubt.code)) first.set(doubt.code, doubt);
  return [...first.values()];
}

const FINDINGS: Readonly<Record<ColumnDoubt["about"], (doubt: ColumnDoubt) => Finding>> = {
  decimal: ambiguousDecimal,
  "likely-decimal": (doubt) => ({ ...ambiguousDecimal(doubt), severity: "note" }),
  dates: (doubt) => ({
    code: "ambiguous-date",
    severity: "warn",
    column: doubt.column,
    sentence: `Dates of column "${doubt.column}", such as "${doubt.cell}", were left as text: whether days or months come first is not the same, or not shown, in all of them.`,
    advice: text`Set ${option("dates")} to day-first or month-first.`,
  }),
  times: (doubt) => ({
    code: "ambiguous-date",
    severity: "warn",
    column: doubt.column,
    sentence: `Times of column "${doubt.column}", such as "${doubt.cell}", were left as text: beside times of three parts it may be minutes and seconds, or hours and minutes.`,
    advice: "Write all of them with hours, minutes and seconds.",
  }),
  units: (doubt) =>
    mixedUnits(
      doubt,
      `Cells with a unit, such as "${doubt.cell}", were left as text: it has "${doubt.units[0]}" and "${doubt.units[1]}"`,
    ),
  "few-units": (doubt) =>
    mixedUnits(doubt, `Cells such as "${doubt.cell}" were left as text: most of its numbers are like "${doubt.other}"`),
  "many-units": (doubt) =>
    mixedUnits(doubt, `Cells such as "${doubt.other}" were left as text: most of its numbers are like "${doubt.cell}"`),
  "read-units": (doubt) => ({
    ...mixedUnits(doubt, `Cells such as "${doubt.other}" were read as ${doubt.units[0]}, like "${doubt.cell}"`),
    severity: "note",
  }),
};

function ambiguousDecimal({ column, cell, value }: ColumnDoubt): Finding {
  const mark = cell.includes(",") ? "comma" : "point";
  const isDecimal = Math.abs(value) < 1000;
  const role = isDecimal ? `decimal ${mark}` : `the ${mark} separates thousands`;
  const opposite = isDecimal ? text`it separates thousands` : text`it is the decimal mark`;
  const other = mark === "comma" ? "point" : "comma";
  const [kept, changed] = isDecimal ? [mark, other] : [other, mark];
  return {
    code: "ambiguous-decimal",
    severity: "warn",
    column,
    sentence: `"${cell}" in column "${column}" was read as ${value} (${role}); nothing else shows it.`,
    advice: text`If ${opposite}, set ${option("decimal")} to ${changed}; to confirm it, to ${kept}.`,
    advised: { decimal: changed === "comma" ? "," : "." },
  };
}

function mixedUnits({ column }: ColumnDoubt, what: string): Finding {
  return {
    code: "mixed-units",
    severity: "warn",
    column,
    sentence: `Column "${column}" has numbers of more than one form. ${what}.`,
    advice: "Write all of its numbers in one unit.",
  };
}

/** Watches whether the dates of a column are in order. */
export interface TimeOrder {
  /** Takes the next cell, by its code and value. */
  add(code: number, value: number): void;
  /** A note if the rows are in the order of time. */
  findings(): Finding[];
}

/** Fewer rows may be in order by chance. */
const FEWEST_ORDERED = 10;

export function timeOrder(column: string, given: DateOrder | undefined): TimeOrder {
  const counts = new Uint32Array(256);
  // With days first, and with months first.
  const ways = [direction(), direction()];
  return {
    add(code, value) {
      counts[code] += 1;
      if ((code & CODE.kindBits) !== CELL.text || code === CELL.text || code >= DATE.time) return;
      const isEither = code === DATE.either || code === DATE.eitherTime;
      ways[0].add(value);
      ways[1].add(isEither ? monthFirstSeconds(value) : value);
    },
    findings() {
      const cells = { counts, units: [], every: () => false };
      const { holds, kinds } = columnForm(cells, { decimal: ".", source: "given" }, given);
      const read = kinds.reduce((sum, kind, code) => sum + (kind === CELL.number ? counts[code] : 0), 0);
      const isMonthFirst =
        given === "month-first" ||
        (given === undefined && kinds[DATE.monthFirst] === CELL.number && kinds[DATE.dayFirst] !== CELL.number);
      const way = ways[isMonthFirst ? 1 : 0];
      if (holds !== "dates" || read < FEWEST_ORDERED || !way.isOrdered()) return [];
      return [
        {
          code: "ordered-rows",
          severity: "note",
          sentence: `Rows are in the order of "${column}", ${dayText(way.low())} to ${dayText(way.high())}: they may be a time series.`,
          advice: "Where rows follow each other, verdicts are not supported; decisions look for that and say so.",
        },
      ];
    },
  };
}

interface Direction {
  add(value: number): void;
  /** Whether values rise, or fall, some may be equal, and not all are. */
  isOrdered(): boolean;
  low(): number;
  high(): number;
}

function direction(): Direction {
  let [last, low, high] = [Number.NaN, Infinity, -Infinity];
  let [rises, falls] = [false, false];
  return {
    add(value) {
      if (value > last) rises = true;
      if (value < last) falls = true;
      last = value;
      low = Math.min(low, value);
      high = Math.max(high, value);
    },
    isOrdered: () => rises !== falls,
    low: () => low,
    high: () => high,
  };
}

/** The finding that the lines split as evenly at another delimiter. */
export function evenSplit(delimiter: Delimiter, rival: Delimiter): Finding {
  return {
    code: "layout",
    severity: "warn",
    sentence: `The lines were split at ${DELIMITER_NAMES[delimiter]}; ${DELIMITER_NAMES[rival]} split them as evenly.`,
    advice: text`If ${DELIMITER_NAMES[rival]} separate the cells, name that character in ${option("delimiter")}.`,
  };
}

/** The name of a first column without one; where the last column has none, the first one is as the header says. */
const UNNAMED = "column 1";

/**
 * The finding that a header is one name short, so that the first column has none, if that does not count the rows.
 *
 * @param data the first rows     @param names with that of the first column
 */
export function shortHeader(heads: readonly string[], data: readonly TextRow[], names: readonly string[]): Finding[] {
  const labels = data.flatMap(({ cells }) => (cells.length === names.length ? [cells[0].trim()] : []));
  const countsRows = labels.every((label, i) => Number(label) === Number(labels[0]) + i);
  if (names[0] !== UNNAMED || countsRows) return [];
  const areNames = new Set(labels).size === labels.length;
  return [
    {
      code: "layout",
      severity: areNames ? "note" : "warn",
      sentence: `The header has ${heads.length} names, the rows have ${names.length} cells: the first cell of each row was taken as its name.`,
      advice: areNames ? "" : "If that shifts the names, give the header as many names as the rows have cells.",
    },
  ];
}
