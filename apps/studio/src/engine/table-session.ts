import { pairFromTable, tableRow } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { sha256 } from "@causal-velocity/core/primitives/sha256.js";
import { CELL } from "@causal-velocity/core/table/cell.js";
import { isNumeric, notMeasured, type Table, type TableColumn } from "@causal-velocity/core/table/table.js";
import { exampleTable, tableExample } from "./example-tables.js";
import { TABLE_EXAMPLE } from "./examples.js";
import type {
  Answer,
  Ask,
  ColumnChoice,
  ColumnPreview,
  DroppedRow,
  LoadedPair,
  PairPreview,
  Progress,
  TablePreview,
} from "./messages.js";
import { openTable, sampleOfColumns } from "./open-table.js";

/** Most rows left out that are listed one by one. */
const MOST_SHOWN = 12;
const REASONS: readonly (DroppedRow["reason"] | undefined)[] = [undefined, "missing", "infinite", "text", "set aside"];

/** Holds the table that was opened last and answers questions about it. */
export class TableSession {
  #table: Table | undefined;

  async open({ blob, name, format }: Ask<"open">, report: (progress: Progress) => void): Promise<TablePreview> {
    const { table, kind, ...shown } = await openTable(blob, name, format, report);
    this.#table = table;
    return {
      name,
      kind,
      bytes: blob.size,
      ...(kind === "text" || kind === "xlsx" ? { format: table.format } : {}),
      ...aboutTable(table),
      ...shown,
    };
  }

  openExample({ id }: Ask<"openExample">): TablePreview {
    if (id === TABLE_EXAMPLE.id) {
      const { table, lesson } = tableExample();
      return { ...this.#example(table, TABLE_EXAMPLE.title), lesson };
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
    const columns = chosenColumns(table, choice);
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
    const columns = chosenColumns(table, choice);
    const tableRows = new Uint32Array(pair.rows.used);
    let kept = 0;
    for (let i = 0; i < table.rowCount; i++) {
      if (columns.every(({ kinds }) => kinds[i] === CELL.number)) tableRows[kept++] = i + 1;
    }
    return { pair, tableRows };
  }

  async graphColumns(): Promise<Answer<"graphColumns">> {
    return (await import("./graph-session.js")).usualColumns(this.#opened());
  }

  async prepareGraph(ask: Ask<"prepareGraph">): Promise<Answer<"prepareGraph">> {
    return (await import("./graph-session.js")).prepared(this.#opened(), ask);
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
      remedy: "Open the file again. Data stay in the page that opened them.",
    });
  }
}

function chosenColumns(table: Table, { x, y, given = [] }: ColumnChoice): TableColumn[] {
  return [x, y, ...given].map((number) => table.columns[number - 1]);
}

function aboutTable(table: Table): Pick<TablePreview, "rowCount" | "columns" | "findings"> {
  const columns = table.columns.map((column): ColumnPreview => {
    const [numbers, missing, infinite, texts] = column.counts;
    const { name, firstText, written } = column;
    const numeric = isNumeric(column);
    const kind = { numeric, ...(numeric && { unmeasured: notMeasured(column) }), ...(written && { written }) };
    return { name, ...kind, numbers, missing, infinite, texts, ...(firstText ? { firstText } : {}) };
  });
  return { rowCount: table.rowCount, columns, findings: table.findings };
}

/** What a project stores about a file: its SHA-256 and, on request, its content. */
export async function keepTable({ blob, isWhole }: Ask<"keepTable">): Promise<Answer<"keepTable">> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { sha256: sha256(bytes), ...(isWhole ? { content: toBase64(bytes) } : {}) };
}

/** The file stored in a project. @throws InputError `malformed-file` */
export function unpackTable({ content }: Ask<"unpackTable">): Blob {
  try {
    return new Blob([fromBase64(content)]);
  } catch (error) {
    throw new InputError({
      code: "malformed-file",
      place: "the table in the project",
      value: error instanceof Error ? error.message : String(error),
      expected: "base64",
      remedy: "Save the project again, or open its table separately.",
    });
  }
}

/** A multiple of three bytes, so that encoded parts can be concatenated. */
const PART = 3 * 8192;

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += PART) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + PART))));
  }
  return parts.join("");
}

/** The bytes of a base64 text. @throws DOMException if it is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
