import type { CounterfactualPoint } from "@causal-velocity/core/explain/counterfactual.js";
import type { Observation } from "@causal-velocity/core/explain/direction-fit.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import type { ColumnChoice, CurveThrough, Scene, WhatIf } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { interpolate } from "./interpolate.js";
import { Slot } from "./slot.svelte.js";

/** Milliseconds without a move after which the exact answer and its band are asked for. */
const IDLE = 250;
/** Values of the cause at which a band is drawn. */
const BAND_POINTS = 33;
/** One press of an arrow key moves the cause by this share of its axis; with Shift ten times as far. */
const KEY_STEP = 0.01;

/** One direction's question "what if": a row that is held, where its cause is moved to, and what is known about that. */
export class WhatIfState {
  readonly direction: Direction;
  /** Position among the rows of the scene. */
  held: number | undefined = $state(undefined);
  from: Observation | undefined = $state.raw(undefined);
  rowNumber: number | undefined = $state(undefined);
  /** The cause as it might have been. */
  to: number | undefined = $state(undefined);
  dragging: boolean = $state(false);
  readonly curve: Slot<CurveThrough> = new Slot();
  readonly answer: Slot<WhatIf> = new Slot();
  readonly band: Slot<readonly CounterfactualPoint[]> = new Slot();
  /** A row that was asked for by its number. */
  readonly looked: Slot<{ readonly x: number; readonly y: number }> = new Slot();
  readonly #pool: Pool;
  #choice: ColumnChoice = { x: 1, y: 2 };
  #seed = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(direction: Direction, pool: Pool) {
    this.direction = direction;
    this.#pool = pool;
  }

  /** Forgets the row; another pair or seed is asked about from now on. */
  reset(choice: ColumnChoice, seed: number): void {
    this.#choice = choice;
    this.#seed = seed;
    this.looked.clear();
    this.#release();
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.held = undefined;
    this.from = undefined;
    this.rowNumber = undefined;
    this.to = undefined;
    this.dragging = false;
    for (const slot of [this.curve, this.answer, this.band]) slot.clear();
  }

  /** Takes hold of a row of the scene. */
  hold(scene: Scene, position: number): void {
    const [cause, effect] = this.direction === "x->y" ? [scene.x, scene.y] : [scene.y, scene.x];
    if (position === this.held) return;
    this.#take({ cause: cause[position], effect: effect[position] }, scene.rows[position], position);
  }

  #take(from: Observation, row: number, position: number | undefined): void {
    clearTimeout(this.#timer);
    this.held = position;
    this.rowNumber = row;
    this.from = from;
    this.to = from.cause;
    for (const slot of [this.answer, this.band, this.looked]) slot.clear();
    void this.curve.run(
      this.#pool.askPair("curve", { direction: this.direction, from, seed: this.#seed }, this.#choice),
    );
  }

  /** Takes hold of any row of the table by its number, also of one that is not among those drawn. */
  async holdRow(scene: Scene, row: number): Promise<void> {
    if (!Number.isSafeInteger(row)) {
      this.looked.clear();
      return this.#release();
    }
    const position = scene.rows.indexOf(row);
    if (position >= 0) return this.hold(scene, position);
    const found = await this.looked.run(this.#pool.askKeeper("row", { ...this.#choice, row }));
    if (!found) {
      if (this.looked.fault) this.#release();
      return;
    }
    const forward = this.direction === "x->y";
    this.#take({ cause: forward ? found.x : found.y, effect: forward ? found.y : found.x }, row, undefined);
  }

  /** Moves the cause; the exact answer follows when it rests. */
  move(cause: number): void {
    if (!this.from || !Number.isFinite(cause)) return;
    this.to = cause;
    this.answer.clear();
    clearTimeout(this.#timer);
    if (!this.dragging) this.#timer = setTimeout(() => this.settle(), IDLE);
  }

  /** Moves the cause by steps of the keyboard. */
  step(scene: Scene, steps: number): void {
    const axis = this.direction === "x->y" ? scene.axes.x : scene.axes.y;
    const [low, high] = axis.domain ?? [0, 1];
    if (this.to !== undefined) this.move(this.to + steps * KEY_STEP * (high - low));
  }

  /** The next row in the order of the cause, or the one before. */
  holdNeighbor(scene: Scene, by: number): void {
    const cause = this.direction === "x->y" ? scene.x : scene.y;
    const order = Array.from(cause.keys()).sort((a, b) => cause[a] - cause[b] || a - b);
    const start = this.from === undefined ? Math.floor(order.length / 2) - by : this.#placeIn(order, cause);
    this.hold(scene, order[Math.min(Math.max(start + by, 0), order.length - 1)]);
  }

  /** Where the row that is held stands among the rows of the scene, or the first beyond it would. */
  #placeIn(order: readonly number[], cause: Column): number {
    if (this.held !== undefined) return order.indexOf(this.held);
    const after = order.findIndex((row) => cause[row] >= (this.from?.cause ?? 0));
    return after < 0 ? order.length - 1 : after;
  }

  /** Asks for the exact answer, then for the band. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    const { from, to, direction } = this;
    if (!from || to === undefined) return;
    const request = { direction, from, seed: this.#seed };
    const answer = await this.answer.run(this.#pool.askPair("whatIf", { ...request, to }, this.#choice));
    if (!answer || this.band.value || !this.curve.value) return;
    const grid = thinned(this.curve.value.cause);
    await this.band.run(this.#pool.askPair("band", { ...request, to: grid }, this.#choice));
  }

  /** The effect on the way, read off the curve: what is seen while the exact answer is on its way. */
  get effect(): number | undefined {
    const curve = this.curve.value;
    if (this.to === undefined || !this.from) return undefined;
    if (this.answer.value) return this.answer.value.to.effect;
    if (this.to === this.from.cause) return this.from.effect;
    return curve ? interpolate(curve.cause, curve.effect, this.to) : undefined;
  }
}

/** Every so many points of a curve, its ends among them. */
function thinned(grid: Column): Column {
  return Float64Array.from(
    { length: BAND_POINTS },
    (_, k) => grid[Math.round((k * (grid.length - 1)) / (BAND_POINTS - 1))],
  );
}
