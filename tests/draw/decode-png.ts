import { inflateSync } from "node:zlib";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  readonly pixels: Uint8Array;
}

const SIGNATURE = 8;
const CHANNELS = 4;

/** Decodes a PNG of 8-bit RGBA that is not interlaced, independently of the renderer that wrote it. */
export function decodePng(png: Uint8Array): Picture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (view.getUint32(0) !== 0x89504e47) throw new Error("not a PNG");
  let header = [0, 0];
  const data: Uint8Array[] = [];
  for (let at = SIGNATURE; at < png.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (type === "IHDR") {
      header = [view.getUint32(at + 8), view.getUint32(at + 12)];
      const [depth, color, , , interlace] = png.subarray(at + 16, at + 21);
      if (depth !== 8 || color !== 6 || interlace !== 0) throw new Error("not 8-bit RGBA");
    }
    if (type === "IDAT") data.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [width, height] = header;
  return { width, height, pixels: unfiltered(inflateSync(Buffer.concat(data)), width * CHANNELS, height) };
}

function unfiltered(bytes: Uint8Array, stride: number, height: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = bytes[row * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const left = i >= CHANNELS ? out[row * stride + i - CHANNELS] : 0;
      const up = row > 0 ? out[(row - 1) * stride + i] : 0;
      const corner = row > 0 && i >= CHANNELS ? out[(row - 1) * stride + i - CHANNELS] : 0;
      const guess = guessOf(filter, left, up, corner);
      out[row * stride + i] = bytes[row * (stride + 1) + 1 + i] + guess;
    }
  }
  return out;
}

function guessOf(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const byLeft = Math.abs(estimate - left);
  const byUp = Math.abs(estimate - up);
  const byCorner = Math.abs(estimate - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
