import type { MapColumn } from "@causal-velocity/core/pairs/pairs-figure.js";
import type { FormatOverrides } from "@causal-velocity/core/table/table-format.js";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";
import { MAP_EXAMPLE, examples } from "../engine/examples.js";
import type { Fault, Progress, TablePreview } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import type { PairSource } from "./as-commands.js";
import { columnLabel } from "./column-label.js";
import { Slot } from "./slot.svelte.js";

/** What the reader thinks of an example; "none" for whoever just wants to see. */
export type Guess = Truth | "none";

export interface TableFile {
  readonly blob: Blob;
  readonly name: string;
}

/** The table at hand: the file or example it came from, and what is known of it. Its rows stay in a worker. */
export class TableState {
  readonly preview: Slot<TablePreview> = new Slot();
  file: TableFile | undefined = $state.raw(undefined);
  /** What was chosen for the layout of the file, which is read again when a choice changes. */
  format: FormatOverrides = $state.raw({});
  progress: Progress | undefined = $state.raw(undefined);
  example: string | undefined = $state(undefined);
  /** Of the example; its verdict is not shown before. */
  guess: Guess | undefined = $state(undefined);
  /** Counts the files that were read, to know an address of another one. */
  #mark = 0;
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  get mark(): number {
    return this.#mark;
  }

  /** Reads a file. The table before it is gone at once, unless it is the same file, read in another way. */
  async read(file: TableFile, format: FormatOverrides): Promise<TablePreview | undefined> {
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
    this.guess = id === MAP_EXAMPLE.id ? "none" : undefined;
    return this.preview.run(this.#pool.askKeeper("openExample", { id }));
  }

  /** Has a fault in place of a table. @param file at fault, if it was read at all */
  fail(fault: Fault, file: TableFile | undefined = this.file): void {
    this.file = file;
    this.preview.fail(fault);
  }

  /** Ends the reading of a file. */
  stop(): void {
    this.preview.clear();
    this.file = undefined;
  }

  /** Columns of numbers, by number and label. */
  get numericColumns(): readonly MapColumn[] {
    const columns = this.preview.value?.columns ?? [];
    return columns.flatMap(({ numeric }, i) => (numeric ? [{ number: i + 1, name: columnLabel(columns, i) }] : []));
  }

  /** Those that are more than the numbers of the rows. */
  get measuredColumns(): readonly MapColumn[] {
    return this.numericColumns.filter(({ number }) => this.preview.value?.columns[number - 1].isRowNumber !== true);
  }

  /** Where somebody else finds it; tables that the command line cannot read have none. */
  get source(): PairSource | undefined {
    const [preview, { file, format }] = [this.preview.value, this];
    if (preview?.kind === "text" && file) {
      return { kind: "file", name: file.name, format, columns: preview.columns.map(({ name }) => name) };
    }
    const example = examples.find(({ id }) => id === this.example);
    return example && { kind: "simulation", simulator: example.kind, options: example.options };
  }
}
