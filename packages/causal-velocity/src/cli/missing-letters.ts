import type { Figure } from "@causal-velocity/core";
import { endingOf } from "./ending-of.js";
import { wrap } from "./printable.js";

/** What a picture's words need that the font of PNGs lacks, or nothing for other files: empty boxes must be told. */
export async function missingLetters(figure: Figure, path: string): Promise<string[]> {
  if (endingOf(path) !== ".png") return [];
  const { missingGlyphs } = await import("../draw-node.js");
  const words = figure.panels.flatMap(({ title, x, y, marks }) => [
    title,
    ...[x, y].flatMap((axis) => [axis.label, ...(axis.kind === "names" ? axis.names : [])]),
    ...marks.flatMap((mark) => [mark.label ?? "", ...(mark.kind === "words" ? mark.text : [])]),
  ]);
  return missingGlyphs([figure.title, ...words].join(""));
}

/** A line about them; empty if there are none. */
export function missingText(letters: readonly string[]): string {
  if (letters.length === 0) return "";
  return `${wrap(`The font of PNGs lacks ${letters.join(" ")}: an SVG or a page shows these.`, "note: ")}\n`;
}
