import type { PairsColumn } from "@causal-velocity/core/pairs/pairs-figure.js";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";
import type { FileFormat } from "@causal-velocity/readers/read-table.js";
import { examples, TABLE_EXAMPLE } from "../engine/examples.js";
import type { Fault, FileKind, Progress, TablePreview } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import type { PairSource } from "./as-commands.js";
import { Slot } from "./slot.svelte.js";

/** The reader's guess about an example; "none" if they skip it. */
export type Guess = Truth | "none";

export interface TableFile {
  readonly blob: Blob;
  readonly name: string;
}

/** The open table: its file or example, and its preview. Its rows stay in a worker. */
export class TableState {
  readonly preview: Slot<TablePreview> = new Slot();
  file: TableFile | undefined = $state.raw(undefined);
  /** Layout choices of the reader. The file is read again when they change. */
  format: FileFormat = $state.raw({});
  progress: Progress | undefined = $state.raw(undefined);
  example: string | undefined = $state(undefined);
  /** About the example; its verdict is shown after the guess. */
  guess: Guess | undefined = $state(undefined);
  /** Counts the files that were read, to recognize addresses of another table. */
  #mark = 0;
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  get mark(): number {
    return this.#mark;
  }

  /** Reads a file. The previous table is cleared at once, unless it is the same file with another layout. */
  async read(file: TableFile, format: FileFormat): Promise<TablePreview | undefined> {
    if (this.file?.blob !== file.blob) this.preview.clear();
    this.file = file;
    this.format = format;
    this.progress = { stage: "reading", share: 0 };
    const preview = await this.preview.run(
      this.#pool.open({ ...file, format }, (progress) => {
        this.progress = progress;
      }),
    );
    if (!preview) return undefined;
    this.#mark += 1;
    this.example = undefined;
    this.guess = undefined;
    return preview;
  }

  readExample(id: string): Promise<TablePreview | undefined> {
    this.file = undefined;
    this.format = {};
    this.example = id;
    this.guess = id === TABLE_EXAMPLE.id ? "none" : undefined;
    return this.preview.run(this.#pool.askTable("openExample", { id }));
  }

  /** Shows a fault in place of a table. @param file the file with the fault, if one was read */
  fail(fault: Fault, file: TableFile | undefined = this.file): void {
    this.file = file;
    this.preview.fail(fault);
  }

  /** Stops reading a file. */
  stop(): void {
    this.preview.clear();
    this.file = undefined;
  }

  /** Numeric columns, by number and label. */
  get numericColumns(): readonly PairsColumn[] {
    const columns = this.preview.value?.columns ?? [];
    return columns.flatMap(({ numeric }, i) => (numeric ? [{ number: i + 1, name: columnLabel(columns, i) }] : []));
  }

  /** Columns of measured numbers: no row numbers, dates or times. */
  get measuredColumns(): readonly PairsColumn[] {
    return this.numericColumns.filter(({ number }) => this.preview.value?.columns[number - 1].unmeasured === undefined);
  }

  /** Where the command line finds this table; undefined if it cannot read it. */
  get source(): PairSource | undefined {
    const [preview, { file, format }] = [this.preview.value, this];
    if (preview && READ_BY_COMMAND.includes(preview.kind) && file) {
      return { kind: "file", name: file.name, format, columns: preview.columns.map(({ name }) => name) };
    }
    const example = examples.find(({ id }) => id === this.example);
    return example && { kind: "simulation", simulator: example.kind, options: example.options };
  }
}

/** Kinds of files that the command and the library read without another package. */
const READ_BY_COMMAND: readonly FileKind[] = ["text", "xlsx", "arrow"];

/** A column's name, with its number if the name is not unique. */
export function columnLabel(columns: readonly { readonly name: string }[], index: number): string {
  const { name } = columns[index];
  return columns.filter((other) => other.name === name).length > 1 ? `${name} (${index + 1})` : name;
}
