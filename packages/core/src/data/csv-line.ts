/** What a cell may hold; nothing, and numbers that are not finite, leave it empty. */
export type CsvCell = string | number | null | undefined;

/** One line of a table as text, without its end: numbers have all their digits, and only what must be quoted is. */
export function csvLine(cells: readonly CsvCell[]): string {
  return cells.map(cellText).join(",");
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined || (typeof cell === "number" && !Number.isFinite(cell))) return "";
  const text = String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
