import type { DecidedPair } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { Canceled } from "../engine/task.js";
import { toAddress } from "./address.js";
import { type Project, projectText } from "./project-file.js";
import { type Place, type Settings, settingsOf } from "./settings.js";
import type { TableState } from "./table.svelte.js";

/** What is seen, for a project to keep. */
export interface Seen {
  /** Of the Studio that runs. */
  readonly version: string;
  readonly place: Place;
  readonly table: TableState;
  readonly decided: DecidedPair | undefined;
}

/** The project that was opened, as long as its table is at hand or waited for, and how what is seen compares with it. */
export class ProjectState {
  opened: Project | undefined = $state.raw(undefined);
  /** Whether the table at hand is that of the project, by its fingerprint; unknown while it is compared. */
  isItsTable: boolean | undefined = $state(undefined);
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  close(): void {
    this.opened = undefined;
    this.isItsTable = undefined;
  }

  /** Compares the fingerprint of the table at hand, if it could be read, with the project's. */
  async compareTable(table: TableState): Promise<void> {
    this.isItsTable = undefined;
    const [{ opened }, { file }] = [this, table];
    if (!opened || !file || !table.preview.value) return;
    try {
      const { sha256 } = await this.#pool.askKeeper("keepTable", { blob: file.blob, isWhole: false }).promise;
      if (this.opened === opened && table.file?.blob === file.blob) this.isItsTable = sha256 === opened.table?.sha256;
    } catch (error) {
      // Another table came meanwhile, and its keeper with it.
      if (!(error instanceof Canceled)) throw error;
    }
  }

  /** What the project says, where that can be compared with a verdict that was made with these settings. */
  verdictBeside(
    decided: DecidedPair | undefined,
    settings: Settings,
  ): { readonly verdict: NonNullable<Project["verdict"]>; readonly isSame: boolean } | undefined {
    const { place, verdict, table } = this.opened ?? {};
    if (!place || !verdict || !decided || (table && this.isItsTable !== true)) return undefined;
    const asAddress = (of: Settings) => toAddress({ ...of, view: "pair", picture: "curves" });
    if (asAddress(settingsOf(place)) !== asAddress(settings)) return undefined;
    return { verdict, isSame: verdict.score === decided.decision.score };
  }

  /** All it takes to see this again, as the text of a file. @param isWhole with the table itself */
  async save({ version, place, table: at, decided }: Seen, isWhole: boolean): Promise<string> {
    const { file, format } = at;
    const table = at.preview.value;
    const kept = file && (await this.#pool.askKeeper("keepTable", { blob: file.blob, isWhole }).promise);
    return projectText({
      version,
      place,
      ...(file && table && kept
        ? {
            table: {
              name: file.name,
              bytes: file.blob.size,
              sha256: kept.sha256,
              rows: table.rowCount,
              columns: table.columns.map(({ name }) => name),
              format,
              ...(kept.content === undefined ? {} : { content: kept.content }),
            },
          }
        : {}),
      ...(decided ? { verdict: { sentence: decided.sentence, ...scoreOf(decided) } } : {}),
    });
  }
}

function scoreOf({ decision: { score, confidence } }: DecidedPair): { score: number; confidence?: number } {
  return { score, ...(confidence === undefined ? {} : { confidence }) };
}
