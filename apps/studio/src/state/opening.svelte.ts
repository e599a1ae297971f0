import type { FormatOverrides } from "@causal-velocity/core/table/table-format.js";
import { MAP_EXAMPLE } from "../engine/examples.js";
import { faultOf } from "../engine/fault.js";
import type { TablePreview } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { Canceled } from "../engine/task.js";
import { fetchTable } from "./fetch-table.js";
import type { ProjectState } from "./project.svelte.js";
import { isProject, readProject } from "./project-file.js";
import type { ServedTable } from "./served-table.js";
import type { Place, View } from "./settings.js";
import type { TableState } from "./table.svelte.js";

/** The page around a table that is opened. */
export interface OpeningPage {
  readonly table: TableState;
  readonly project: ProjectState;
  /** Takes the settings and the picture of a place. */
  restore(place: Place): void;
  /** Leaves all that was about the table before, for this view. */
  leaveFor(view: View): void;
  /**
   * Shows a table that was read.
   *
   * @param isMeant whether the columns in the settings are meant for it     @param then where to go if they are in it
   */
  arrive(preview: TablePreview, isMeant: boolean, then?: View): void;
}

/** The ways in: files, projects, examples and the table that is served beside the page. The last one that was taken counts. */
export class Opening {
  /** Where an address or a project leads once its table, which is not here, is opened. */
  awaited: View | undefined = $state(undefined);
  readonly #pool: Pool;
  readonly #page: OpeningPage;
  /** Counts what was to be opened. */
  #turn = 0;

  constructor(pool: Pool, page: OpeningPage) {
    this.#pool = pool;
    this.#page = page;
  }

  /** Opens a table, or a project with or without one. */
  async openFile(blob: Blob, name: string): Promise<void> {
    const turn = ++this.#turn;
    const hasProject = await isProject(blob);
    if (turn !== this.#turn) return;
    if (hasProject) return this.#openProject(blob, name, turn);
    const { table, project } = this.#page;
    const expected = this.awaited ? project.opened?.table : undefined;
    if (!expected) project.close();
    await this.openTable(blob, name, expected?.format);
    if (expected) await project.compareTable(table);
  }

  /** Opens a table, whose layout may be told. */
  async openTable(blob: Blob, name: string, format: FormatOverrides = {}): Promise<void> {
    const [{ table }, { awaited }] = [this.#page, this];
    const isAgain = table.file?.blob === blob;
    this.awaited = undefined;
    this.#page.leaveFor("import");
    const preview = await table.read({ blob, name }, format);
    if (preview) this.#page.arrive(preview, isAgain || awaited !== undefined, awaited);
  }

  /** @param view where to go; an example of several columns has a map besides its pairs */
  openExample(id: string, view?: View): Promise<void> {
    this.#turn += 1;
    return this.#openExample(id, view);
  }

  /** Opens the table that is served beside the page, or tells why it cannot. */
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
    const hasMap = id === MAP_EXAMPLE.id;
    project.close();
    this.awaited = undefined;
    this.#page.leaveFor(hasMap && view !== "pair" ? "map" : "pair");
    const preview = await table.readExample(id);
    if (preview) this.#page.arrive(preview, hasMap);
  }

  async #openProject(blob: Blob, name: string, turn: number): Promise<void> {
    const { table, project } = this.#page;
    // Whatever is opened meanwhile is what the reader wants.
    const isOver = () => turn !== this.#turn;
    project.close();
    try {
      const text = await blob.text();
      if (isOver()) return;
      const read = readProject(text, name);
      this.#page.restore(read.place);
      if (read.place.example) {
        await this.#openExample(read.place.example, read.place.view);
        if (!isOver()) project.opened = read;
        return;
      }
      project.opened = read;
      this.awaited = read.place.view;
      if (read.table?.content === undefined) return this.#page.leaveFor("start");
      const inside = await this.#pool.askKeeper("unpackTable", { content: read.table.content }).promise;
      if (isOver()) return;
      await this.openTable(inside, read.table.name, read.table.format);
      if (!isOver()) await project.compareTable(table);
    } catch (error) {
      if (isOver() || error instanceof Canceled) return;
      project.close();
      this.#page.leaveFor("import");
      table.fail(faultOf(error), { blob, name });
    }
  }
}
