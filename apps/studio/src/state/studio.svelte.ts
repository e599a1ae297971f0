import type { Explanation, FormatOverrides, MapColumn, Truth } from "@causal-velocity/core";
import { examples, MAP_EXAMPLE } from "../engine/examples.js";
import { faultOf, TaskFault } from "../engine/fault.js";
import type {
  ColumnChoice,
  Comparison,
  DecidedPair,
  MethodAbout,
  PairPreview,
  Progress,
  Scene,
  StudyOptions,
  TablePreview,
  Thumbnail,
} from "../engine/messages.js";
import { Canceled, type Pool } from "../engine/pool.js";
import { fromAddress, toAddress } from "./address.js";
import type { PairSource, Recipe } from "./as-commands.js";
import { fetchTable } from "./fetch-table.js";
import { type History, historyOf, redone, undone, withNext } from "./history.js";
import { MapState } from "./map.svelte.js";
import { isProject, type Project, projectText, readProject } from "./project.js";
import type { ServedTable } from "./served-table.js";
import { DEFAULT_SETTINGS, type Picture, type Place, type Settings, type View } from "./settings.js";
import { Slot } from "./slot.svelte.js";
import { WhatIfState } from "./what-if.svelte.js";

/** Rows behind a small picture of the gallery. */
const THUMBNAIL_ROWS = 240;
/** Rows of each pair of a map, unless the reader wants otherwise: enough for most verdicts, a fraction of a second each. */
const MAP_ROWS = 5000;
/** Columns on a map before anybody chose. */
const FIRST_MAP_COLUMNS = 40;
/** Rows behind a first look, which takes a second, and those from which on a verdict takes several. */
const GLANCE_ROWS = 20_000;
const TALL = 60_000;

export type Guess = Truth | "none";

/** Where the page's address is read and written; the browser's own, but for tests. */
export interface AddressBar {
  read(): string;
  /** The table that the present entry of the history was about, if any was told. */
  table(): number | undefined;
  /** @param isStep whether the way back leads here     @param table a number of its own for every table */
  write(hash: string, isStep: boolean, table: number): void;
}

/** The whole state of the page and all that changes it. Views read it and call it; they hold none of their own. */
export class Studio {
  #history: History<Settings> = $state.raw(historyOf(DEFAULT_SETTINGS));
  view: View = $state("start");
  picture: Picture = $state("curves");
  example: string | undefined = $state(undefined);
  /** What was chosen for the layout of the file, and the file: read again when a choice changes. */
  format: FormatOverrides = $state.raw({});
  file: { readonly blob: Blob; readonly name: string } | undefined = $state.raw(undefined);
  progress: Progress | undefined = $state.raw(undefined);
  guess: Guess | undefined = $state(undefined);
  /** Whether an address asked for data that are not here, and where it leads once they are. */
  missesData: boolean = $state(false);
  #awaited: View = "import";
  /** The project that was opened, as long as its table is at hand or waited for. */
  project: Project | undefined = $state.raw(undefined);
  /** Whether the table at hand is that of the project, by its fingerprint; unknown while it is compared. */
  isProjectsTable: boolean | undefined = $state(undefined);

  readonly methods: Slot<readonly MethodAbout[]> = new Slot();
  readonly thumbnails: Slot<readonly Thumbnail[]> = new Slot();
  readonly table: Slot<TablePreview> = new Slot();
  readonly pairPreview: Slot<PairPreview> = new Slot();
  /** What a few rows of a tall pair say, until its verdict is there. */
  readonly glance: Slot<DecidedPair> = new Slot();
  readonly decided: Slot<DecidedPair> = new Slot();
  readonly explained: Slot<Explanation> = new Slot();
  readonly scene: Slot<Scene> = new Slot();
  readonly compared: Slot<Comparison> = new Slot();
  readonly whatIf: { readonly "x->y": WhatIfState; readonly "y->x": WhatIfState };
  readonly map: MapState;
  /** Of the Studio that runs. */
  readonly version: string;
  /** Counts the files that were to be opened: the last one is. */
  #turn = 0;
  /** Counts the tables that were read, to know an address of another one. */
  #tableMark = 0;
  readonly #pool: Pool;
  readonly #address: AddressBar;

