import { inspect } from "@causal-velocity/core/pair/inspect.js";
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
  ColumnDetail,
  ColumnPreview,
  DroppedRow,
  LoadedPair,
  PairPreview,
  Progress,
  TablePreview,
} from "./messages.js";
import { openTable, type SampleRow, sampleOfColumns } from "./open-table.js";
import { histogramOf, pairPicture } from "./pair-picture.js";

/** Most rows left out that are listed one by one. */
const MOST_SHOWN = 12;
const REASONS: readonly (DroppedRow["reason"] | undefined)[] = [undefined, "missing", "infinite", "text", "set aside"];

/** Doubts about more rows than this take seconds, and come with the verdict. */
const MOST_INSPECTED = 100_000;

/** Holds the table that was opened last and answers questions about it. */
export class TableSession {
  #table: Table | undefined;
  /** The first rows as written. */
  #sample: readonly SampleRow[] = [];

  async open({ blob, name, format }: Ask<"open">, report: (progress: Progress) => void): Promise<TablePreview> {
    const { table, kind, sample, ...shown } = await openTable(blob, name, format, report);
    this.#table = table;
    this.#sample = sample;
    return {
      name,
      kind,
      bytes: blob.size,
      ...(kind === "text" || kind === "xlsx" ? { format: table.format } : {}),
      ...aboutTable(table, sample),
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
    this.#sample = sampleOfColumns(table.columns, table.rowCount);
    return { name, kind: "example", bytes: 0, ...aboutTable(table, this.#sample) };
  }

  columns({ numbers }: Ask<"columns">): ColumnDetail[] {
    const table = this.#opened();
    return numbers.flatMap((number): ColumnDetail[] => {
      const column = table.columns[number - 1];
      if (!column) return [];
      const [found, missing, infinite, texts] = column.counts;
      const { firstText, written, doubts = [] } = column;
      const histogram = histogramOf(column);
      return [
        {
          number,
          numbers: found,
          missing,
          infinite,
          texts,
          doubts,
          cells: this.#sample.map(({ cells }) => cells[number - 1] ?? ""),
          ...(written && { written }),
          ...(firstText && { firstText }),
          ...(histogram && { histogram }),
        },
      ];
    });
  }

  previewPair(choice: ColumnChoice): PairPreview {
    const table = this.#opened();
    const pair = pairFromTable(table, choice);
    const { rows } = pair;
    const columns = chosenColumns(table, choice);
    const dropped: DroppedRow[] = [];
    for (let i = 0; i < table.rowCount && dropped.length < Math.min(rows.dropped, MOST_SHOWN); i++) {
      const column = columns.find(({ kinds }) => kinds[i] !== CELL.number);
      const reason = column && REASONS[column.kinds[i]];
      if (column && reason) dropped.push({ row: i + 1, column: column.name, reason });
    }
    const findings = rows.used > MOST_INSPECTED ? undefined : inspect(pair);
    return { rows, dropped, picture: pairPicture(pair.x, pair.y), ...(findings && { findings }) };
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

function aboutTable(
  table: Table,
  sample: readonly SampleRow[],
): Pick<TablePreview, "rowCount" | "columns" | "findings" | "lines"> {
  const columns = table.columns.map((column): ColumnPreview => {
    const numeric = isNumeric(column);
    const unmeasured = numeric ? notMeasured(column) : undefined;
    return { name: column.name, numeric, ...(unmeasured && { unmeasured }) };
  });
  const { rowCount, findings } = table;
  return { rowCount, columns, findings, lines: sample.map(({ line }) => line) };
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
