import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { ColumnChoice, Comparison, DecidedPair, PairPreview, Scene, StudyOptions } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { Slot } from "./slot.svelte.js";
import { WhatIfState } from "./what-if.svelte.js";

/** Rows behind a first look, which takes a second. */
const GLANCE_ROWS = 20_000;

/** One pair of the table: what would be used of it, its verdict, and all that follows from that. */
export class PairState {
  readonly preview: Slot<PairPreview> = new Slot();
  /** What a few rows of a tall pair say, until its verdict is there. */
  readonly glance: Slot<DecidedPair> = new Slot();
  readonly decided: Slot<DecidedPair> = new Slot();
  readonly explained: Slot<Explanation> = new Slot();
  readonly scene: Slot<Scene> = new Slot();
  readonly compared: Slot<Comparison> = new Slot();
  readonly whatIf: { readonly "x->y": WhatIfState; readonly "y->x": WhatIfState };
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
    this.whatIf = { "x->y": new WhatIfState("x->y", pool), "y->x": new WhatIfState("y->x", pool) };
  }

  /** Counts the rows that would be used. */
  look(choice: ColumnChoice): void {
    void this.preview.run(this.#pool.askKeeper("previewPair", choice));
  }

  /**
   * Decides the pair; pictures, checks and rows to take hold of follow when there is a verdict. Meanwhile another
   * worker takes a first look at a tall pair.
   */
  async study(choice: ColumnChoice, options: StudyOptions, isTall: boolean): Promise<void> {
    for (const slot of [this.glance, this.explained, this.compared]) slot.clear();
    const { seed } = options;
    const decided = this.decided.run(this.#pool.askPair("decide", options, choice));
    if (isTall && !this.decided.value) {
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

  async compare(choice: ColumnChoice, options: StudyOptions): Promise<void> {
    await this.compared.run(this.#pool.askPair("compare", options, choice));
  }

  /** Forgets all of it. */
  clear(): void {
    const slots = [this.preview, this.glance, this.decided, this.explained, this.scene, this.compared];
    for (const slot of slots) slot.clear();
  }
}
