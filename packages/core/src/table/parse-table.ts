import { wrongOption } from "../primitives/errors.js";
import { CELL, CODE } from "./cell.js";
import { cellReader, mayBeWritten } from "./cell-reader.js";
import { copied } from "./cell-texts.js";
import { cellStore } from "./column-builder.js";
import { markTally } from "./column-form.js";
import { firstDoubts, timeOrder } from "./reading-findings.js";
import { limitExceeded, requireWithin } from "./reading-limits.js";
import { rowSums } from "./row-sums.js";
import {
  type AsideReason,
  asideFindings,
  asideTally,
  keptRows,
  type RowKind,
  raggedRow,
  requireRows,
  rowJudge,
} from "./set-aside.js";
import { lineEnd, mayGoOn, requireCells, rowStep } from "./split-rows.js";
import { emptyTable, type Table, type TableFormat } from "./table.js";
import {
  checkOptions,
  headEnd,
  type ReadOptions,
  type TableLayout,
  type TableStart,
  tableLayout,
} from "./table-format.js";

/** Builds a table whose layout is known from texts that come in pieces. */
export interface TableBuilder {
  /** Rows taken so far, those set aside among them. */
  readonly rowCount: number;
  /** Says where the rows begin in the text that follows, after a header: call it before the first piece of each file. */
  begin(start: TableStart): void;
  /**
   * Takes the next piece of a text, which may end anywhere.
   *
   * @throws InputError `unterminated-quote`, `stray-quote`, `limit-exceeded`; `ragged-row` if the option `strict` is set
   */
  take(piece: string): void;
  /** Says that the text of a file has ended. @throws InputError as `take` */
  end(): void;
  /**
   * The table.
   *
   * @throws InputError `empty-table`; `ragged-row` if most lines are no rows
   */
  finish(): Table;
}

/** Lines at the end of a table that may be footers; more are rows. */
const MOST_FOOTERS = 20;

/** So many rows that are named like totals are decided at the end; more name groups, and are rows. */
const MOST_UNPROVEN = 100;
/** Lines that are what they are by what follows. */
const OPEN: ReadonlySet<RowKind> = new Set(["perhaps-footer", "perhaps-total", "unproven-total", "named-unlike"]);
/** Lines that reports have. */
const SIGNS: ReadonlySet<AsideReason> = new Set(["title", "repeated-header", "total", "footer"]);

/** A row that is named like a total and is not the sum of rows before it. */
interface UnprovenTotal {
  readonly cells: readonly string[];
  readonly line: number;
  readonly row: number;
  /** Whether it is the sum of the rows that came since. */
  readonly isSum: () => boolean;
}

/**
 * A builder for the columns at these positions, in this order, or all of them. Of the others only their number counts,
 * so that a row of another width is found, their decimal marks, and whether they hold dates in order: columns are
 * decided by all cells of the table, after the last one.
 *
 * @cost one pass; memory of a `cellStore` of the requested columns, and one row or piece of text
 */
