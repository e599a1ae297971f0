import type { PairsColumn } from "@causal-velocity/core/pairs/pairs-figure.js";
import { isExample, type Play, usualPlay } from "../engine/examples.js";
import type { ColumnChoice, GraphAsk, MethodAbout, StudyOptions, TablePreview, Thumbnail } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { type AddressBar, fromAddress, toAddress } from "./address.js";
import type { Recipe } from "./as-commands.js";
import { GraphState } from "./graph.svelte.js";
import { GuessState } from "./guesses.svelte.js";
import { type KeptProject, KeptProjects } from "./kept-projects.svelte.js";
import { Opening } from "./opening.svelte.js";
import { PairState } from "./pair.svelte.js";
import { PairsState } from "./pairs.svelte.js";
import { PlayState } from "./play.svelte.js";
import { type Project, ProjectState, projectText } from "./project.svelte.js";
import {
  DEFAULT_SETTINGS,
  graphAsk,
  type History,
  historyOf,
  MOST_GRAPH_COLUMNS,
  type Picture,
  type Place,
  pairsOptions,
  redone,
  type Settings,
  settingsForTable,
  settingsOf,
  studyOptions,
  undone,
  type View,
  withNext,
} from "./settings.js";
import { Slot } from "./slot.svelte.js";
import { type Guess, TableState } from "./table.svelte.js";

/** Rows of a small picture in the gallery. */
const THUMBNAIL_ROWS = 240;
/** Default number of columns in the view of all pairs. */
const FIRST_PAIRS_COLUMNS = 40;
/** With so many columns the graph is found without being asked for. */
const SOON_COLUMNS = 15;
/** With this many rows a verdict takes several seconds. */
const TALL = 60_000;

/**
 * The state of the page and everything that changes it: the view, the settings, and the table, pair and pairs that they
 * are about. Views read this state and call its methods.
 */
export class Studio {
  #history: History<Settings> = $state.raw(historyOf(DEFAULT_SETTINGS));
  view: View = $state("start");
  picture: Picture = $state("curves");

  readonly methods: Slot<readonly MethodAbout[]> = new Slot();
  readonly thumbnails: Slot<readonly Thumbnail[]> = new Slot();
  readonly table: TableState;
  readonly pair: PairState;
  readonly pairs: PairsState;
  readonly graph: GraphState;
  readonly play: PlayState;
  readonly guesses: GuessState = new GuessState();
  readonly project: ProjectState;
  readonly kept: KeptProjects = new KeptProjects();
  /** The kept project that the open table belongs to. */
  keptId: string | undefined = $state(undefined);
  readonly opening: Opening;
  /** Version of the running Studio. */
  readonly version: string;
  readonly #pool: Pool;
  readonly #address: AddressBar;

