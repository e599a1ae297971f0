import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Figure, InputError } from "@causal-velocity/core";
import { initWasm, Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";
import { DOMParser } from "linkedom/worker";
import { type FigureOptions, figureText } from "../draw-figure.js";
import { SVG_NAMESPACE } from "../svg.js";
import { plainText } from "../text.js";

/** `figureText` without a page. @throws InputError as `drawFigure` */
export function figureSvg(figure: Figure, options: FigureOptions): string {
  return figureText(figure, { ...options, document: emptyDocument() });
}

function emptyDocument(): Document {
  return new DOMParser().parseFromString(`<svg xmlns="${SVG_NAMESPACE}"/>`, "image/svg+xml") as unknown as Document;
}

export interface PngOptions {
  /** Pixels of the picture for a pixel of the drawing; 2 by default, as screens and print want it. */
  readonly scale?: number | undefined;
}

const DEFAULT_SCALE = 2;
/** Keeps a slip of the pen from asking for gigabytes. */
const LARGEST_SCALE = 10;
/** The family inside the font that comes with the package. */
const FONT = "DejaVu Sans";

let renderer: Promise<Uint8Array> | undefined;

/** Starts the renderer on first use; gives the font. */
function started(): Promise<Uint8Array> {
  renderer ??= initWasm(asset("renderer")).then(() => asset("font"));
  return renderer;
}

/**
 * A drawing as PNG, by WebAssembly and a font of our own: the same bytes on every machine.
 *
 * @throws InputError `wrong-option` for a scale, or a drawing in the colors of a page
 */
export async function svgPng(svg: string, { scale = DEFAULT_SCALE }: PngOptions = {}): Promise<Uint8Array> {
  if (!(scale > 0 && scale <= LARGEST_SCALE)) {
    throw wrong("option scale", String(scale), `a number above 0, up to ${LARGEST_SCALE}`, "Change the option.");
  }
  if (svg.includes("var(--cv-")) {
    throw wrong("svg", "colors of a page", "a drawing in theme light or dark", "Draw it in one of these themes.");
  }
  const fonts = { fontBuffers: [await started()], defaultFontFamily: FONT, sansSerifFamily: FONT };
  const drawing = parsed(svg, { fitTo: { mode: "zoom", value: scale }, font: fonts });
  try {
    const image = drawing.render();
    const png = image.asPng();
    image.free();
    return png;
  } finally {
    drawing.free();
  }
}

function parsed(svg: string, options: ResvgRenderOptions): InstanceType<typeof Resvg> {
  try {
    return new Resvg(svg, options);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw wrong("svg", found, "an SVG document", "Give what figureSvg returns.");
  }
}

function wrong(place: string, value: string, expected: string, remedy: string): InputError {
  return new InputError({ code: "wrong-option", place, value, expected, remedy });
}

/** Offsets and sizes within a font file, by the OpenType specification. */
const TABLE_COUNT = 4;
const FIRST_TABLE = 12;
const TABLE_RECORD = 16;
const CMAP_COUNT = 2;
const FIRST_CMAP = 4;
const CMAP_RECORD = 8;
const GROUP_COUNT = 12;
const FIRST_GROUP = 16;
const GROUP = 12;
/** Ranges of 32-bit characters: all that a font has, in the format that every complete font holds. */
const SEGMENTED_COVERAGE = 12;

/** Marks that set a name apart: they have no shape. */
const ISOLATES = /[\u2068\u2069]/g;

let known: readonly (readonly [first: number, last: number])[] | undefined;

/** Characters of a text that the font of PNGs lacks, once each, in the order of the text. */
export function missingGlyphs(text: string): string[] {
  known ??= characterRanges(asset("font"));
  const ranges = known;
  const isMissing = (character: string) => {
    const code = character.codePointAt(0) as number;
    return !ranges.some(([first, last]) => code >= first && code <= last);
  };
  return [...new Set(plainText(text).replace(ISOLATES, ""))].filter(isMissing);
}

/** First and last of each run of characters, from the font's table `cmap`, format 12. */
export function characterRanges(font: Uint8Array): [number, number][] {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const cmap = tableOffset(view, "cmap");
  for (let i = 0; i < view.getUint16(cmap + CMAP_COUNT); i++) {
    const table = cmap + view.getUint32(cmap + FIRST_CMAP + CMAP_RECORD * i + 4);
    if (view.getUint16(table) !== SEGMENTED_COVERAGE) continue;
    return Array.from({ length: view.getUint32(table + GROUP_COUNT) }, (_, group) => {
      const at = table + FIRST_GROUP + GROUP * group;
      return [view.getUint32(at), view.getUint32(at + 4)];
    });
  }
  throw new Error("the font that comes with the package has no table cmap of format 12");
}

function tableOffset(view: DataView, name: string): number {
  for (let i = 0; i < view.getUint16(TABLE_COUNT); i++) {
    const record = FIRST_TABLE + TABLE_RECORD * i;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)));
    if (tag === name) return view.getUint32(record + 8);
  }
  throw new Error(`the font that comes with the package has no table ${name}`);
}

/** Files that are data: where the npm package has them, and what they are called beside the published bundle. */
const ASSETS = {
  font: { source: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", published: "DejaVuSans.ttf" },
  renderer: { source: "@resvg/resvg-wasm/index_bg.wasm", published: "resvg.wasm" },
} as const;

/** Bytes of a file that comes with the package: from beside the bundle, or from where `npm ci` put it. */
export function asset(name: keyof typeof ASSETS): Uint8Array {
  const { source, published } = ASSETS[name];
  const beside = fileURLToPath(new URL(published, import.meta.url));
  return readFileSync(existsSync(beside) ? beside : createRequire(import.meta.url).resolve(source));
}