export function tableBuilder(
  layout: TableLayout,
  options: ReadOptions,
  positions: readonly number[] = layout.names.map((_, j) => j),
): TableBuilder {
  const { names } = layout;
  const limits = checkOptions(options);
  const reader = cellReader(options.decimal, options.missing);
  const tally = markTally();
  // Words hold marks that are no decimal marks, as 10.0.0.1 does.
  const isLabel = new Uint8Array(names.length);
  for (const j of layout.labels) isLabel[j] = 1;
  const store = cellStore(
    positions.map((j) => names[j]),
    reader,
    tally,
    limits,
    (place) => !isLabel[positions[place]],
  );
  const width = names.length;
  const isRequested = new Uint8Array(width);
  for (const j of positions) isRequested[j] = 1;
  const others = options.decimal ? [] : Int32Array.from(names.keys()).filter((j) => !isRequested[j] && !isLabel[j]);
  const watches = layout.dated.map((j) => ({ j, order: timeOrder(names[j], options.dates) }));
  const delimiter = layout.delimiter === " " ? NO_CHARACTER : layout.delimiter.charCodeAt(0);
  const ownReader = cellReader(options.decimal, options.missing);
  const summed = options.strict ? [] : layout.summed;
  const sums = rowSums(summed, ownReader);
  /** For each column its place among those that are summed, from 1; 0 for all others. */
  const slots = new Uint8Array(names.length);
  summed.forEach((j, k) => {
    slots[j] = k + 1;
  });
  const unread = summed.filter((j) => !isRequested[j]);
  const judge = options.strict
    ? undefined
    : rowJudge({ ...layout, width, heads: layout.heads, place: layout.numeric ?? -1 }, ownReader, sums);
  const aside = asideTally();
  const kept = keptRows();
  /** Lines behind the last row that may be footers or totals: rows if another row follows. */
  let held: { readonly cells: readonly string[]; readonly line: number; readonly kind: RowKind }[] = [];
  /** Rows that are named like totals, whose places are kept until it shows whether they sum up other rows. */
  const unproven: UnprovenTotal[] = [];
  let unprovenAside = 0;
  /** Rows taken whose name is a word such as "mean". */
  let namedRows = 0;
  /** The last row, or where it stands if it is plain. */
  let lastCells: readonly string[] | undefined;
  let lastText = "";
  let [lastFrom, lastTo, lastLine] = [0, 0, 0];
  const ends = new Int32Array(width + 1);
  let rowCount = 0;
  let pending = "";
  let [at, line] = [0, 1];
  // A row that is not complete is parsed again when the text is twice as long.
  let enough = 0;

  const tallyOther = (cell: string, from: number, to: number): void => {
    if (reader.isNumber(cell, from, to)) tally.add(reader.marks);
    else if (mayBeWritten(cell, from, to)) {
      const code = reader.code(cell, from, to);
      if ((code & CODE.kindBits) === CELL.number) tally.add(code);
    }
  };
  const putRow = (row: number, cells: readonly string[], of: number): void => {
    positions.forEach((j, place) => {
      store.put(row, place, cells[j], 0, cells[j].length, of);
    });
    for (const j of others) tallyOther(cells[j], 0, cells[j].length);
  };
  const takeRow = (cells: readonly string[], of: number): void => {
    putRow(rowCount, cells, of);
    for (const { j, order } of watches) order.add(reader.code(cells[j]), reader.value);
    sums.addRow(cells);
    lastCells = cells;
    lastLine = of;
    rowCount += 1;
  };
  const setAside = (reason: AsideReason, of: number): void => {
    store.putAside(rowCount);
    rowCount += 1;
    aside.add(reason, of);
  };
  /** Takes the lines that were held, which are no footers if a row follows. */
  const release = (isEnd: boolean): void => {
    // Words such as "mean" and "max" are names where others of them are, or where nothing else is.
    const areNames = isEnd && (namedRows > 0 || (rowCount === 0 && held.every(({ kind }) => kind === "perhaps-total")));
    for (const { cells, line: of, kind } of held) {
      const isFooter = isEnd && kind === "perhaps-footer" && judge?.isFooter(cells);
      const isTotal = isEnd && ((kind === "perhaps-total" && !areNames) || kind === "unproven-total");
      if (isFooter) setAside("footer", of);
      else if (isTotal) {
        if (kind === "unproven-total") unprovenAside += 1;
        setAside("total", of);
      } else if (kind === "total" || kind === "repeated-header" || kind === "title") setAside(kind, of);
      else if (cells.length !== width) setAside(cells.length < width ? "too-few-cells" : "too-many-cells", of);
      else if (kind === "unproven-total" && unproven.length < MOST_UNPROVEN) {
        unproven.push({ cells, line: of, row: rowCount, isSum: sums.beginGroup(cells) });
        store.putAside(rowCount);
        rowCount += 1;
      } else {
        if (kind === "perhaps-total") namedRows += 1;
        if (kind === "unproven-total") kept.add("like-total", cells, of);
        if (kind === "like-header" || kind === "like-total" || (isEnd && kind === "named-unlike"))
          kept.add(kind, cells, of);
        takeRow(cells, of);
      }
    }
    held = [];
  };
  const takeCells = (cells: readonly string[], isUnusual: boolean | undefined): void => {
    requireCells({ cells, line }, limits);
    if (!judge && cells.length !== width) throw raggedRow(cells.length, line, width, layout.delimiter);
    const kind = isUnusual && judge ? judge.kind(cells) : "row";
    if (kind === "row") {
      if (held.length > 0) release(false);
      takeRow(cells, line);
    } else {
      if (held.length >= MOST_FOOTERS) release(false);
      held.push({ cells: cells.map(copied), line, kind });
      const isOpen = OPEN.has(kind);
      if (!isOpen && held.length === 1) release(false);
    }
  };
  /** Decides on rows that are named like totals: they stay rows if nothing else in the file reads like a report. */
  const judgeTotals = (): void => {
    const isReport = aside.list().some(({ reason }) => SIGNS.has(reason));
    for (const { cells, line: of, row, isSum } of unproven) {
      const isProven = isSum();
      if (isReport || isProven) {
        if (!isProven) unprovenAside += 1;
        aside.add("total", of);
      } else {
        putRow(row, cells, of);
        kept.add("like-total", cells, of);
      }
    }
  };
  const takeRows = (text: string, isLast: boolean): void => {
    const source = { text, delimiter: layout.delimiter, isWhole: isLast, limits };
    while (at < text.length) {
      let count = 0;
      let end = at;
      let code = NO_CHARACTER;
      for (; end < text.length; end++) {
        code = text.charCodeAt(end);
        if (code === delimiter) {
          if (count < width) ends[count] = end;
          count += 1;
        } else if (code <= QUOTE && (code === LINE_FEED || code === CARRIAGE_RETURN || code === QUOTE)) break;
      }
      // Lines that are not plain: with quotes, with blanks as delimiters, or possibly only blanks.
      if (count === 0 || (code === QUOTE && end < text.length)) {
        const step = rowStep(source, at, line);
        if (!step) return;
        if (step.cells) takeCells(step.cells, judge?.isUnusualRow(step.cells));
        at = step.next;
        line += step.lines;
        continue;
      }
      if (end - at > limits.line) requireWithin(limits, "line", end - at, `line ${line}`);
      if (!isLast && mayGoOn(text, end)) return;
      const next = end + (code === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED ? 2 : 1);
      if (count < width) ends[count] = end;
      if (count + 1 !== width || judge?.isUnusual(text, at, ends, width)) {
        takeCells(text.slice(at, end).split(layout.delimiter, limits.columns + 1), true);
        at = next;
        line += 1;
        continue;
      }
      if (held.length > 0) release(false);
      if (end - at > limits.cell) {
        for (let j = 0; j < width; j++) {
          requireWithin(limits, "cell", ends[j] - (j === 0 ? at : ends[j - 1] + 1), `line ${line}`);
        }
      }
      for (let k = 0; k < positions.length; k++) {
        const j = positions[k];
        const cell = store.put(rowCount, k, text, j === 0 ? at : ends[j - 1] + 1, ends[j], line);
        if (slots[j] > 0) sums.add(slots[j] - 1, cell, reader.value);
      }
      for (let k = 0; k < unread.length; k++) {
        const j = unread[k];
        const cell = reader.code(text, j === 0 ? at : ends[j - 1] + 1, ends[j]);
        sums.add(slots[j] - 1, cell, reader.value);
      }
      sums.endRow();
      for (let k = 0; k < others.length; k++) {
        const j = others[k];
        tallyOther(text, j === 0 ? at : ends[j - 1] + 1, ends[j]);
      }
      for (let k = 0; k < watches.length; k++) {
        const { j, order } = watches[k];
        order.add(reader.code(text, j === 0 ? at : ends[j - 1] + 1, ends[j]), reader.value);
      }
      lastCells = undefined;
      lastText = text;
      lastFrom = at;
      lastTo = end;
      lastLine = line;
      rowCount += 1;
      at = next;
      line += 1;
    }
  };
  return {
    get rowCount() {
      return rowCount;
    },
    begin(start) {
      [pending, at, line, enough] = ["", start.at, start.line, 0];
      for (const title of start.titles) aside.add("title", title);
    },
    take(piece) {
      pending += piece;
      const mayEndRow = lineEnd(piece, 0) < piece.length || pending.length > limits.line;
      if (!mayEndRow || pending.length < enough) return;
      takeRows(pending, false);
      const used = Math.min(at, pending.length);
      pending = pending.slice(used);
      at -= used;
      enough = used > 0 ? 0 : 2 * pending.length;
    },
    end() {
      takeRows(pending, true);
      pending = "";
      release(true);
    },
    finish() {
      if (rowCount === 0) throw emptyTable("a header and no rows");
      judgeTotals();
      if (sums.isLastSum())
        kept.add("sum-of-all", lastCells ?? lastText.slice(lastFrom, lastTo).split(layout.delimiter), lastLine);
      const setAsideLines = aside.list();
      requireRows(setAsideLines, rowCount, { ...layout, width });
      const mark = tally.mark(options.decimal, layout);
      const format: TableFormat = { delimiter: layout.delimiter, decimal: mark.decimal, header: layout.header };
      const columns = store.finish(rowCount, mark, options.dates);
      const findings = [
        ...asideFindings(setAsideLines, rowCount, unprovenAside),
        ...kept.findings(),
        ...firstDoubts(columns),
        ...watches.flatMap(({ order }) => order.findings()).slice(0, 1),
        ...layout.findings,
      ];
      return { columns, rowCount, format, findings, ...(setAsideLines.length > 0 && { setAside: setAsideLines }) };
    },
  };
}

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [10, 13, 34];
const NO_CHARACTER = -1;

