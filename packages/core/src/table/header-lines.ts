import { CELL } from "./cell.js";
import type { CellReader } from "./cell-reader.js";
import { columnBelow, isFar, isWordsOverNumbers, isYear } from "./header.js";
import type { TextRow } from "./split-rows.js";

/** Fewer rows below names show too little. */
const FEWEST_ROWS = 2;
/** The same of numbers of columns: 1, 2, 3 may well be data. */
const [FEWEST_NUMBERED, FEWEST_BELOW] = [3, 5];
const WHOLE = /^\d+$/;

/**
 * The names of the columns under a header of two lines, such as ",Men,,Women," over "land,2010,2020,2010,2020", each with
 * that of its group before it; undefined if the first two rows are no such header. The first line holds words or years; some
 * are missing, or the same as in the cell before. The second one has a name in each of these places, and its names, words
 * over numbers or years over no years, differ from each other within the groups.
 */
export function namesInGroups(rows: readonly TextRow[], width: number, reader: CellReader): string[] | undefined {
  const [top, second, ...below] = rows.filter(({ cells }, k) => k < 2 || cells.length === width);
  if (below.length < FEWEST_ROWS || top.cells.length !== width || second.cells.length !== width) return undefined;
  const [groups, heads] = [top, second].map(({ cells }) => cells.map((cell) => cell.trim()));
  const isName = (cell: string): boolean => cell === "" || isYearName(cell) || reader.read(cell) === CELL.text;
  const isOpen = (group: string, j: number): boolean => j > 0 && (group === "" || group === groups[j - 1]);
  const shared = groups.flatMap((group, j) => (isOpen(group, j) ? [j] : []));
  if (groups.filter((group) => group !== "").length < 2 || shared.length === 0) return undefined;
  if (![...groups, ...heads].every(isName) || shared.some((j) => heads[j] === "")) return undefined;
  const cells = below.map((row) => row.cells);
  const areNoYears = heads.every((head, j) => {
    const { numbers } = columnBelow(cells, j, reader);
    return !isYearName(head) || 2 * numbers.filter(isYear).length < Math.max(numbers.length, 1);
  });
  const hasYears = heads.some(isYearName);
  if (!(hasYears ? areNoYears : isWordsOverNumbers([second, ...below], width, reader))) return undefined;

  let group = "";
  const names = heads.map((head, j) => {
    group = groups[j] || group;
    return head === "" ? groups[j] : `${group} ${head}`.trim();
  });
  return new Set(names.slice(1)).size === width - 1 ? names : undefined;
}

function isYearName(cell: string): boolean {
  return WHOLE.test(cell) && isYear(Number(cell));
}

/** Whether the first row below a header numbers the columns, as 1, 2, 3 or (1), (2), (3), above other things. */
export function numbersColumns(below: readonly TextRow[], width: number, reader: CellReader): boolean {
  const [first, ...rows] = below.filter(({ cells }, k) => k === 0 || cells.length === width);
  if (width < FEWEST_NUMBERED || rows.length < FEWEST_BELOW || first.cells.length !== width) return false;
  const areNumbers = first.cells.every((cell, j) => cell.trim().replace(/^\((\d+)\)$/, "$1") === String(j + 1));
  const cells = rows.map((row) => row.cells);
  return areNumbers && first.cells.some((_, j) => isFar(j + 1, columnBelow(cells, j, reader)));
}
