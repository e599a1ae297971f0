import type { NameAxis, Panel } from "@causal-velocity/core/explain/figure.js";
import { type FittedText, FONT_SIZE, shortenMiddle, textWidth } from "./text.js";

/** A triangle of cells with a name at the end of every row, which is also above its column. */
export interface Triangle {
  readonly names: readonly FittedText[];
  /** Size of the cell of a name, in pixels. */
  readonly cell: { readonly width: number; readonly height: number };
}

/** Cells are no larger, and no lower than a line of text. */
const LARGEST = 44;
const LOWEST = 15;
/** Widest name, as a share of the width of the panel. */
const NAME_SHARE = 0.3;
/** From the corner of a name's cell to the name. */
export const NAME_GAP = 4;

/** Cells and names of a panel whose names are on the diagonal; undefined for any other panel. */
export function placedTriangle({ x, y }: Panel, width: number): Triangle | undefined {
  if (!isOnDiagonal(x) || !isOnDiagonal(y)) return undefined;
  const names = y.names.map((name) => shortenMiddle(name, NAME_SHARE * width, FONT_SIZE.tick));
  const across = names.map(({ shown }, k) => (width - NAME_GAP - textWidth(shown, FONT_SIZE.tick)) / Math.max(1, k));
  const cell = Math.min(LARGEST, ...across, width / names.length);
  return { names, cell: { width: cell, height: Math.max(LOWEST, cell) } };
}

function isOnDiagonal(axis: Panel["x"]): axis is NameAxis {
  return axis.kind === "names" && axis.at === "diagonal";
}
