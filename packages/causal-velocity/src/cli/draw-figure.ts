import type { Figure } from "@causal-velocity/core";
import { badUsage } from "./arguments.js";
import { figureJson } from "./render/figure-record.js";

export interface DrawOptions {
  readonly theme?: "light" | "dark" | undefined;
  /** Pixels across. */
  readonly width?: number | undefined;
}

/** Turns a figure into the content of a file. */
type Drawing = (figure: Figure, options: DrawOptions) => string | Promise<Uint8Array | string>;

/** Endings of files, and what is written into them. */
const DRAWINGS: Readonly<Record<string, Drawing>> = {
  ".json": figureJson,
};

/** The file that shows a figure, in the format that its name ends in. @throws InputError `wrong-option` */
export async function drawnFile(figure: Figure, path: string, options: DrawOptions = {}): Promise<Uint8Array | string> {
  return drawingFor(path)(figure, options);
}

/** Refuses names of files that no drawing is made for. @throws InputError `wrong-option` */
export function requireDrawable(path: string): void {
  drawingFor(path);
}

function drawingFor(path: string): Drawing {
  const ending = /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? "";
  const drawing = Object.hasOwn(DRAWINGS, ending) ? DRAWINGS[ending] : undefined;
  if (drawing) return drawing;
  const endings = Object.keys(DRAWINGS).join(", ");
  throw badUsage("--out", `"${path}"`, `a file that ends in ${endings}`, "See causal-velocity figure --help.");
}

/** Endings that --out may have, for the help: ".json". */
export const DRAWN_ENDINGS: readonly string[] = Object.keys(DRAWINGS);
