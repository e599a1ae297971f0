import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import { DIRECTIONS, type Direction } from "@causal-velocity/core/fit/orient.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { quantileOfSorted, sorted } from "@causal-velocity/core/primitives/quantiles.js";
import type { ColumnChoice, Comparison, DecidedPair, PairPreview, Scene, StudyOptions } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { Slot } from "./slot.svelte.js";
import { WhatIfState } from "./what-if.svelte.js";

/** Rows of a first look, which takes about a second. */
const FIRST_LOOK_ROWS = 20_000;

/** One pair of the table: its row counts, its verdict, and everything shown about the verdict. */
export class PairState {
  readonly preview: Slot<PairPreview> = new Slot();
  /** The verdict from some rows of a tall pair, shown until the final one is ready. */
  readonly firstLook: Slot<DecidedPair> = new Slot();
  readonly decided: Slot<DecidedPair> = new Slot();
  readonly explained: Slot<Explanation> = new Slot();
  readonly scene: Slot<Scene> = new Slot();
  readonly compared: Slot<Comparison> = new Slot();
  readonly whatIf: { readonly "x->y": WhatIfState; readonly "y->x": WhatIfState };
  /** Whether the reader stopped deciding: what is merely about to be decided has no result either. */
  isStopped: boolean = $state(false);
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
    this.whatIf = { "x->y": new WhatIfState("x->y", pool), "y->x": new WhatIfState("y->x", pool) };
  }

  /** Counts the rows that can be used. */
  look(choice: ColumnChoice): void {
    void this.preview.run(this.#pool.askTable("previewPair", choice));
  }

  /**
   * Decides the pair, then asks for pictures, checks and the rows to drag. For a tall pair, another worker takes a first
   * look at the same time.
   */
  async study(choice: ColumnChoice, options: StudyOptions, isTall: boolean): Promise<void> {
    this.isStopped = false;
    for (const slot of [this.firstLook, this.explained, this.compared]) slot.clear();
    const { seed } = options;
    const decided = this.decided.run(this.#pool.askPair("decide", options, choice));
    if (isTall && !this.decided.value) {
      void this.firstLook.run(this.#pool.askPair("decide", { ...options, maxRows: FIRST_LOOK_ROWS }, choice));
    }
    const verdict = await decided;
    if (!verdict) return;
    this.firstLook.clear();
    if (!this.scene.value) {
      for (const question of Object.values(this.whatIf)) question.reset(choice, seed);
      void this.#showRows(choice, seed, verdict.decision.verdict === "y->x" ? ["y->x", "x->y"] : DIRECTIONS);
    }
    await this.explained.run(this.#pool.askPair("explain", { decision: verdict.decision }, choice));
  }

  /** The rows of the pair, one of them held in both directions, and where they go, first in the direction of the verdict. */
  async #showRows(choice: ColumnChoice, seed: number, directions: readonly Direction[]): Promise<void> {
    const scene = await this.scene.run(this.#pool.askPair("scene", { seed }, choice));
    if (!scene) return;
    const row = middleRow(scene);
    for (const direction of directions) this.whatIf[direction].select(scene, row);
    for (const direction of directions) await this.whatIf[direction].follow();
  }

  /** Cancels `study` and keeps a finished first look. */
  stopDeciding(): void {
    this.isStopped = true;
    this.decided.stop();
    this.firstLook.stop();
  }

  async compare(choice: ColumnChoice, options: StudyOptions): Promise<void> {
    await this.compared.run(this.#pool.askPair("compare", options, choice));
  }

  /** Cancels everything and drops all results. */
  clear(): void {
    this.isStopped = false;
    const slots = [this.preview, this.firstLook, this.decided, this.explained, this.scene, this.compared];
    for (const slot of slots) slot.clear();
    for (const { motion } of Object.values(this.whatIf)) motion.clear();
  }
}

/** The row nearest to the middle of all that are shown: it has room on either side. */
export function middleRow({ x, y, axes }: Pick<Scene, "x" | "y" | "axes">): number {
  const away = (column: Column, [low, high]: readonly [number, number] = [0, 1]) => {
    const middle = quantileOfSorted(sorted(column), 0.5);
    return column.map((value) => Math.abs(value - middle) / (high - low));
  };
  const [across, up] = [away(x, axes.x.domain), away(y, axes.y.domain)];
  const distance = across.map((value, i) => value + up[i]);
  return distance.indexOf(distance.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY));
}
