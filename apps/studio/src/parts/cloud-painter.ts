/** Colors of points that lie on each other: the more, the denser. */
export type Ramp = Uint32Array;

/** Points on a pixel beyond which it gets no denser. */
const DENSEST = 12;
/** Diameter in CSS pixels of a point among at most so many rows. */
const DIAMETERS: readonly (readonly [rows: number, diameter: number])[] = [
  [300, 5],
  [1000, 4],
  [6000, 3],
  [Number.POSITIVE_INFINITY, 2],
];
/** Pixels beyond the radius of a point that still belong to it. */
const ROUNDED = 0.2;
/** More pixels than twice as many a CSS pixel are not seen. */
const MOST_PIXELS = 2;

/** A color "#rrggbb" as pixels from `least` opaque, for one point, to `most`, for a dozen. */
export function rampOf(color: string, least: number, most: number): Ramp {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return Uint32Array.from({ length: DENSEST + 1 }, (_, count) => {
    if (count === 0) return 0;
    const opacity = least + ((most - least) * (count - 1)) / (DENSEST - 1);
    return ((Math.round(255 * opacity) << 24) | ((blue ?? 0) << 16) | ((green ?? 0) << 8) | (red ?? 0)) >>> 0;
  });
}

/**
 * Draws thousands of rows as pixels of a canvas. A frame costs time in proportion to rows and pixels, in one array: tens
 * of thousands of drawing commands would take longer than a frame.
 */
export class CloudPainter {
  /** Pixels of the canvas per CSS pixel. */
  readonly ratio: number = Math.min(globalThis.devicePixelRatio || 1, MOST_PIXELS);
  readonly width: number;
  readonly height: number;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #image: ImageData;
  readonly #pixels: Uint32Array;
  readonly #counts: Uint8Array;
  #background: Uint32Array | undefined;

  /** @param width and height in CSS pixels */
  constructor(canvas: HTMLCanvasElement, width: number, height: number) {
    this.width = Math.max(1, Math.round(width * this.ratio));
    this.height = Math.max(1, Math.round(height * this.ratio));
    canvas.width = this.width;
    canvas.height = this.height;
    this.#context = canvas.getContext("2d");
    this.#image = new ImageData(this.width, this.height);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    this.#counts = new Uint8Array(this.width * this.height);
  }

  /** Keeps what is there as the background. */
  keep(): void {
    this.#background = this.#pixels.slice();
  }

  /** Back to the background. */
  clear(): void {
    if (this.#background) this.#pixels.set(this.#background);
    else this.#pixels.fill(0);
  }

  /**
   * Adds a layer of points at pixels of the canvas, over what is there; those that are not finite are left out.
   *
   * @param faded 1 for points that look as `faint` says instead
   */
  points(x: Float32Array, y: Float32Array, ramp: Ramp, faded?: Uint8Array, faint: Ramp = ramp): void {
    const { width, height } = this;
    const [pixels, counts] = [this.#pixels, this.#counts];
    counts.fill(0);
    const stamp = stampOf(x.length, this.ratio);
    for (let i = 0; i < x.length; i++) {
      const [px, py] = [x[i] as number, y[i] as number];
      // Not true of NaN either.
      if (!(px >= 0 && px < width && py >= 0 && py < height)) continue;
      const [column, row] = [px | 0, py | 0];
      const colors = faded?.[i] === 1 ? faint : ramp;
      for (let k = 0; k < stamp.length; k += 2) {
        const [across, down] = [column + (stamp[k] as number), row + (stamp[k + 1] as number)];
        if (across < 0 || across >= width || down < 0 || down >= height) continue;
        const at = down * width + across;
        const count = Math.min((counts[at] as number) + 1, DENSEST);
        counts[at] = count;
        pixels[at] = colors[count] as number;
      }
    }
  }

  show(): void {
    this.#context?.putImageData(this.#image, 0, 0);
  }
}

/** Offsets of the pixels of a point: across, down, across, down, … */
function stampOf(rows: number, ratio: number): Int32Array {
  const css = DIAMETERS.find(([most]) => rows <= most)?.[1] ?? 2;
  const diameter = Math.max(2, Math.round(css * ratio));
  const center = (diameter - 1) / 2;
  const offsets: number[] = [];
  for (let down = 0; down < diameter; down++) {
    for (let across = 0; across < diameter; across++) {
      // Small points are squares: without their corners they would be crosses.
      if (Math.hypot(across - center, down - center) > diameter / 2 + ROUNDED) continue;
      offsets.push(across - Math.floor(center), down - Math.floor(center));
    }
  }
  return Int32Array.from(offsets);
}
