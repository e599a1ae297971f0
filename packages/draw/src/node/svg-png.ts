import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { initWasm, Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";
import { asset } from "./asset.js";

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
