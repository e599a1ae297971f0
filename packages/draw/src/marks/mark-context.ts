import type { Bars } from "@causal-velocity/core";
import type { AxisScale } from "../axis.js";
import type { Palette } from "../theme.js";

/** What a mark needs to know of the panel it is in. */
export interface MarkContext {
  readonly palette: Palette;
  readonly x: AxisScale;
  readonly y: AxisScale;
  /** The marks of bars that share the rows of the panel. */
  readonly bars: readonly Bars[];
  /** Of the y axis, on which bars lie. */
  readonly names: readonly string[];
  /** Width and height of what lies between the axes, in pixels. */
  readonly frame: { readonly width: number; readonly height: number };
}

/** Widths of lines, in pixels. */
export const LINE_WIDTH = { hair: 1, rule: 1.4, thin: 1, normal: 1.75, bold: 3 } as const;

/** Rows that satisfy a condition, and their part of a column. */
export interface Rows {
  readonly length: number;
  of<T>(column: { readonly [row: number]: T }): T[];
}

export function rowsWhere(count: number, isWanted: (row: number) => boolean): Rows {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (isWanted(row)) rows.push(row);
  return { length: rows.length, of: (column) => rows.map((row) => column[row] as never) };
}