  constructor(pool: Pool, address: AddressBar, version: string) {
    this.version = version;
    this.#pool = pool;
    this.map = new MapState(pool);
    this.#address = address;
    this.whatIf = { "x->y": new WhatIfState("x->y", pool), "y->x": new WhatIfState("y->x", pool) };
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

  /** The options of `decide` that the chosen method has. */
  get options(): StudyOptions {
    const { method, seed, maxRows, trim, abstain } = this.settings;
    const about = this.methods.value?.find(({ name }) => name === method);
    return {
      method,
      seed,
      ...(maxRows === undefined ? {} : { maxRows }),
      ...(trim === undefined || about?.hasTrim !== true ? {} : { trim }),
      ...(abstain === undefined || about?.hasAbstain !== true ? {} : { abstain }),
    };
  }

  /** Columns of numbers, from which a map takes its own. */
  get numericColumns(): readonly MapColumn[] {
    const columns = this.table.value?.columns ?? [];
    return columns.flatMap(({ numeric }, i) => (numeric ? [{ number: i + 1, name: columnLabel(columns, i) }] : []));
  }

  /** Whether there is more than one pair to map. */
  get hasMap(): boolean {
    return this.#measuredColumns.length > 2;
  }

  get measuredCount(): number {
    return this.#measuredColumns.length;
  }

  /** Columns of numbers that are more than the numbers of the rows. */
  get #measuredColumns(): readonly MapColumn[] {
    return this.numericColumns.filter(({ number }) => this.table.value?.columns[number - 1].isRowNumber !== true);
  }

  /** The columns on the map. */
  get mapColumns(): readonly MapColumn[] {
    const { columns } = this.settings;
    if (!columns) return this.#measuredColumns.slice(0, FIRST_MAP_COLUMNS);
    return this.numericColumns.filter(({ number }) => columns.includes(number));
  }

  /** The options of the map's verdicts: those of one pair, but for fewer rows where nobody said how many. */
  get mapOptions(): StudyOptions {
    const { options } = this;
    const about = this.methods.value?.find(({ name }) => name === options.method);
    return { ...options, maxRows: options.maxRows ?? Math.min(about?.comfortableRows ?? MAP_ROWS, MAP_ROWS) };
  }

  /** Decides all pairs of the map's columns that are not decided yet. */
  startMap(): void {
    if (this.mapColumns.length > 1) void this.map.start(this.mapColumns, this.mapOptions);
  }

  /** From the map to one of its pairs. */
  openPair(x: number, y: number): void {
    // Not a step that can be taken back: that would lead to another pair, not to the map.
    this.#apply(historyOf({ ...this.settings, x, y }));
    this.go("pair");
  }

