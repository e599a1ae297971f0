import type { CounterfactualPoint } from "@causal-velocity/core/explain/counterfactual.js";
import type { Observation } from "@causal-velocity/core/explain/direction-fit.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import type { ColumnChoice, CurveThrough, Motion, Scene, WhatIf } from "../engine/messages.js";
import type { Pool } from "../engine/pool.js";
import { Slot } from "./slot.svelte.js";

/** Milliseconds without a move before the exact answer and its band are requested. */
const IDLE = 250;
/** Values of the cause at which a band is drawn. */
const BAND_POINTS = 33;
/** The change that is told where none was made, in standard deviations. */
const HALF = 0.5;
/** One press of an arrow key moves the cause by this share of its axis, with Shift by ten times as much. */
const KEY_STEP = 0.01;

/** The question "what if" in one direction: the selected row, the value its cause is moved to, and the answer. */
export class WhatIfState {
  readonly direction: Direction;
  /** Position of the selected row among the rows of the scene. */
  selected: number | undefined = $state(undefined);
  from: Observation | undefined = $state.raw(undefined);
  rowNumber: number | undefined = $state(undefined);
  /** The value the cause is moved to. */
  to: number | undefined = $state(undefined);
  dragging: boolean = $state(false);
  /** Where all rows of the scene go. */
  readonly motion: Slot<Motion> = new Slot();
  readonly curve: Slot<CurveThrough> = new Slot();
  readonly answer: Slot<WhatIf> = new Slot();
  readonly band: Slot<readonly CounterfactualPoint[]> = new Slot();
  /** For texts: it stays when the row moves on. */
  readonly told: Slot<WhatIf> = new Slot();
  /** The values of a row that was selected by number. */
  readonly looked: Slot<{ readonly x: number; readonly y: number }> = new Slot();
  readonly #pool: Pool;
  #choice: ColumnChoice = { x: 1, y: 2 };
  #seed = 0;
  /** Rows of the scene in the order of the cause. */
  #order: readonly number[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(direction: Direction, pool: Pool) {
    this.direction = direction;
    this.#pool = pool;
  }

  /** Clears the selection for another pair or seed. */
  reset(choice: ColumnChoice, seed: number): void {
    this.#choice = choice;
    this.#seed = seed;
    this.looked.clear();
    this.told.clear();
    this.motion.clear();
    this.#order = undefined;
    this.#clear();
  }

  /** Asks where all rows of the scene go. */
  async follow(): Promise<void> {
    const ask = { direction: this.direction, seed: this.#seed };
    await this.motion.run(this.#pool.askPair("motion", ask, this.#choice));
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.selected = undefined;
    this.from = undefined;
    this.rowNumber = undefined;
    this.to = undefined;
    this.dragging = false;
    for (const slot of [this.curve, this.answer, this.band]) slot.clear();
  }

  /** Selects a row of the scene. */
  select(scene: Scene, position: number): void {
    const [cause, effect] = this.direction === "x->y" ? [scene.x, scene.y] : [scene.y, scene.x];
    if (position === this.selected) return;
    this.#selectAt({ cause: cause[position], effect: effect[position] }, scene.rows[position], position);
  }

  #selectAt(from: Observation, row: number, position: number | undefined): void {
    clearTimeout(this.#timer);
    this.selected = position;
    this.rowNumber = row;
    this.from = from;
    this.to = from.cause;
    for (const slot of [this.answer, this.band, this.looked]) slot.clear();
    void this.curve.run(
      this.#pool.askPair("curve", { direction: this.direction, from, seed: this.#seed }, this.#choice),
    );
  }

  /** Selects any row of the table by its number, even if it is not drawn. */
  async selectRow(scene: Scene, row: number): Promise<void> {
    if (!Number.isSafeInteger(row)) {
      this.looked.clear();
      return this.#clear();
    }
    const position = scene.rows.indexOf(row);
    if (position >= 0) return this.select(scene, position);
    const found = await this.looked.run(this.#pool.askTable("row", { ...this.#choice, row }));
    if (!found) {
      if (this.looked.fault) this.#clear();
      return;
    }
    const forward = this.direction === "x->y";
    this.#selectAt({ cause: forward ? found.x : found.y, effect: forward ? found.y : found.x }, row, undefined);
  }

  /** Moves the cause. The exact answer is requested when it stops moving. */
  move(cause: number): void {
    if (!this.from || !Number.isFinite(cause)) return;
    this.to = cause;
    this.answer.clear();
    clearTimeout(this.#timer);
    if (!this.dragging) this.#timer = setTimeout(() => this.settle(), IDLE);
  }

  /** Moves the cause with all other rows, for which no exact answer is requested. */
  glide(cause: number): void {
    if (!this.from || this.to === cause) return;
    clearTimeout(this.#timer);
    this.to = cause;
    if (this.answer.value || this.answer.busy) this.answer.clear();
  }

  /** Moves the cause by keyboard steps, as far as the axis, which is as far as the row can be dragged. */
  step(scene: Scene, steps: number): void {
    const axis = this.direction === "x->y" ? scene.axes.x : scene.axes.y;
    const [low, high] = axis.domain ?? [0, 1];
    if (this.to === undefined) return;
    this.move(Math.min(Math.max(this.to + steps * KEY_STEP * (high - low), low), high));
  }

  /** Selects the next or previous row in the order of the cause. */
  selectNeighbor(scene: Scene, by: number): void {
    const cause = this.direction === "x->y" ? scene.x : scene.y;
    this.#order ??= Array.from(cause.keys()).sort((a, b) => cause[a] - cause[b] || a - b);
    const order = this.#order;
    const start = this.from === undefined ? Math.floor(order.length / 2) - by : this.#placeIn(order, cause);
    this.select(scene, order[Math.min(Math.max(start + by, 0), order.length - 1)]);
  }

  /** Position of the selected row in this order, or of the first row after it. */
  #placeIn(order: readonly number[], cause: Column): number {
    if (this.selected !== undefined) return order.indexOf(this.selected);
    const after = order.findIndex((row) => cause[row] >= (this.from?.cause ?? 0));
    return after < 0 ? order.length - 1 : after;
  }

  /** Requests the exact answer, then the band. */
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

  /**
   * The exact answer about the selected row as it is shown, or, if nothing was moved, for a change of half a standard
   * deviation. Undefined if no row is selected, or there is no answer.
   */
  async toTell(): Promise<WhatIf | undefined> {
    if (this.answer.value) return this.answer.value;
    const { from, direction } = this;
    if (!from) return undefined;
    const isMoved = this.to !== undefined && this.to !== from.cause;
    const to = isMoved ? (this.to as number) : from.cause + HALF * (this.motion.value?.reach ?? 0);
    return this.told.run(this.#pool.askPair("whatIf", { direction, from, seed: this.#seed, to }, this.#choice));
  }

  /** The exact effect, or the value on the curve until it is ready. */
  get effect(): number | undefined {
    const curve = this.curve.value;
    if (this.to === undefined || !this.from) return undefined;
    if (this.answer.value) return this.answer.value.to.effect;
    if (this.to === this.from.cause) return this.from.effect;
    return curve ? interpolate(curve.cause, curve.effect, this.to) : undefined;
  }
}

/** Evenly spaced points of a curve, including its ends. */
function thinned(grid: Column): Column {
  return Float64Array.from(
    { length: BAND_POINTS },
    (_, k) => grid[Math.round((k * (grid.length - 1)) / (BAND_POINTS - 1))],
  );
}

/** Linear interpolation on an evenly spaced grid; NaN outside it. */
export function interpolate(grid: Column, values: Column, at: number): number {
  const last = grid.length - 1;
  const place = ((at - grid[0]) / (grid[last] - grid[0])) * last;
  if (!(place >= 0 && place <= last)) return Number.NaN;
  const below = Math.min(Math.floor(place), last - 1);
  const share = place - below;
  return values[below] + share * (values[below + 1] - values[below]);
}
