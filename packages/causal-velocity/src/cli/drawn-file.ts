import type { Figure } from "@causal-velocity/core";
import { badUsage } from "./arguments.js";
import type { DrawOptions } from "./draw-flags.js";
import { endingOf } from "./ending-of.js";
import { figureJson } from "./render/figure-record.js";

/** Turns a figure into the content of a file. */
type Drawing = (figure: Figure, options: DrawOptions) => string | Promise<Uint8Array | string>;

/** Unless told otherwise figures of more than two panels are so wide, in pixels: three stand side by side. */
const WIDE = 1140;

/** Endings of files, and what is written into them. What draws is larger than all that decides: loaded on first use. */
const DRAWINGS: Readonly<Record<string, Drawing>> = {
  ".svg": svgOf,
  ".png": async (figure, options) => {
    const { svgPng } = await import("../draw-node.js");
    return svgPng(await svgOf(figure, options));
  },
  ".json": figureJson,
};

/** Endings that --out may have, for the help. */
export const DRAWN_ENDINGS: readonly string[] = Object.keys(DRAWINGS);

/** The file that shows a figure, in the format that its name ends in. @throws InputError `wrong-option` */
export async function drawnFile(figure: Figure, path: string, options: DrawOptions = {}): Promise<Uint8Array | string> {
  return drawingFor(path)(figure, options);
}

/**
 * Refuses names of files that no drawing is made for.
 *
 * @param others endings that the command knows besides     @throws InputError `wrong-option`
 */
export function requireDrawable(path: string, others: readonly string[] = []): void {
  drawingFor(path, others);
}

async function svgOf(
  figure: Figure,
  { theme = "light", width = figure.panels.length > 2 ? WIDE : undefined }: DrawOptions,
): Promise<string> {
  const { figureSvg } = await import("../draw-node.js");
  return figureSvg(figure, { theme, width });
}

function drawingFor(path: string, others: readonly string[] = []): Drawing {
  const ending = endingOf(path);
  const found = Object.hasOwn(DRAWINGS, ending) ? DRAWINGS[ending] : undefined;
  if (found) return found;
  const endings = [...others, ...DRAWN_ENDINGS].join(", ");
  throw badUsage("--out", `"${path}"`, `a file that ends in ${endings}`, "See the help of the command.");
}