/** Reads one table from pieces of its text. */
export interface TableReader {
  /** Takes the next piece, which may end anywhere. @throws InputError as `parseTable` */
  take(piece: string): void;
  /** The table, after the last piece. @throws InputError as `parseTable` */
  finish(): Table;
}

/**
 * A reader of one table of any length.
 *
 * @param needed the positions of the columns to keep, from their names; undefined for all
 * @cost one pass; the memory of a `tableBuilder`, and of the first megabyte of text
 * @throws InputError `wrong-option`
 */
export function tableReader(
  options: ReadOptions,
  needed: (names: readonly string[], layout: TableLayout) => readonly number[] | undefined = () => undefined,
): TableReader {
  const limits = checkOptions(options);
  let builder: TableBuilder | undefined;
  let head = "";
  let enough = 0;
  const start = (end = head.length, isWhole = true): TableBuilder => {
    const layout = tableLayout(head.slice(0, end), options, isWhole, limits);
    builder = tableBuilder(layout, options, needed(layout.names, layout));
    builder.begin(layout.start);
    builder.take(head);
    head = "";
    return builder;
  };
  return {
    take(piece) {
      if (builder) {
        builder.take(piece);
        return;
      }
      head += piece;
      if (head.length < enough) return;
      const end = headEnd(head, limits);
      if (end === undefined) enough = 2 * head.length;
      else start(end, false);
    },
    finish() {
      const end = builder ? undefined : headEnd(head, limits);
      const whole = builder ?? start(end, end === undefined);
      whole.end();
      return whole.finish();
    },
  };
}

/**
 * Reads a delimited text table: comma, semicolon, tab, bar or blanks; quotes, byte-order mark, any line end, decimal
 * point or comma, header or none, comment lines (#) before the first row. What `options` does not give is detected:
 * delimiter and header from the first megabyte, the decimal mark from all cells.
 *
 * Every row becomes a row of the table: missing, infinite and text cells are marked, not dropped. Blank lines are not
 * rows.
 * @cost one pass; 18 bytes a cell, of which the table keeps 9
 * @throws InputError `empty-table`, `ragged-row`, `unterminated-quote`, `stray-quote`, `limit-exceeded`, `wrong-option`
 */
export function parseTable(text: string, options: ReadOptions = {}): Table {
  if (typeof text !== "string") throw wrongOption("text", typeof text, "a string; decode bytes first");
  const { bytes } = checkOptions(options);
  // A character of a string is at most three bytes.
  if (3 * text.length > bytes && utf8Bytes(text) > bytes) throw limitExceeded("bytes", bytes, "the table");
  const reader = tableReader(options);
  reader.take(text);
  return reader.finish();
}

/** Bytes of a text as UTF-8; half of a pair of surrogates counts as two. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}
