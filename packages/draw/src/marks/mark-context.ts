import type { Bars } from "@causal-velocity/core/explain/figure.js";
import type { AxisScale } from "../axis.js";
import type { Palette } from "../theme.js";
import type { PlacedNetwork } from "./network.js";

/** What a mark needs to know about its panel. */
export interface MarkContext {
  readonly palette: Palette;
  readonly x: AxisScale;
  readonly y: AxisScale;
  /** All bars of the panel, which share its rows. */
  readonly bars: readonly Bars[];
  /** Names of the y axis, if it has names. */
  readonly names: readonly string[];
  /** Size of the area between the axes, in pixels. */
  readonly frame: { readonly width: number; readonly height: number };
  /** Its nodes and links, if it has any. */
  readonly network: PlacedNetwork | undefined;
}

/** Widths of lines, in pixels. */
export const LINE_WIDTH = { hair: 1, rule: 1.4, thin: 1, normal: 1.75, bold: 3 } as const;

/** Some rows of a mark: how many, and their values in a column. */
export interface Rows {
  readonly length: number;
  of<T>(column: { readonly [row: number]: T }): T[];
}

/** The rows that satisfy a condition. */
export function rowsWhere(count: number, isWanted: (row: number) => boolean): Rows {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (isWanted(row)) rows.push(row);
  return { length: rows.length, of: (column) => rows.map((row) => column[row] as never) };
}
