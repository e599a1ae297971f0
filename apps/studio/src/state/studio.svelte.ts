import type { Explanation, FormatOverrides, Truth } from "@causal-velocity/core";
import { examples } from "../engine/examples.js";
import { faultOf } from "../engine/fault.js";
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
import type { Pool } from "../engine/pool.js";
import { fromAddress, toAddress } from "./address.js";
import { fetchTable } from "./fetch-table.js";
import { type History, historyOf, redone, undone, withNext } from "./history.js";
import type { ServedTable } from "./served-table.js";
import { DEFAULT_SETTINGS, type Picture, type Place, type Settings, type View } from "./settings.js";
import { Slot } from "./slot.svelte.js";
import { WhatIfState } from "./what-if.svelte.js";

/** Rows behind a small picture of the gallery. */
const THUMBNAIL_ROWS = 240;
/** Rows behind a first look, which takes a second, and those from which on a verdict takes several. */
const GLANCE_ROWS = 20_000;
const TALL = 60_000;

export type Guess = Truth | "none";

/** Where the page's address is read and written; the browser's own, but for tests. */
export interface AddressBar {
  read(): string;
  /** @param isStep whether the way back leads here */
  write(hash: string, isStep: boolean): void;
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
  /** Whether an address asked for data that are not here. */
  missesData: boolean = $state(false);

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
  readonly #pool: Pool;
  readonly #address: AddressBar;

  constructor(pool: Pool, address: AddressBar) {
    this.#pool = pool;
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

  /** Reads the address and begins: with the example it names, or at the start. */
  async begin(): Promise<void> {
    const place = fromAddress(this.#address.read());
    this.#history = historyOf(settingsOf(place));
    this.picture = place.picture;
    const { example } = place;
    const named = example !== undefined && examples.some(({ id }) => id === example) ? example : undefined;
    this.missesData = !named && place.view !== "start";
    const opened = named ? this.openExample(named) : undefined;
    await this.thumbnails.run(this.#pool.askKeeper("thumbnails", { rows: THUMBNAIL_ROWS }));
    await this.methods.run(this.#pool.askKeeper("methods", {}));
    this.#pool.warm();
    await opened;
  }

  /** The address changed by hand or by the way back. */
  async follow(): Promise<void> {
    const place = fromAddress(this.#address.read());
    this.picture = place.picture;
    if (place.example && place.example !== this.example && examples.some(({ id }) => id === place.example)) {
      this.#history = historyOf(settingsOf(place));
      await this.openExample(place.example);
      return;
    }
    const isHere = place.view === "start" || this.table.value !== undefined;
    this.view = isHere ? place.view : "start";
    this.missesData = !isHere;
    if (isHere && JSON.stringify(settingsOf(place)) !== JSON.stringify(this.settings)) {
      this.change(settingsOf(place));
    }
  }

  async openFile(blob: Blob, name: string, format: FormatOverrides = {}): Promise<void> {
    const isSame = this.file?.blob === blob;
    this.file = { blob, name };
    this.format = format;
    this.missesData = false;
    if (!isSame) this.table.clear();
    this.#forgetPair();
    this.view = "import";
    this.progress = { stage: "reading", share: 0 };
    const preview = await this.table.run(
      this.#pool.open({ blob, name, format }, (progress) => {
        this.progress = progress;
      }),
    );
    if (!preview) return;
    this.example = undefined;
    this.guess = undefined;
    const { x, y } = this.settings;
    const isKept = isSame && this.choice && isColumn(preview, x) && isColumn(preview, y);
    this.#history = historyOf({ ...this.settings, ...(isKept ? {} : firstColumns(preview)) });
    this.#writeAddress(true);
    this.#askAgain();
  }

  /** Opens the table that is served beside the page, or tells why it cannot. */
  async openServed(served: ServedTable): Promise<void> {
    try {
      await this.openFile(await fetchTable(served), served.name);
    } catch (error) {
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

  async openExample(id: string): Promise<void> {
    this.file = undefined;
    this.format = {};
    this.missesData = false;
    this.example = id;
    this.guess = undefined;
    this.#forgetPair();
    this.view = "pair";
    const preview = await this.table.run(this.#pool.askKeeper("openExample", { id }));
    if (!preview) return;
    this.#history = historyOf({ ...this.settings, x: 1, y: 2 });
    this.#writeAddress(true);
    this.study();
  }

  go(view: View): void {
    if (view !== "start" && !this.table.value && !this.table.busy) return;
    this.view = view;
    this.#writeAddress(true);
    if (view === "import") this.#previewPair();
    if (view === "pair" && !this.decided.value && !this.decided.busy) this.study();
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

  /** What was asked of a pair while its table was read was asked of the table before. */
  #askAgain(): void {
    this.#forgetPair();
    if (this.view === "pair") void this.study();
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
    this.#address.write(toAddress({ ...this.settings, view, picture, ...(example ? { example } : {}) }), isStep);
  }
}

function settingsOf({ view: _, picture: __, example: ___, ...settings }: Place): Settings {
  return settings;
}

function withoutUndefined(settings: { [K in keyof Settings]: Settings[K] | undefined }): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as unknown as Settings;
}

function isColumn({ columns }: TablePreview, number: number | undefined): boolean {
  return number !== undefined && number >= 1 && number <= columns.length;
}

/** The first two columns of numbers; fewer where there are fewer. */
function firstColumns({ columns }: TablePreview): { x?: number; y?: number } {
  const numeric = columns.flatMap(({ numeric }, i) => (numeric ? [i + 1] : []));
  const candidates = columns.length === 2 ? [1, 2] : numeric;
  const [x, y] = candidates;
  return { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
}