  constructor(pool: Pool, address: AddressBar, version: string) {
    this.#pool = pool;
    this.#address = address;
    this.version = version;
    this.table = new TableState(pool);
    this.pair = new PairState(pool);
    this.pairs = new PairsState(pool);
    this.graph = new GraphState(pool);
    this.play = new PlayState(pool);
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

  /** The two chosen columns. */
  get choice(): ColumnChoice | undefined {
    const { x, y, given } = this.settings;
    return x !== undefined && y !== undefined && x !== y ? { x, y, ...(given && { given }) } : undefined;
  }

  get options(): StudyOptions {
    return studyOptions(this.settings, this.methods.value ?? []);
  }

  get pairsOptions(): StudyOptions {
    return pairsOptions(this.settings, this.methods.value ?? []);
  }

  /** The columns whose pairs are decided. */
  get pairsColumns(): readonly PairsColumn[] {
    const { columns } = this.settings;
    if (!columns) return this.table.measuredColumns.slice(0, FIRST_PAIRS_COLUMNS);
    const chosen = new Set(columns);
    return this.table.numericColumns.filter(({ number }) => chosen.has(number));
  }

  /** The columns of the graph, by number. */
  get graphColumns(): readonly number[] {
    return this.settings.graphColumns ?? (this.graph.usual.value ?? []).slice(0, MOST_GRAPH_COLUMNS);
  }

  /** The graph that is asked for. */
  get graphAsk(): GraphAsk {
    return graphAsk(this.settings, this.graphColumns);
  }

  /** Whether the table has more than one pair. */
  get hasPairs(): boolean {
    return this.table.measuredColumns.length > 2;
  }

  /** How to decide the pair outside Studio. */
  get recipe(): Recipe | undefined {
    const [{ source }, { choice, options }] = [this.table, this];
    return source && choice ? { source, choice, options } : undefined;
  }

  /** How to decide all pairs outside Studio. */
  get pairsRecipe(): Recipe | undefined {
    const [{ source }, { pairs }] = [this.table, this];
    if (source?.kind !== "file" || !pairs.options) return undefined;
    return { source, choice: pairs.columns.map(({ number }) => number), options: pairs.options };
  }

  /** How to find the graph outside Studio. */
  get graphRecipe(): Recipe | undefined {
    const [{ source }, { graph }] = [this.table, this];
    if (source?.kind !== "file" || !graph.ask) return undefined;
    return { source, choice: graph.ask, options: DEFAULT_SETTINGS };
  }

  /** The verdict of the open project, if it can be compared with the one on the page. */
  get projectVerdict(): ReturnType<ProjectState["verdictBeside"]> {
    return this.project.verdictBeside(this.pair.decided.value, this.settings);
  }

  /** Reads the address and opens the example it names, or the start view. */
  async begin(): Promise<void> {
    void this.kept.load();
    const place = fromAddress(this.#address.read());
    this.#restore(place);
    const named = isExample(place.example) ? place.example : undefined;
    if (!named && place.view !== "start") this.opening.awaited = place.view;
    const opened = named ? this.opening.openExample(named, viewOf(place)) : undefined;
    await this.thumbnails.run(this.#pool.askTable("thumbnails", { rows: THUMBNAIL_ROWS }));
    await this.methods.run(this.#pool.askTable("methods", {}));
    this.#pool.startEarly();
    await opened;
  }

  /** Handles a change of the address, by hand or by the back button. */
  async follow(): Promise<void> {
    const { table } = this;
    const place = fromAddress(this.#address.read());
    if (isExample(place.example) && place.example !== table.example) {
      this.#restore(place);
      return this.opening.openExample(place.example, viewOf(place));
    }
    // The address of a verdict, by hand, while the reader guesses.
    if (place.example && place.view === "pair" && !place.guess) table.guess ??= "none";
    this.picture = place.picture;
    this.play.take(place.example, place.play);
    const isSame =
      table.preview.value !== undefined && (table.example ?? table.mark) === (place.example ?? this.#address.table());
    const isHere = place.view === "start" || isSame;
    this.opening.awaited = isHere ? undefined : place.view;
    this.view = isHere ? place.view : "start";
    if (this.view === "start") return;
    // A link to an example need not name its columns.
    const preview = place.example ? table.preview.value : undefined;
    const settings = settingsOf(place);
    this.#apply(withNext(this.#history, preview ? settingsForTable(settings, preview, true).settings : settings));
    this.#show(place.view);
  }

  /** Stops reading a file. */
  stopOpening(): void {
    this.table.stop();
    this.go("start");
  }

  /** The text of a project file. @param isWhole whether to include the table */
  async projectFile(isWhole: boolean): Promise<string> {
    return projectText(await this.#project(isWhole));
  }

  /** Keeps the project, with its table, in this browser. */
  async keepProject(): Promise<void> {
    const project = await this.#project(true);
    const { table, place, verdict } = project;
    const [id, name] = [table?.sha256 ?? place.example, table?.name ?? this.table.preview.value?.name];
    if (id === undefined || name === undefined) return;
    await this.kept.keep({ id, name, sentence: verdict?.sentence, blob: new Blob([projectText(project)]) });
    this.keptId = id;
  }

  /** Opens a project that was kept in this browser. */
  async openKept({ id, name }: KeptProject): Promise<void> {
    const blob = await this.kept.fileOf(id);
    if (!blob) return;
    await this.opening.openFile(blob, name);
    this.keptId = id;
  }

  #project(isWhole: boolean): Promise<Project> {
    const { version, table, pair } = this;
    return this.project.collect({ version, place: this.#place, table, decided: pair.decided.value }, isWhole);
  }

  go(view: View): void {
    const { preview } = this.table;
    if (view !== "start" && !preview.value && !preview.busy) return;
    this.view = view;
    this.#writeAddress(true);
    this.#show(view);
  }

  /** What the reader guesses about the example; its verdict is then shown. */
  guess(guess: Guess): void {
    this.table.guess = guess;
    // An example that is still being read writes its address when it arrives.
    if (!this.table.preview.busy) this.#writeAddress(false);
  }

  showPicture(picture: Picture): void {
    this.picture = picture;
    this.#writeAddress(false);
  }

  /** Opens one pair from another view. @param given columns to decide it given, which only the default method can */
  openPair(x: number, y: number, given: readonly number[] = []): void {
    const known = given.length > 0 ? { given, method: DEFAULT_SETTINGS.method, trim: undefined } : { given: undefined };
    // Not an undo step: undoing it would lead to another pair, not to the view that it came from.
    this.#apply(historyOf(withoutUndefined({ ...this.settings, x, y, ...known })));
    this.go("pair");
  }

  /** Changes settings and decides again if needed; those that are undefined get their defaults. */
  change(part: { readonly [K in keyof Settings]?: Settings[K] | undefined }): void {
    // Columns are given for one pair.
    const isOther = ("x" in part || "y" in part) && !("given" in part);
    const next = withoutUndefined({ ...this.settings, ...(isOther && { given: undefined }), ...part });
    this.#apply(withNext(this.#history, next));
  }

  undo(): void {
    this.#apply(undone(this.#history));
  }

  redo(): void {
    this.#apply(redone(this.#history));
  }

  /** Decides the chosen pair. */
  async study(): Promise<void> {
    if (this.choice) await this.pair.study(this.choice, this.options, this.#isTall);
  }

  /** Compares the verdict with other methods. */
  async compare(): Promise<void> {
    if (this.choice) await this.pair.compare(this.choice, this.options);
  }

  /** Decides all pairs that are not decided yet. */
  decidePairs(): void {
    if (this.pairsColumns.length > 1) void this.pairs.start(this.pairsColumns, this.pairsOptions);
  }

  /** Finds the graph, or the searches of it that are missing. */
  findGraph(): void {
    if (this.graphColumns.length > 1) void this.graph.start(this.graphAsk);
  }

  /** Only for the default method: others draw fewer rows by default. */
  get #isTall(): boolean {
    const { method, maxRows = Number.POSITIVE_INFINITY } = this.settings;
    const rowCount = this.table.preview.value?.rowCount ?? 0;
    return method === DEFAULT_SETTINGS.method && Math.min(rowCount, maxRows) >= TALL;
  }

  get #place(): Place {
    const { settings, view, picture, table } = this;
    const play = view === "play" ? { play: this.#changedPlay } : {};
    const isGuessing = view === "pair" && table.example !== undefined && table.guess === undefined;
    return {
      ...settings,
      view,
      picture,
      ...play,
      ...(table.example ? { example: table.example } : {}),
      ...(isGuessing ? { guess: true } : {}),
    };
  }

  /** What differs from the example as it is drawn. */
  get #changedPlay(): Partial<Play> {
    const { example, chosen } = this.play;
    if (!example || !chosen) return {};
    const usual = Object.entries(usualPlay(example));
    return Object.fromEntries(
      Object.entries(chosen).filter(
        ([name, value]) => !usual.some(([known, same]) => known === name && same === value),
      ),
    );
  }

  /** Changes what is chosen in the playground. */
  changePlay(part: Partial<Play>): void {
    this.play.change(part);
    this.#writeAddress(false);
    void this.play.follow(this.options);
  }

  #restore(place: Place): void {
    this.#history = historyOf(settingsOf(place));
    this.picture = place.picture;
    this.play.take(place.example, place.play);
  }

  #leaveFor(view: View): void {
    this.pair.clear();
    this.pairs.clear();
    this.graph.clear();
    this.keptId = undefined;
    this.view = view;
  }

  #arrive(preview: TablePreview, isMeant: boolean, then: View | undefined): void {
    const { settings, isKept } = settingsForTable(this.settings, preview, isMeant);
    this.#history = historyOf(settings);
    this.#writeAddress(true);
    // Results that were requested while the table was read are about the previous table.
    this.#leaveFor(this.view);
    if (isKept && then) this.go(then);
    else this.#show(this.view);
  }

  #apply(next: History<Settings>): void {
    if (next === this.#history) return;
    const before = this.settings;
    this.#history = next;
    const { x, y, given, seed } = next.present;
    if (before.x !== x || before.y !== y || String(before.given) !== String(given)) {
      this.pair.clear();
      this.#previewPair();
    }
    if (before.seed !== seed) this.pair.scene.clear();
    this.#writeAddress(false);
    if (this.view === "pair") void this.study();
    else this.pair.decided.clear();
  }

  /** Requests the results that a view needs and does not have. */
  #show(view: View): void {
    const { decided } = this.pair;
    if (view === "play") {
      if (this.play.example?.id !== this.table.example) this.play.take(this.table.example);
      void this.play.follow(this.options);
    }
    if (view === "import") this.#previewPair();
    if (view === "pair" && !decided.value && !decided.busy) void this.study();
    if (view === "pairs" && this.pairs.outcomes.length === 0) this.decidePairs();
    if (view === "graph" && this.table.preview.value && !this.graph.found && !this.graph.running)
      void this.#firstGraph();
  }

  /** Finds the graph of a table at once if it takes seconds. */
  async #firstGraph(): Promise<void> {
    const { usual } = this.graph;
    if (!usual.value) await usual.run(this.#pool.askTable("graphColumns", {}));
    if (this.view === "graph" && this.graphColumns.length <= SOON_COLUMNS) this.findGraph();
  }

  #previewPair(): void {
    if (this.choice && this.view === "import") this.pair.look(this.choice);
    else this.pair.preview.clear();
  }

  #writeAddress(isStep: boolean): void {
    this.#address.write(toAddress(this.#place), isStep, this.table.mark);
  }
}

/** Where an address of an example leads; nowhere in particular, and so to the guess, if the guess is open. */
function viewOf({ view, guess }: Place): View | undefined {
  return guess ? undefined : view;
}

function withoutUndefined(settings: { [K in keyof Settings]: Settings[K] | undefined }): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as unknown as Settings;
}
