import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { InputError, option, type Text } from "@causal-velocity/core/primitives/errors.js";
import { initWasm, Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";
import { DOMParser } from "linkedom/worker";
import { type FigureOptions, figureText } from "../draw-figure.js";
import { SVG_NAMESPACE } from "../svg.js";
import { plainText } from "../text.js";

/**
 * Draws a figure as SVG text, in Node. In themes `light` and `dark` this is a complete file; in theme `css` it is an
 * element for a page that calls `themeCss`.
 *
 * @throws InputError `wrong-figure` if the figure cannot be drawn, `wrong-option` for a wrong theme or width
 */
export function figureSvg(figure: Figure, options: FigureOptions): string {
  return figureText(figure, { ...options, document: emptyDocument() });
}

function emptyDocument(): Document {
  return new DOMParser().parseFromString(`<svg xmlns="${SVG_NAMESPACE}"/>`, "image/svg+xml") as unknown as Document;
}

/** How a drawing becomes a PNG. */
export interface PngOptions {
  /** Pixels of the picture per pixel of the drawing, up to 10; 2 unless given, for high-resolution screens and print. */
  readonly scale?: number | undefined;
}

const DEFAULT_SCALE = 2;
/** Larger pictures would take gigabytes. */
const LARGEST_SCALE = 10;
/** The family name of the font that comes with the package. */
const FONT = "DejaVu Sans";

let renderer: Promise<Uint8Array> | undefined;

/** Starts the renderer on first use; returns the font. */
function started(): Promise<Uint8Array> {
  renderer ??= initWasm(asset("renderer")).then(() => asset("font"));
  return renderer;
}

/**
 * Renders a drawing (SVG text, as from `figureSvg`) as PNG, with a renderer in WebAssembly and the font of the package:
 * the bytes are the same on every machine.
 *
 * @throws InputError `wrong-option` for a wrong scale, a drawing in theme `css`, or text that is not SVG
 */
export async function svgPng(svg: string, { scale = DEFAULT_SCALE }: PngOptions = {}): Promise<Uint8Array> {
  if (!(scale > 0 && scale <= LARGEST_SCALE)) {
    throw wrong([option("scale")], String(scale), `a number above 0, up to ${LARGEST_SCALE}`, "Change the option.");
  }
  if (svg.includes("var(--cv-")) {
    throw wrong(
      "svg",
      "a drawing in theme css",
      "a drawing in theme light or dark",
      "Draw the figure in one of these themes.",
    );
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
    throw wrong("svg", found, "an SVG document", "Pass the text that figureSvg returns.");
  }
}

function wrong(place: Text, value: string, expected: string, remedy: string): InputError {
  return new InputError({ code: "wrong-option", place, value, expected, remedy });
}

/** Offsets and sizes in a font file, from the OpenType specification. */
const TABLE_COUNT = 4;
const FIRST_TABLE = 12;
const TABLE_RECORD = 16;
const CMAP_COUNT = 2;
const FIRST_CMAP = 4;
const CMAP_RECORD = 8;
const GROUP_COUNT = 12;
const FIRST_GROUP = 16;
const GROUP = 12;
/** The format of a `cmap` table with ranges of 32-bit characters. */
const SEGMENTED_COVERAGE = 12;

/** Isolating characters around names, which are not drawn. */
const ISOLATES = /[\u2068\u2069]/g;

let known: readonly (readonly [first: number, last: number])[] | undefined;

/**
 * The characters of a text that PNG files cannot show because their font lacks them: each once, in the order of the text.
 */
export function missingGlyphs(text: string): string[] {
  known ??= characterRanges(asset("font"));
  const ranges = known;
  const isMissing = (character: string) => {
    const code = character.codePointAt(0) as number;
    return !ranges.some(([first, last]) => code >= first && code <= last);
  };
  return [...new Set(plainText(text).replace(ISOLATES, ""))].filter(isMissing);
}

/** First and last code point of each range of characters in a font, from its `cmap` table of format 12. */
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
  throw new Error("the font of the package has no cmap table of format 12");
}

function tableOffset(view: DataView, name: string): number {
  for (let i = 0; i < view.getUint16(TABLE_COUNT); i++) {
    const record = FIRST_TABLE + TABLE_RECORD * i;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)));
    if (tag === name) return view.getUint32(record + 8);
  }
  throw new Error(`the font of the package has no ${name} table`);
}

/** Data files: their place in npm packages, and their names beside the published bundle. */
const ASSETS = {
  font: { source: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", published: "DejaVuSans.ttf" },
  renderer: { source: "@resvg/resvg-wasm/index_bg.wasm", published: "resvg.wasm" },
} as const;

/** Reads a data file from beside the published bundle or, in the workspace, from its npm package. */
export function asset(name: keyof typeof ASSETS): Uint8Array {
  const { source, published } = ASSETS[name];
  const beside = fileURLToPath(new URL(published, import.meta.url));
  return readFileSync(existsSync(beside) ? beside : createRequire(import.meta.url).resolve(source));
}
