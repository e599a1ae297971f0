import { pairFromTable, tableRow } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { CELL } from "@causal-velocity/core/table/cell.js";
import { type Table, isNumeric, isRowNumber } from "@causal-velocity/core/table/table.js";
import { exampleTable } from "./example-table.js";
import { MAP_EXAMPLE } from "./examples.js";
import { mapExample } from "./map-example.js";
import type { Ask, ColumnChoice, ColumnPreview, DroppedRow, LoadedPair, PairPreview, Progress, TablePreview } from "./messages.js";
import { openTable, sampleOfColumns } from "./read/open-table.js";

/** Rows left out that are shown one by one. */
const MOST_SHOWN = 12;
const REASONS: readonly (DroppedRow["reason"] | undefined)[] = [undefined, "missing", "infinite", "text"];

/** Holds the table that was opened last, and takes columns from it. */
export class TableDesk {
  #table: Table | undefined;

  async open({ blob, name, format }: Ask<"open">, tell: (progress: Progress) => void): Promise<TablePreview> {
    const { table, kind, cells } = await openTable(blob, name, format, tell);
    this.#table = table;
    return {
      name,
      kind,
      bytes: blob.size,
      ...(kind === "text" ? { format: table.format } : {}),
      ...aboutTable(table),
      cells,
    };
  }

  openExample({ id }: Ask<"openExample">): TablePreview {
    if (id === MAP_EXAMPLE.id) {
      const { table, lesson } = mapExample();
      return { ...this.#example(table, MAP_EXAMPLE.title), lesson };
    }
    const { table, example, truth } = exampleTable(id);
    return { ...this.#example(table, example.title), truth };
  }

  #example(table: Table, name: string): TablePreview {
    this.#table = table;
    const cells = sampleOfColumns(table.columns, table.rowCount);
    return { name, kind: "example", bytes: 0, ...aboutTable(table), cells };
  }

  previewPair(choice: ColumnChoice): PairPreview {
    const table = this.#opened();
    const { rows } = pairFromTable(table, choice);
    const columns = [table.columns[choice.x - 1], table.columns[choice.y - 1]];
    const dropped: DroppedRow[] = [];
    for (let i = 0; i < table.rowCount && dropped.length < Math.min(rows.dropped, MOST_SHOWN); i++) {
      const column = columns.find(({ kinds }) => kinds[i] !== CELL.number);
      const reason = column && REASONS[column.kinds[i]];
      if (column && reason) dropped.push({ row: i + 1, column: column.name, reason });
    }
    return { rows, dropped };
  }

  takePair(choice: ColumnChoice): LoadedPair {
    const table = this.#opened();
    const pair = pairFromTable(table, choice);
    if (pair.rows.dropped === 0) return { pair };
    const [x, y] = [table.columns[choice.x - 1].kinds, table.columns[choice.y - 1].kinds];
    const tableRows = new Uint32Array(pair.rows.used);
    let kept = 0;
    for (let i = 0; i < table.rowCount; i++) {
      if (x[i] === CELL.number && y[i] === CELL.number) tableRows[kept++] = i + 1;
    }
    return { pair, tableRows };
  }

  row({ x, y, row }: Ask<"row">): { readonly x: number; readonly y: number } {
    return tableRow(this.#opened(), { x, y }, row);
  }

  #opened(): Table {
    if (this.#table) return this.#table;
    throw new InputError({
      code: "empty-table",
      place: "Studio",
      value: "no table is open",
      expected: "a file or an example",
      remedy: "Open it again: data stay in the page that opened them.",
    });
  }
}

function aboutTable(table: Table): Pick<TablePreview, "rowCount" | "columns" | "warnings"> {
  const columns = table.columns.map((column): ColumnPreview => {
    const [numbers, missing, infinite, texts] = column.counts;
    const { name, firstText } = column;
    const kind = { numeric: isNumeric(column), isRowNumber: isRowNumber(column) };
    return { name, ...kind, numbers, missing, infinite, texts, ...(firstText ? { firstText } : {}) };
  });
  return { rowCount: table.rowCount, columns, warnings: table.warnings };
}
