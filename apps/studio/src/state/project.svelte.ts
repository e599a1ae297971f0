import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { FileFormat } from "@causal-velocity/readers/read-table.js";
import { Canceled, type DecidedPair } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { fromAddress, toAddress } from "./address.js";
import { type Place, type Settings, settingsOf } from "./settings.js";
import type { TableState } from "./table.svelte.js";

const SCHEMA = "causal-velocity/project@1";
/** How much of a file is read to recognize a project. */
const HEAD_BYTES = 200;

/** The table of a project: enough to recognize it, and its content if it was included. */
export interface ProjectTable {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
  readonly columns: readonly string[];
  /** Layout choices of the reader. */
  readonly format: FileFormat;
  /** The file in base64. */
  readonly content?: string;
}

/** Everything needed to restore an analysis: view, settings, table and verdict. */
export interface Project {
  readonly schema: typeof SCHEMA;
  /** Version of the Studio that saved it. */
  readonly version: string;
  readonly place: Place;
  /** Absent for examples. */
  readonly table?: ProjectTable;
  readonly verdict?: { readonly sentence: string; readonly margin: number; readonly probability?: number };
  readonly notes?: Notes;
}

/** What the reader wrote about the verdict, for a story. */
export interface Notes {
  readonly title: string;
  readonly text: string;
}

const NO_NOTES: Notes = { title: "", text: "" };

/** A project as a file. */
export function projectText(project: Project): string {
  return `${JSON.stringify(project, null, 2)}\n`;
}

/** Whether a file starts like a project. An unreadable file does not; opening it reports why. */
export async function isProject(blob: Blob): Promise<boolean> {
  const head = await blob
    .slice(0, HEAD_BYTES)
    .text()
    .catch(() => "");
  return /^\s*\{\s*"schema"\s*:\s*"causal-velocity\/project@/.test(head);
}

/**
 * The project in a file. Invalid settings get their defaults, as in an address.
 *
 * @throws InputError `malformed-file`
 */
export function readProject(text: string, name: string): Project {
  const wrong = (value: string, expected: string): InputError =>
    new InputError({
      code: "malformed-file",
      place: `project "${name}"`,
      value,
      expected,
      remedy: "Save the project again, or open its table and start over.",
    });
  let found: Partial<Record<keyof Project, unknown>>;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error), "complete JSON");
  }
  if (found.schema !== SCHEMA) throw wrong(`schema ${JSON.stringify(found.schema)}`, `"${SCHEMA}"`);
  const { table, verdict, version, notes } = found as Partial<Project>;
  const place = placeOf(found.place);
  if (!place.example && !isTable(table)) throw wrong("neither table nor example", "one of them");
  return {
    schema: SCHEMA,
    version: String(version),
    place,
    ...(isTable(table) ? { table } : {}),
    ...(isVerdict(verdict) ? { verdict } : {}),
    ...(isNotes(notes) ? { notes: { title: notes.title, text: notes.text } } : {}),
  };
}

/** Settings that are lists, and those that are lists of pairs. */
const LINKS: readonly string[] = ["forbid", "require"];
const LISTS: readonly string[] = ["columns", "graphColumns", "given", ...LINKS];

/** Validates a place by converting it to an address and back. */
function placeOf(found: unknown): Place {
  const given = (typeof found === "object" && found !== null ? found : {}) as Place;
  const isUsable = ([key, value]: [string, unknown]) =>
    !LISTS.includes(key) || (Array.isArray(value) && (!LINKS.includes(key) || value.every(Array.isArray)));
  return fromAddress(toAddress(Object.fromEntries(Object.entries(given).filter(isUsable)) as unknown as Place));
}

function isTable(found: Partial<ProjectTable> | undefined): found is ProjectTable {
  return (
    typeof found === "object" &&
    found !== null &&
    typeof found.name === "string" &&
    typeof found.bytes === "number" &&
    typeof found.sha256 === "string" &&
    typeof found.rows === "number" &&
    Array.isArray(found.columns) &&
    typeof found.format === "object" &&
    found.format !== null &&
    (found.content === undefined || typeof found.content === "string")
  );
}

function isVerdict(found: Project["verdict"]): found is NonNullable<Project["verdict"]> {
  return (
    typeof found === "object" &&
    found !== null &&
    typeof found.sentence === "string" &&
    typeof found.margin === "number"
  );
}

function isNotes(found: Project["notes"]): found is Notes {
  return (
    typeof found === "object" && found !== null && typeof found.title === "string" && typeof found.text === "string"
  );
}

/** What a project saves. */
interface Analysis {
  /** Version of the running Studio. */
  readonly version: string;
  readonly place: Place;
  readonly table: TableState;
  readonly decided: DecidedPair | undefined;
}

/** The open project, and how the table and verdict on the page compare with it. */
export class ProjectState {
  opened: Project | undefined = $state.raw(undefined);
  /** Whether the open table is that of the project, by its SHA-256; undefined while it is compared. */
  isItsTable: boolean | undefined = $state(undefined);
  notes: Notes = $state.raw(NO_NOTES);
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  open(project: Project): void {
    this.opened = project;
    this.notes = project.notes ?? NO_NOTES;
  }

  close(): void {
    this.opened = undefined;
    this.isItsTable = undefined;
    this.notes = NO_NOTES;
  }

  /** Compares the SHA-256 of the open table with the project's. */
  async compareTable(table: TableState): Promise<void> {
    this.isItsTable = undefined;
    const [{ opened }, { file }] = [this, table];
    if (!opened || !file || !table.preview.value) return;
    try {
      const { sha256 } = await this.#pool.askTable("keepTable", { blob: file.blob, isWhole: false }).promise;
      if (this.opened === opened && table.file?.blob === file.blob) this.isItsTable = sha256 === opened.table?.sha256;
    } catch (error) {
      // Another table was opened in the meantime.
      if (!(error instanceof Canceled)) throw error;
    }
  }

  /** The verdict of the project, if it was made with the same table and settings as this one. */
  verdictBeside(
    decided: DecidedPair | undefined,
    settings: Settings,
  ): { readonly verdict: NonNullable<Project["verdict"]>; readonly isSame: boolean } | undefined {
    const { place, verdict, table } = this.opened ?? {};
    if (!place || !verdict || !decided || (table && this.isItsTable !== true)) return undefined;
    const asAddress = (of: Settings) => toAddress({ ...of, view: "pair", picture: "curves" });
    if (asAddress(settingsOf(place)) !== asAddress(settings)) return undefined;
    return { verdict, isSame: verdict.margin === decided.decision.margin };
  }

  /** The analysis as a project. @param isWhole whether to include the table */
  async collect({ version, place, table: at, decided }: Analysis, isWhole: boolean): Promise<Project> {
    const { file, format } = at;
    const table = at.preview.value;
    const kept = file && (await this.#pool.askTable("keepTable", { blob: file.blob, isWhole }).promise);
    return {
      schema: SCHEMA,
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
      ...(decided ? { verdict: { sentence: decided.sentence, ...marginOf(decided) } } : {}),
      ...(this.notes.title || this.notes.text ? { notes: this.notes } : {}),
    };
  }
}

function marginOf({ decision: { margin, probability } }: DecidedPair): { margin: number; probability?: number } {
  return { margin, ...(probability === undefined ? {} : { probability }) };
}
