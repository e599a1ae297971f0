import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import type { Graph } from "@causal-velocity/core/graph/graph.js";
import { version } from "@causal-velocity/core/version.js";
import { badUsage, wholeNumber } from "./arguments.js";
import { wrap } from "./printable.js";
import { figureJson } from "./render/records.js";
import { endingOf } from "./write-files.js";

/** Turns a figure into the content of a file. */
type Drawing = (figure: Figure, options: DrawOptions) => string | Promise<Uint8Array | string>;

/** Default width of figures with more than two panels, in pixels: three stand side by side. */
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

/** How pictures look, as flags of every command that draws one. */
export const DRAW_FLAGS = {
  theme: { type: "string" },
  width: { type: "string" },
} as const;

export interface DrawOptions {
  readonly theme?: "light" | "dark" | undefined;
  /** Pixels across; a PNG has two for each. */
  readonly width?: number | undefined;
}

/** Below, nothing can be read; above, a PNG would take gigabytes. */
const NARROWEST = 240;
const WIDEST = 5000;

/**
 * Those that were given, read.
 *
 * @param out the picture to be drawn, if one is     @throws InputError `wrong-option`
 */
export function drawOptions(
  values: { readonly theme?: string | undefined; readonly width?: string | undefined },
  out: string | undefined,
): DrawOptions {
  const { theme } = values;
  const idle = (["theme", "width"] as const).find((flag) => values[flag] !== undefined);
  if (idle && (out === undefined || endingOf(out) === ".json")) {
    throw badUsage(`--${idle}`, "without a picture", "--out with a file that ends in .svg or .png", "Leave it out.");
  }
  if (theme !== undefined && theme !== "light" && theme !== "dark") {
    throw badUsage("--theme", `"${theme}"`, "light or dark", "Leave it out for light.");
  }
  const width = wholeNumber("--width", values.width);
  if (width !== undefined && !(width >= NARROWEST && width <= WIDEST)) {
    throw badUsage(
      "--width",
      String(width),
      `pixels from ${NARROWEST} to ${WIDEST}`,
      "Leave it out for a usual width.",
    );
  }
  return { theme, width };
}

/** What a picture's words need that the font of PNGs lacks, or nothing for other files: empty boxes must be reported. */
export async function missingLetters(figure: Figure, path: string): Promise<string[]> {
  if (endingOf(path) !== ".png") return [];
  const { missingGlyphs } = await import("../draw-node.js");
  const words = figure.panels.flatMap(({ title, x, y, marks }) => [
    title,
    ...[x, y].flatMap((axis) => [axis.label, ...(axis.kind === "names" ? axis.names : [])]),
    ...marks.flatMap((mark) => [
      mark.label ?? "",
      ...(mark.kind === "words" ? mark.text : mark.kind === "nodes" ? mark.names : []),
    ]),
  ]);
  return missingGlyphs([figure.title, ...words].join(""));
}

/** A line about them; empty if there are none. */
export function missingText(letters: readonly string[]): string {
  if (letters.length === 0) return "";
  return `${wrap(`The font of PNGs lacks ${letters.join(" ")}: an SVG or a page shows these.`, "note: ")}\n`;
}

/** A graph as a page of its own. */
export async function graphPage(graph: Graph): Promise<string> {
  const [{ graphHtml }, { figureSvg }] = await Promise.all([import("../draw.js"), import("../draw-node.js")]);
  return graphHtml(graph, { version, svgOf: figureSvg });
}

/** An explanation as a page of its own. What draws is loaded here, on first use. */
export async function reportPage(explanation: Explanation): Promise<string> {
  const [{ reportHtml }, { figureSvg }] = await Promise.all([import("../draw.js"), import("../draw-node.js")]);
  return reportHtml(explanation, { version, svgOf: figureSvg });
}
