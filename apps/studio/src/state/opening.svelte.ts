import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { FileFormat } from "@causal-velocity/readers/read-table.js";
import { TABLE_EXAMPLE } from "../engine/examples.js";
import { Canceled, faultOf, type TablePreview } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { isProject, type ProjectState, readProject } from "./project.svelte.js";
import type { Place, View } from "./settings.js";
import type { TableState } from "./table.svelte.js";

/** What `Opening` needs of the page. */
export interface OpeningPage {
  readonly table: TableState;
  readonly project: ProjectState;
  /** Applies the settings and the picture of a place. */
  restore(place: Place): void;
  /** Clears results of the previous table and shows this view. */
  leaveFor(view: View): void;
  /**
   * Shows a table that was read.
   *
   * @param isMeant whether the columns in the settings are meant for this table     @param then where to go if they exist in it
   */
  arrive(preview: TablePreview, isMeant: boolean, then?: View): void;
}

/** Opens files, projects, examples and the table that is served with the page. The last request wins. */
export class Opening {
  /** The view of an address or project whose table is not open yet; it is shown when the table is opened. */
  awaited: View | undefined = $state(undefined);
  /** Names of files that came together with the one that was opened, which is one at a time. */
  ignored: readonly string[] = $state.raw([]);
  readonly #pool: Pool;
  readonly #page: OpeningPage;
  /** Counts the requests, to ignore outdated ones. */
  #turn = 0;

  constructor(pool: Pool, page: OpeningPage) {
    this.#pool = pool;
    this.#page = page;
  }

  /** Opens the first of the files that were dropped, pasted or picked. */
  openFiles(files: FileList | readonly File[] | null | undefined): void {
    const [first, ...others] = files ?? [];
    if (!first) return;
    void this.openFile(first, first.name);
    this.ignored = others.map(({ name }) => name);
  }

  /** Opens a table or a project. */
  async openFile(blob: Blob, name: string): Promise<void> {
    const turn = ++this.#turn;
    this.ignored = [];
    const hasProject = await isProject(blob);
    if (turn !== this.#turn) return;
    if (hasProject) return this.#openProject(blob, name, turn);
    const { table, project } = this.#page;
    const expected = this.awaited ? project.opened?.table : undefined;
    if (!expected) project.close();
    await this.openTable(blob, name, expected?.format);
    if (expected) await project.compareTable(table);
  }

  /** Opens a table, with layout choices if given. */
  async openTable(blob: Blob, name: string, format: FileFormat = {}): Promise<void> {
    const [{ table }, { awaited }] = [this.#page, this];
    const isAgain = table.file?.blob === blob;
    this.awaited = undefined;
    this.#page.leaveFor("import");
    const preview = await table.read({ blob, name }, format);
    if (preview) this.#page.arrive(preview, isAgain || awaited !== undefined, awaited);
  }

  /**
   * @param view where an address or a project leads; an example of several columns has the view of all pairs too. Without
   *   a view, the reader guesses before the verdict is shown
   */
  openExample(id: string, view?: View): Promise<void> {
    this.#turn += 1;
    this.ignored = [];
    return this.#openExample(id, view);
  }

  /** Opens the table that is served with the page, or shows why it cannot. */
  async openServed(served: ServedTable): Promise<void> {
    const turn = ++this.#turn;
    try {
      const blob = await fetchTable(served);
      if (turn === this.#turn) await this.openFile(blob, served.name);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.awaited = undefined;
      this.#page.leaveFor("import");
      this.#page.table.fail(faultOf(error));
    }
  }

  async #openExample(id: string, view?: View): Promise<void> {
    const { table, project } = this.#page;
    const isTable = id === TABLE_EXAMPLE.id;
    project.close();
    this.awaited = undefined;
    const first = isTable ? "pairs" : "pair";
    this.#page.leaveFor(view === "pair" || (view === "play" && !isTable) ? view : first);
    const reading = table.readExample(id);
    if (view !== undefined) table.guess = "none";
    const preview = await reading;
    if (preview) this.#page.arrive(preview, isTable);
  }

  async #openProject(blob: Blob, name: string, turn: number): Promise<void> {
    const { table, project } = this.#page;
    // The reader may open something else in the meantime.
    const isOutdated = () => turn !== this.#turn;
    project.close();
    try {
      const text = await blob.text();
      if (isOutdated()) return;
      const read = readProject(text, name);
      this.#page.restore(read.place);
      if (read.place.example) {
        await this.#openExample(read.place.example, read.place.view);
        if (!isOutdated()) project.open(read);
        return;
      }
      project.open(read);
      this.awaited = read.place.view;
      if (read.table?.content === undefined) return this.#page.leaveFor("start");
      const inside = await this.#pool.askTable("unpackTable", { content: read.table.content }).promise;
      if (isOutdated()) return;
      await this.openTable(inside, read.table.name, read.table.format);
      if (!isOutdated()) await project.compareTable(table);
    } catch (error) {
      if (isOutdated() || error instanceof Canceled) return;
      project.close();
      this.#page.leaveFor("import");
      table.fail(faultOf(error), { blob, name });
    }
  }
}

/** The table that the command `causal-velocity studio FILE` serves with this page. */
export interface ServedTable {
  readonly name: string;
  readonly address: string;
}

/** What the command writes into the query: characters of base64url. */
const FOLDER = /^[\w-]+$/;

/**
 * The table named in the query of the page's address. It is always fetched from the page's own folder, where the
 * command keeps it in a folder with a random name.
 */
export function servedTable(search: string): ServedTable | undefined {
  const query = new URLSearchParams(search);
  const [name, folder] = [query.get("table"), query.get("folder") ?? ""];
  if (!name) return undefined;
  return { name, address: `./table/${FOLDER.test(folder) ? `${folder}/` : ""}${encodeURIComponent(name)}` };
}

/**
 * The file that the command serves with this page.
 *
 * @throws InputError if there is no answer, or an answer without the file
 */
export async function fetchTable({ name, address }: ServedTable): Promise<Blob> {
  const response = await fetch(address).catch(() => undefined);
  if (response?.ok) {
    // An answer that breaks off counts as none.
    const blob = await response.blob().catch(() => undefined);
    if (blob) return blob;
  }
  const isAnswered = response !== undefined && !response.ok;
  throw new InputError({
    code: "unreadable-file",
    place: `table "${name}", named in the address of this page`,
    value: isAnswered
      ? `${response.status === 403 ? "refused" : "not found"}: the answer is ${response.status}`
      : "no answer: the command has ended",
    expected: "the table that causal-velocity studio serves with this page",
    remedy:
      "Open the address that causal-velocity studio printed, start it with the file again, or open the file here.",
  });
}
