import type { MapColumn } from "@causal-velocity/core/pairs/pairs-figure.js";
import { isExample } from "../engine/examples.js";
import type { ColumnChoice, MethodAbout, StudyOptions, TablePreview, Thumbnail } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { fromAddress, toAddress } from "./address.js";
import type { Recipe } from "./as-commands.js";
import type { AddressBar } from "./browser-address.js";
import { type History, historyOf, redone, undone, withNext } from "./history.js";
import { MapState } from "./map.svelte.js";
import { Opening } from "./opening.svelte.js";
import { PairState } from "./pair.svelte.js";
import { ProjectState } from "./project.svelte.js";
import { DEFAULT_SETTINGS, type Picture, type Place, type Settings, type View, settingsOf } from "./settings.js";
import { settingsForTable } from "./settings-for-table.js";
import { Slot } from "./slot.svelte.js";
import { mapOptions, studyOptions } from "./study-options.js";
import { TableState } from "./table.svelte.js";

/** Rows behind a small picture of the gallery. */
const THUMBNAIL_ROWS = 240;
/** Columns on a map before anybody chose. */
const FIRST_MAP_COLUMNS = 40;
/** Rows from which on a verdict takes several seconds. */
const TALL = 60_000;

/**
 * The state of the page and all that changes it: where the reader is, with which settings, and from there what is asked
 * of table, pair and map. Views read it and call it; they hold none of their own.
 */
export class Studio {
  #history: History<Settings> = $state.raw(historyOf(DEFAULT_SETTINGS));
  view: View = $state("start");
  picture: Picture = $state("curves");

  readonly methods: Slot<readonly MethodAbout[]> = new Slot();
  readonly thumbnails: Slot<readonly Thumbnail[]> = new Slot();
  readonly table: TableState;
  readonly pair: PairState;
  readonly map: MapState;
  readonly project: ProjectState;
  readonly opening: Opening;
  /** Of the Studio that runs. */
  readonly version: string;
  readonly #pool: Pool;
  readonly #address: AddressBar;

  constructor(pool: Pool, address: AddressBar, version: string) {
    this.#pool = pool;
    this.#address = address;
    this.version = version;
    this.table = new TableState(pool);
    this.pair = new PairState(pool);
    this.map = new MapState(pool);
    this.project = new ProjectState(pool);
    const { table, project } = this;
    this.opening = new Opening(pool, {
      table,
      project,
      restore: (place) => this.#restore(place),
      leaveFor: (view) => this.#leaveFor(view),
      arrive: (preview, isMeant, then) => this.#arrive(preview, isMeant, then),
    });
  }

