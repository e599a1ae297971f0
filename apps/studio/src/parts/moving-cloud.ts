import type { Motion } from "../engine/messages.js";

/** Where a plane of values lies among the pixels of a canvas. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  toX(cause: number): number;
  toY(effect: number): number;
}

/** How many rows have left the data since they were moved. */
export interface Left {
  readonly left: number;
  /** All rows that are shown. */
  readonly of: number;
  /** Those without data around them when nothing is moved, which cannot leave. */
  readonly alone: number;
}

/** The rows of a scene on their way along causal curves. A move costs a few nanoseconds a row, and makes no garbage. */
export class MovingCloud {
  /** Where the rows are now, in pixels; NaN where a curve has ended. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** 1 for rows without data around them. */
  readonly faded: Uint8Array;
  left: Left = { left: 0, of: 0, alone: 0 };
  readonly #startX: Float32Array;
  readonly #pathY: Float32Array;
  readonly #reach: number;
  readonly #motion: Motion;
  readonly #size: { readonly width: number; readonly height: number };
  /** 1 for rows that are near data at first. */
  #isCounted: Uint8Array | undefined;

  constructor(cause: ArrayLike<number>, motion: Motion, pixels: Pixels) {
    const n = cause.length;
    this.#motion = motion;
    this.#size = pixels;
    this.x = new Float32Array(n);
    this.y = new Float32Array(n);
    this.faded = new Uint8Array(n);
    this.#startX = Float32Array.from(cause, (value) => pixels.toX(value));
    this.#pathY = motion.effect.map((value) => pixels.toY(value));
    this.#reach = pixels.toX(motion.reach) - pixels.toX(0);
    this.moveTo(0);
    this.#isCounted = this.faded.map((value) => 1 - value);
    this.moveTo(0);
  }

  /** Moves every row. @param share of the reach, from −1 to 1 */
  moveTo(share: number): void {
    const { x, y, faded } = this;
    const { steps, support, cells } = this.#motion;
    const { width, height } = this.#size;
    const [startX, pathY, isCounted] = [this.#startX, this.#pathY, this.#isCounted];
    const n = x.length;
    const place = ((Math.min(Math.max(share, -1), 1) + 1) / 2) * (steps - 1);
    const step = Math.min(Math.floor(place), steps - 2);
    const part = place - step;
    const [first, second] = [step * n, (step + 1) * n];
    const [shift, across, up] = [share * this.#reach, cells.cause / width, cells.effect / height];
    let [left, alone] = [0, 0];
    for (let i = 0; i < n; i++) {
      const [before, after] = [pathY[first + i] as number, pathY[second + i] as number];
      const px = (startX[i] as number) + shift;
      const py = part === 0 ? before : part === 1 ? after : before + part * (after - before);
      x[i] = px;
      y[i] = py;
      const column = Math.floor(px * across);
      const row = cells.effect - 1 - Math.floor(py * up);
      const isInside = column >= 0 && column < cells.cause && row >= 0 && row < cells.effect;
      const isNear = isInside && support[column * cells.effect + row] === 1;
      faded[i] = isNear ? 0 : 1;
      if (isCounted?.[i] !== 1) alone += 1;
      else if (!isNear) left += 1;
    }
    this.left = { left, of: n, alone };
  }
}
