import type { Bars } from "@causal-velocity/core/explain/figure.js";
import type { AxisScale } from "../axis-scale.js";
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