  /** Reads the address and begins: with the example it names, or at the start. */
  async begin(): Promise<void> {
    const place = fromAddress(this.#address.read());
    this.#history = historyOf(settingsOf(place));
    this.picture = place.picture;
    const named = isExample(place.example) ? place.example : undefined;
    this.missesData = !named && place.view !== "start";
    this.#awaited = place.view;
    const opened = named ? this.openExample(named, place.view) : undefined;
    await this.thumbnails.run(this.#pool.askKeeper("thumbnails", { rows: THUMBNAIL_ROWS }));
    await this.methods.run(this.#pool.askKeeper("methods", {}));
    this.#pool.warm();
    await opened;
  }

  /** The address changed by hand or by the way back. */
  async follow(): Promise<void> {
    const place = fromAddress(this.#address.read());
    this.picture = place.picture;
    if (isExample(place.example) && place.example !== this.example) {
      this.#history = historyOf(settingsOf(place));
      await this.openExample(place.example, place.view);
      return;
    }
    const isSame =
      this.table.value !== undefined && (this.example ?? this.#tableMark) === (place.example ?? this.#address.table());
    const isHere = place.view === "start" || isSame;
    this.missesData = !isHere;
    this.#awaited = place.view;
    this.view = isHere ? place.view : "start";
    if (this.view === "start") return;
    this.#apply(withNext(this.#history, settingsOf(place)));
    this.#show(place.view);
  }

  /** Opens a table, or a project with or without one. */
  async openFile(blob: Blob, name: string): Promise<void> {
    const turn = ++this.#turn;
    const hasProject = await isProject(blob);
    if (turn !== this.#turn) return;
    if (hasProject) return this.#openProject(blob, name, turn);
    const { project } = this;
    const isAwaited = this.missesData && project?.table !== undefined;
    if (!isAwaited) this.project = undefined;
    await this.openTable(blob, name, isAwaited ? project?.table?.format : {});
    if (isAwaited) await this.#compareTable(blob);
  }

  /** Opens a table, whose layout may be told. */
  async openTable(blob: Blob, name: string, format: FormatOverrides = {}): Promise<void> {
    const [isSame, isAwaited] = [this.file?.blob === blob, this.missesData];
    this.file = { blob, name };
    this.format = format;
    this.missesData = false;
    if (!isSame) this.table.clear();
    this.#forgetPair();
    this.map.clear();
    this.view = "import";
    this.progress = { stage: "reading", share: 0 };
    const preview = await this.table.run(
      this.#pool.open({ blob, name, format }, (progress) => {
        this.progress = progress;
      }),
    );
    if (!preview) return;
    this.#tableMark += 1;
    this.example = undefined;
    this.guess = undefined;
    const isKept = this.#takeColumns(preview, isSame || isAwaited);
    this.#writeAddress(true);
    this.#askAgain();
    if (isKept && isAwaited) this.go(this.#awaited);
  }

  async #openProject(blob: Blob, name: string, turn: number): Promise<void> {
    this.project = undefined;
    this.isProjectsTable = undefined;
    // Whatever is opened meanwhile is what the reader wants.
    const isOver = () => turn !== this.#turn;
    try {
      const text = await blob.text();
      if (isOver()) return;
      const project = readProject(text, name);
      const { place, table } = project;
      this.#history = historyOf(settingsOf(place));
      this.picture = place.picture;
      this.#awaited = place.view;
      if (place.example) {
        await this.#openExample(place.example, place.view);
        if (!isOver()) this.project = project;
        return;
      }
      this.project = project;
      this.missesData = true;
      if (table?.content === undefined) {
        this.view = "start";
        return;
      }
      const inside = await this.#pool.askKeeper("unpackTable", { content: table.content }).promise;
      if (isOver()) return;
      await this.openTable(inside, table.name, table.format);
      if (!isOver()) await this.#compareTable(inside);
    } catch (error) {
      if (isOver() || error instanceof Canceled) return;
      this.project = undefined;
      this.file = { blob, name };
      this.view = "import";
      this.table.fail(error instanceof TaskFault ? error.fault : faultOf(error));
    }
  }

  async #compareTable(blob: Blob): Promise<void> {
    this.isProjectsTable = undefined;
    const { project } = this;
    if (!this.table.value) return;
    const { sha256 } = await this.#pool.askKeeper("keepTable", { blob, isWhole: false }).promise;
    if (this.project === project && this.file?.blob === blob) this.isProjectsTable = sha256 === project?.table?.sha256;
  }

  /** All it takes to see this again, as the text of a file. @param isWhole with the table itself */
  async projectFile(isWhole: boolean): Promise<string> {
    const { file, version } = this;
    const [table, decided] = [this.table.value, this.decided.value];
    const place: Place = {
      ...this.settings,
      view: this.view,
      picture: this.picture,
      ...(this.example ? { example: this.example } : {}),
    };
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
              format: this.format,
              ...(kept.content === undefined ? {} : { content: kept.content }),
            },
          }
        : {}),
      ...(decided ? { verdict: { sentence: decided.sentence, ...scoreOf(decided) } } : {}),
    });
  }

  /** What the project that was opened said, where that can be compared with what is seen now. */
  get projectVerdict(): { readonly verdict: NonNullable<Project["verdict"]>; readonly isSame: boolean } | undefined {
    const [{ place, verdict, table } = {}, decided] = [this.project, this.decided.value];
    if (!place || !verdict || !decided || (table && this.isProjectsTable !== true)) return undefined;
    const asAddress = (settings: Settings) => toAddress({ ...settings, view: "pair", picture: "curves" });
    if (asAddress(settingsOf(place)) !== asAddress(this.settings)) return undefined;
    return { verdict, isSame: verdict.score === decided.decision.score };
  }

  /** What somebody needs to know to decide the pair elsewhere; tables that the command line cannot read have none. */
  get recipe(): Recipe | undefined {
    const [source, { choice, options }] = [this.#source, this];
    return source && choice ? { source, choice, options } : undefined;
  }

  /** The same for the map. */
  get mapRecipe(): Recipe | undefined {
    const [source, { map }] = [this.#source, this];
    if (source?.kind !== "file" || !map.options) return undefined;
    return { source, choice: map.columns.map(({ number }) => number), options: map.options };
  }

  get #source(): PairSource | undefined {
    const [table, { file, format }] = [this.table.value, this];
    if (table?.kind === "text" && file) {
      return { kind: "file", name: file.name, format, columns: table.columns.map(({ name }) => name) };
    }
    const example = examples.find(({ id }) => id === this.example);
    return example && { kind: "simulation", simulator: example.kind, options: example.options };
  }

  /** Opens the table that is served beside the page, or tells why it cannot. */
  async openServed(served: ServedTable): Promise<void> {
    const turn = ++this.#turn;
    try {
      const blob = await fetchTable(served);
      if (turn === this.#turn) await this.openFile(blob, served.name);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.missesData = false;
      this.view = "import";
      this.table.fail(faultOf(error));
    }
  }

  /** Ends the reading of a file. */
  stopOpening(): void {
    this.table.clear();
    this.file = undefined;
    this.go("start");
  }

  /** @param view where to go; an example of several columns has a map besides its pairs */
  openExample(id: string, view?: View): Promise<void> {
    this.#turn += 1;
    return this.#openExample(id, view);
  }

  async #openExample(id: string, view?: View): Promise<void> {
    this.file = undefined;
    this.format = {};
    this.project = undefined;
    this.missesData = false;
    this.example = id;
    const hasMap = id === MAP_EXAMPLE.id;
    this.guess = hasMap ? "none" : undefined;
    this.#forgetPair();
    this.map.clear();
    this.view = hasMap && view !== "pair" ? "map" : "pair";
    const preview = await this.table.run(this.#pool.askKeeper("openExample", { id }));
    if (!preview) return;
    this.#takeColumns(preview, hasMap);
    this.go(this.view);
  }

  go(view: View): void {
    if (view !== "start" && !this.table.value && !this.table.busy) return;
    this.view = view;
    this.#writeAddress(true);
    this.#show(view);
  }

  /** Asks for what a view shows and is not there. */
  #show(view: View): void {
    if (view === "import") this.#previewPair();
    if (view === "pair" && !this.decided.value && !this.decided.busy) this.study();
    if (view === "map" && this.map.outcomes.length === 0) this.startMap();
  }

  showPicture(picture: Picture): void {
    this.picture = picture;
    this.#writeAddress(false);
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

  /**
   * Decides the pair; pictures, checks and rows to take hold of follow when there is a verdict. Meanwhile another
   * worker takes a first look at a tall pair.
   */
  async study(): Promise<void> {
    const { choice } = this;
    if (!choice) return;
    for (const slot of [this.glance, this.explained, this.compared]) slot.clear();
    const { options } = this;
    const { seed } = this.settings;
    const decided = this.decided.run(this.#pool.askPair("decide", options, choice));
    if (this.#isTall && !this.decided.value) {
      void this.glance.run(this.#pool.askPair("decide", { ...options, maxRows: GLANCE_ROWS }, choice));
    }
    const verdict = await decided;
    if (!verdict) return;
    this.glance.clear();
    if (!this.scene.value) {
      for (const question of Object.values(this.whatIf)) question.reset(choice, seed);
      void this.scene.run(this.#pool.askPair("scene", { seed }, choice));
    }
    await this.explained.run(this.#pool.askPair("explain", { decision: verdict.decision }, choice));
  }

  /** Ends what `study` began, and keeps a first look that is there. */
  stopDeciding(): void {
    this.decided.stop();
    this.glance.stop();
  }

  async compare(): Promise<void> {
    if (this.choice) await this.compared.run(this.#pool.askPair("compare", this.options, this.choice));
  }

  /** Other methods than the default draw fewer rows by themselves. */
  get #isTall(): boolean {
    const { method, maxRows = Number.POSITIVE_INFINITY } = this.settings;
    return method === DEFAULT_SETTINGS.method && Math.min(this.table.value?.rowCount ?? 0, maxRows) >= TALL;
  }

  #apply(next: History<Settings>): void {
    if (next === this.#history) return;
    const before = this.settings;
    this.#history = next;
    const { x, y, seed } = next.present;
    if (before.x !== x || before.y !== y) {
      this.#forgetPair();
      this.#previewPair();
    }
    if (before.seed !== seed) this.scene.clear();
    this.#writeAddress(false);
    if (this.view === "pair") void this.study();
    else this.decided.clear();
  }

  /** The columns in the settings where they are meant for this table and in it, else its first ones. Tells which. */
  #takeColumns(preview: TablePreview, isMeant: boolean): boolean {
    const { x, y, columns, ...settings } = this.settings;
    const isKept = isMeant && this.choice !== undefined && isColumn(preview, x) && isColumn(preview, y);
    const ofMap = isMeant && columns ? { columns } : {};
    this.#history = historyOf({ ...settings, ...(isKept ? this.choice : firstColumns(preview)), ...ofMap });
    return isKept;
  }

  /** What was asked of a pair while its table was read was asked of the table before. */
  #askAgain(): void {
    this.#forgetPair();
    if (this.view === "pair") void this.study();
    else if (this.view === "map") this.startMap();
    else this.#previewPair();
  }

  #previewPair(): void {
    if (this.choice && this.view === "import") {
      void this.pairPreview.run(this.#pool.askKeeper("previewPair", this.choice));
    } else {
      this.pairPreview.clear();
    }
  }

  #forgetPair(): void {
    const slots = [this.pairPreview, this.glance, this.decided, this.explained, this.scene, this.compared];
    for (const slot of slots) slot.clear();
  }

  #writeAddress(isStep: boolean): void {
    const { view, picture, example } = this;
    const address = toAddress({ ...this.settings, view, picture, ...(example ? { example } : {}) });
    this.#address.write(address, isStep, this.#tableMark);
  }
}

function scoreOf({ decision: { score, confidence } }: DecidedPair): { score: number; confidence?: number } {
  return { score, ...(confidence === undefined ? {} : { confidence }) };
}

function settingsOf({ view: _, picture: __, example: ___, ...settings }: Place): Settings {
  return settings;
}

function withoutUndefined(settings: { [K in keyof Settings]: Settings[K] | undefined }): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as unknown as Settings;
}

/** A column's name, with its number where others have the same. */
export function columnLabel(columns: readonly { readonly name: string }[], index: number): string {
  const { name } = columns[index];
  return columns.filter((other) => other.name === name).length > 1 ? `${name} (${index + 1})` : name;
}

function isExample(id: string | undefined): id is string {
  return id === MAP_EXAMPLE.id || examples.some((example) => example.id === id);
}

function isColumn({ columns }: TablePreview, number: number | undefined): boolean {
  return number !== undefined && number >= 1 && number <= columns.length;
}

/** The first two columns of numbers that are more than the numbers of the rows; fewer where there are fewer. */
function firstColumns({ columns }: TablePreview): { x?: number; y?: number } {
  const measured = columns.flatMap(({ numeric, isRowNumber }, i) => (numeric && !isRowNumber ? [i + 1] : []));
  const candidates = columns.length === 2 ? [1, 2] : measured;
  const [x, y] = candidates;
  return { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
}
