import type { Column } from "../primitives/columns.js";
import { distinctFindings, type Finding, type FindingCode } from "../primitives/finding.js";
import { CELL } from "../table/cell.js";
import type { Table, TableColumn } from "../table/table.js";

/** Why a row of the table is not among those used. A row is counted once, under the first reason that applies. */
export type DropReason =
  | "where"
  | "undefined"
  | "missing"
  | "infinite"
  | "text"
  | "set-aside"
  | "subsampled"
  | "trimmed"
  | "group"
  | "weights";

/** What became of every row: read = used + dropped, and dropped is the sum of the reasons. */
export interface RowCount {
  readonly read: number;
  readonly used: number;
  readonly dropped: number;
  readonly reasons: Readonly<Partial<Record<DropReason, number>>>;
}

/** The counts after `count` more rows were left out for `reason`. */
export function withDropped(rows: RowCount, reason: DropReason, count: number): RowCount {
  if (count === 0) return rows;
  return {
    read: rows.read,
    used: rows.used - count,
    dropped: rows.dropped + count,
    reasons: { ...rows.reasons, [reason]: (rows.reasons[reason] ?? 0) + count },
  };
}

/** Why rows were left out, in words that follow their number: "3 with a missing value". */
export const DROP_WORDS: Readonly<Record<DropReason, string>> = {
  where: "set aside by a condition",
  undefined: "without a value of an expression",
  missing: "with a missing value",
  infinite: "with an infinite value",
  text: "with text in place of a number",
  "set-aside": "set aside while reading",
  subsampled: "not drawn",
  trimmed: "trimmed as extreme",
  group: "in groups that are too small",
  weights: "not drawn by weight",
};

const REASON_OF_KIND: readonly (DropReason | undefined)[] = [
  ...[undefined, "missing", "infinite", "text", "set-aside", "undefined", "where"],
] as const;

/** Columns of equal length, every value finite, in the user's units. */
export interface CompleteRows {
  readonly columns: readonly Column[];
  readonly rows: RowCount;
  readonly findings: readonly Finding[];
}

/** The rows in which every one of some columns has a finite number; each other row is counted under one reason. */
export function completeRows(
  table: Pick<Table, "rowCount" | "findings">,
  columns: readonly TableColumn[],
): CompleteRows {
  const kept = columns.map(() => new Float64Array(table.rowCount));
  const dropped = {
    where: 0,
    undefined: 0,
    missing: 0,
    infinite: 0,
    text: 0,
    "set-aside": 0,
    subsampled: 0,
    trimmed: 0,
    group: 0,
    weights: 0,
  };
  let count = 0;
  for (let i = 0; i < table.rowCount; i++) {
    let reason: keyof typeof dropped | undefined;
    for (let k = 0; k < columns.length && !reason; k++) reason = REASON_OF_KIND[columns[k].kinds[i]];
    if (reason) {
      dropped[reason] += 1;
      continue;
    }
    for (let k = 0; k < columns.length; k++) kept[k][count] = columns[k].values[i];
    count += 1;
  }
  let rows: RowCount = { read: table.rowCount, used: table.rowCount, dropped: 0, reasons: {} };
  for (const reason of Object.keys(dropped) as DropReason[]) rows = withDropped(rows, reason, dropped[reason]);
  return { columns: kept.map((column) => column.slice(0, count)), rows, findings: columnFindings(table, columns) };
}

/** What is found about single columns while reading; of columns that are not used it does not matter. */
const ABOUT_COLUMNS: readonly FindingCode[] = [
  "ambiguous-date",
  "ambiguous-decimal",
  "mixed-units",
  "rounded-integers",
];

/** Findings about the table and what was done to it, and about how these of its columns were read. */
function columnFindings({ findings }: Pick<Table, "findings">, columns: readonly TableColumn[]): Finding[] {
  const names = columns.flatMap(({ name, source = name }) => [name, source]);
  const matters = ({ code, column }: Finding): boolean =>
    column === undefined || names.includes(column) || !ABOUT_COLUMNS.includes(code);
  const known = findings.filter(matters);
  const own = distinctFindings([
    ...columns.flatMap(({ doubts = [] }) => doubts),
    ...columns.flatMap(undefinedFinding),
    ...columns.flatMap(textCellFinding),
    ...columns.flatMap(writtenFinding),
  ]);
  return [
    ...known,
    ...own.filter(({ code, column }) => !known.some((each) => each.code === code && each.column === column)),
  ];
}

/** More rows than this share without a value are a choice of rows that may matter. */
const MANY_UNDEFINED = 0.05;

function undefinedFinding({ name, counts, kinds }: TableColumn): Finding[] {
  const count = counts[CELL.undefined] ?? 0;
  if (count === 0) return [];
  const isMany = count > MANY_UNDEFINED * kinds.length;
  return [
    {
      code: "undefined-values",
      severity: isMany ? "warn" : "note",
      column: name,
      value: count,
      sentence:
        `"${name}" has no value in ${count} ${count === 1 ? "row" : "rows"}, first in row ${kinds.indexOf(CELL.undefined) + 1}; ` +
        `${count === 1 ? "it was" : "they were"} left out.`,
      advice: isMany ? "The answer is about the other rows only: check whether these differ from them." : "",
    },
  ];
}

function textCellFinding(column: TableColumn): Finding[] {
  const count = column.counts[CELL.text];
  if (!column.firstText || count === 0) return [];
  return [
    {
      code: "text-cells",
      severity: "note",
      column: column.name,
      value: count,
      sentence:
        `Column "${column.name}" holds text in ${count} ${count === 1 ? "row" : "rows"}, ` +
        `first "${column.firstText.cell}" in line ${column.firstText.line}; ${count === 1 ? "it was" : "they were"} left out.`,
      advice: "",
    },
  ];
}

/** How a column is written, where it is more than plain numbers. */
function writtenFinding({ name, written }: TableColumn): Finding[] {
  if (!written) return [];
  const unit = written.unit === undefined ? "" : ` (${written.unit})`;
  return [
    {
      code: "number-format",
      severity: "note",
      column: name,
      sentence: `In column "${name}", "${written.cell}" was read as ${written.value}${unit}.`,
      advice: "",
    },
  ];
}