  get settings(): Settings {
    return this.#history.present;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  /** Two columns, once chosen. */
  get choice(): ColumnChoice | undefined {
    const { x, y } = this.settings;
    return x !== undefined && y !== undefined && x !== y ? { x, y } : undefined;
  }

  get options(): StudyOptions {
    return studyOptions(this.settings, this.methods.value ?? []);
  }

  get mapOptions(): StudyOptions {
    return mapOptions(this.settings, this.methods.value ?? []);
  }

  /** The columns on the map. */
  get mapColumns(): readonly MapColumn[] {
    const { columns } = this.settings;
    if (!columns) return this.table.measuredColumns.slice(0, FIRST_MAP_COLUMNS);
    return this.table.numericColumns.filter(({ number }) => columns.includes(number));
  }

  /** Whether there is more than one pair to map. */
  get hasMap(): boolean {
    return this.table.measuredColumns.length > 2;
  }

  /** What somebody needs to know to decide the pair elsewhere. */
  get recipe(): Recipe | undefined {
    const [{ source }, { choice, options }] = [this.table, this];
    return source && choice ? { source, choice, options } : undefined;
  }

  /** The same for the map. */
  get mapRecipe(): Recipe | undefined {
    const [{ source }, { map }] = [this.table, this];
    if (source?.kind !== "file" || !map.options) return undefined;
    return { source, choice: map.columns.map(({ number }) => number), options: map.options };
  }

  /** What the project that was opened said, where that can be compared with what is seen now. */
  get projectVerdict(): ReturnType<ProjectState["verdictBeside"]> {
    return this.project.verdictBeside(this.pair.decided.value, this.settings);
  }

  /** Reads the address and begins: with the example it names, or at the start. */
  async begin(): Promise<void> {
    const place = fromAddress(this.#address.read());
    this.#restore(place);
    const named = isExample(place.example) ? place.example : undefined;
    if (!named && place.view !== "start") this.opening.awaited = place.view;
    const opened = named ? this.opening.openExample(named, place.view) : undefined;
    await this.thumbnails.run(this.#pool.askKeeper("thumbnails", { rows: THUMBNAIL_ROWS }));
    await this.methods.run(this.#pool.askKeeper("methods", {}));
    this.#pool.warm();
    await opened;
  }

  /** The address changed by hand or by the way back. */
  async follow(): Promise<void> {
    const { table } = this;
    const place = fromAddress(this.#address.read());
    if (isExample(place.example) && place.example !== table.example) {
      this.#restore(place);
      return this.opening.openExample(place.example, place.view);
    }
    this.picture = place.picture;
    const isSame =
      table.preview.value !== undefined && (table.example ?? table.mark) === (place.example ?? this.#address.table());
    const isHere = place.view === "start" || isSame;
    this.opening.awaited = isHere ? undefined : place.view;
    this.view = isHere ? place.view : "start";
    if (this.view === "start") return;
    this.#apply(withNext(this.#history, settingsOf(place)));
    this.#show(place.view);
  }

  /** Ends the reading of a file. */
  stopOpening(): void {
    this.table.stop();
    this.go("start");
  }

  /** All it takes to see this again, as the text of a file. @param isWhole with the table itself */
  projectFile(isWhole: boolean): Promise<string> {
    const { version, table, pair } = this;
    return this.project.save({ version, place: this.#place, table, decided: pair.decided.value }, isWhole);
  }

  go(view: View): void {
    const { preview } = this.table;
    if (view !== "start" && !preview.value && !preview.busy) return;
    this.view = view;
    this.#writeAddress(true);
    this.#show(view);
  }

  showPicture(picture: Picture): void {
    this.picture = picture;
    this.#writeAddress(false);
  }

  /** From the map to one of its pairs. */
  openPair(x: number, y: number): void {
    // Not a step that can be taken back: that would lead to another pair, not to the map.
    this.#apply(historyOf({ ...this.settings, x, y }));
    this.go("pair");
  }

  /** Changes settings, and with them what they decide. */
  change(part: Partial<Settings>): void {
    const next = withoutUndefined({ ...this.settings, ...part });
    this.#apply(withNext(this.#history, next));
  }

  undo(): void {
    this.#apply(undone(this.#history));
  }

  redo(): void {
    this.#apply(redone(this.#history));
  }

  /** Decides the pair that is chosen. */
  async study(): Promise<void> {
    if (this.choice) await this.pair.study(this.choice, this.options, this.#isTall);
  }

  /** Asks the other methods about it. */
  async compare(): Promise<void> {
    if (this.choice) await this.pair.compare(this.choice, this.options);
  }

  /** Decides all pairs of the map's columns that are not decided yet. */
  startMap(): void {
    if (this.mapColumns.length > 1) void this.map.start(this.mapColumns, this.mapOptions);
  }

  /** Other methods than the default draw fewer rows by themselves. */
  get #isTall(): boolean {
    const { method, maxRows = Number.POSITIVE_INFINITY } = this.settings;
    const rowCount = this.table.preview.value?.rowCount ?? 0;
    return method === DEFAULT_SETTINGS.method && Math.min(rowCount, maxRows) >= TALL;
  }

  get #place(): Place {
    const { settings, view, picture, table } = this;
    return { ...settings, view, picture, ...(table.example ? { example: table.example } : {}) };
  }

  #restore(place: Place): void {
    this.#history = historyOf(settingsOf(place));
    this.picture = place.picture;
  }

  #leaveFor(view: View): void {
    this.pair.clear();
    this.map.clear();
    this.view = view;
  }

  #arrive(preview: TablePreview, isMeant: boolean, then: View | undefined): void {
    const { settings, isKept } = settingsForTable(this.settings, preview, isMeant);
    this.#history = historyOf(settings);
    this.#writeAddress(true);
    // What was asked while the table was read was asked of the table before.
    this.#leaveFor(this.view);
    if (isKept && then) this.go(then);
    else this.#show(this.view);
  }

  #apply(next: History<Settings>): void {
    if (next === this.#history) return;
    const before = this.settings;
    this.#history = next;
    const { x, y, seed } = next.present;
    if (before.x !== x || before.y !== y) {
      this.pair.clear();
      this.#previewPair();
    }
    if (before.seed !== seed) this.pair.scene.clear();
    this.#writeAddress(false);
    if (this.view === "pair") void this.study();
    else this.pair.decided.clear();
  }

  /** Asks for what a view shows and is not there. */
  #show(view: View): void {
    const { decided } = this.pair;
    if (view === "import") this.#previewPair();
    if (view === "pair" && !decided.value && !decided.busy) void this.study();
    if (view === "map" && this.map.outcomes.length === 0) this.startMap();
  }

  #previewPair(): void {
    if (this.choice && this.view === "import") this.pair.look(this.choice);
    else this.pair.preview.clear();
  }

  #writeAddress(isStep: boolean): void {
    this.#address.write(toAddress(this.#place), isStep, this.table.mark);
  }
}

function withoutUndefined(settings: { [K in keyof Settings]: Settings[K] | undefined }): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as unknown as Settings;
}
