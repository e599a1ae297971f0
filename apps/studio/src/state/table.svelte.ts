import type { PairsColumn } from "@causal-velocity/core/pairs/pairs-figure.js";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";
import type { FileFormat } from "@causal-velocity/readers/read-table.js";
import { examples, TABLE_EXAMPLE } from "../engine/examples.js";
import type { ColumnDetail, Fault, FileKind, Progress, TablePreview } from "../engine/messages.js";
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
  /** Milliseconds until the file is read, by the time it took so far; undefined if that says nothing yet. */
  timeLeft: number | undefined = $state(undefined);
  /** About the columns that are shown, and of which table they are. */
  readonly details: Slot<{ readonly of: TablePreview; readonly columns: readonly ColumnDetail[] }> = new Slot();
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
    this.timeLeft = undefined;
    const start = performance.now();
    const opening = this.#pool.open({ ...file, format }, (progress) => {
      const { share = 0 } = progress;
      this.progress = progress;
      this.timeLeft = share > 0 ? ((performance.now() - start) * (1 - share)) / share : undefined;
    });
    const preview = await this.preview.run({ ...opening, promise: opening.promise.then(inNextTask) });
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

  /** Asks for the details of columns of the open table. @param numbers from 1 */
  look(numbers: readonly number[]): void {
    const of = this.preview.value;
    if (!of) return;
    const { promise, cancel } = this.#pool.askTable("columns", { numbers });
    void this.details.run({ promise: promise.then((columns) => ({ of, columns })), cancel });
  }

  /** The columns' names, with their numbers where names are not unique. */
  readonly labels: readonly string[] = $derived.by(() => columnLabels(this.preview.value?.columns ?? []));

  /** Numeric columns, by number and label. */
  readonly numericColumns: readonly PairsColumn[] = $derived.by(() =>
    (this.preview.value?.columns ?? []).flatMap(({ numeric }, i) =>
      numeric ? [{ number: i + 1, name: this.labels[i] ?? "" }] : [],
    ),
  );

  /** Columns of measured numbers: no row numbers, dates or times. */
  readonly measuredColumns: readonly PairsColumn[] = $derived.by(() =>
    this.numericColumns.filter(({ number }) => this.preview.value?.columns[number - 1]?.unmeasured === undefined),
  );

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

/** Gives the page a pause between taking over a table, which may have very many columns, and showing it. */
function inNextTask<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, 0, value));
}

/** The columns' names, with their numbers where names are not unique. @cost O(n) */
export function columnLabels(columns: readonly { readonly name: string }[]): string[] {
  const times = new Map<string, number>();
  for (const { name } of columns) times.set(name, (times.get(name) ?? 0) + 1);
  return columns.map(({ name }, i) => (times.get(name) === 1 ? name : `${name} (${i + 1})`));
}
