import type { Column } from "../primitives/columns.js";

/** A picture as plain data: what is where, in the units of its axes. How it looks is the drawing's business. */
export interface Figure {
  /** Kebab-case, unique within a report. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences: what is drawn and what to look for. Read aloud where the picture cannot be seen. */
  readonly caption: string;
  /** Side by side, wrapped where there is no room. */
  readonly panels: readonly Panel[];
}

export interface Panel {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  /** Drawn in this order, the first underneath. */
  readonly marks: readonly Mark[];
}

export type Axis = NumberAxis | NameAxis | NoAxis;

export interface NumberAxis {
  readonly kind: "number";
  readonly label: string;
  /** What the axis shows; marks beyond it are cut off. By default all that the marks cover. */
  readonly domain?: readonly [low: number, high: number] | undefined;
  readonly log?: boolean | undefined;
}

/** Places with names, in order: rows of bars. */
export interface NameAxis {
  readonly kind: "names";
  readonly label: string;
  readonly names: readonly string[];
  /**
   * On both axes, of a triangle of equal cells that has the same names across and down: they are written once, at the
   * end of their row and above their column.
   */
  readonly at?: "diagonal" | undefined;
}

/** No places: nodes are put where there is room. The label is a line of text. */
export interface NoAxis {
  readonly kind: "none";
  readonly label: string;
}

/** What a mark stands for, from which a theme picks color; shapes and strokes say the same without color. */
export type Tone = "ink" | "muted" | "x->y" | "y->x" | "truth" | "alert";

export type Stroke = "solid" | "dashed" | "dotted";

interface MarkBase {
  readonly tone: Tone;
  /** For the legend; marks without one are not in it. */
  readonly label?: string | undefined;
}

/** Coordinates that are not finite are left out. */
export type Mark = Dots | Curves | Arrows | SignedSquares | Band | Bars | Rules | Words | Nodes | Links;

export interface Dots extends MarkBase {
  readonly kind: "dots";
  readonly x: Column;
  readonly y: Column;
  readonly shape?: "disc" | "ring" | "cross" | undefined;
  readonly size?: "small" | "medium" | "large" | undefined;
}

export interface Curves extends MarkBase {
  readonly kind: "curves";
  /** Each broken where a coordinate is not finite. */
  readonly curves: readonly { readonly x: Column; readonly y: Column }[];
  readonly stroke?: Stroke | undefined;
  readonly weight?: "thin" | "normal" | "bold" | undefined;
}

/** From (x, y) to (x + dx, y + dy). */
export interface Arrows extends MarkBase {
  readonly kind: "arrows";
  readonly x: Column;
  readonly y: Column;
  readonly dx: Column;
  readonly dy: Column;
}

/** A map of signed values on a grid: areas in proportion to |value|, filled where positive, hollow where negative. */
export interface SignedSquares extends MarkBase {
  readonly kind: "signed-squares";
  readonly x: Column;
  readonly y: Column;
  readonly value: Column;
  /** Distances between neighbors of the grid. */
  readonly step: { readonly x: number; readonly y: number };
  /** The |value| whose square fills its cell, larger ones being cut to it; said in the legend. */
  readonly full: number;
  /** Whether other marks lie on them: filled squares are then pale. */
  readonly pale?: boolean | undefined;
}

export interface Band extends MarkBase {
  readonly kind: "band";
  readonly x: Column;
  readonly low: Column;
  readonly high: Column;
}

/** Horizontal bars from 0, one a name of the y axis. */
export interface Bars extends MarkBase {
  readonly kind: "bars";
  readonly names: readonly string[];
  readonly value: Column;
  /** Outlined instead of filled; by default as the tone is. */
  readonly hollow?: boolean | undefined;
  /** An interval of each, as whiskers. */
  readonly low?: Column | undefined;
  readonly high?: Column | undefined;
}

/** Lines across the whole panel at values of x, of y, or of both. */
export interface Rules extends MarkBase {
  readonly kind: "rules";
  readonly x?: readonly number[] | undefined;
  readonly y?: readonly number[] | undefined;
  readonly stroke?: Stroke | undefined;
}

export interface Words extends MarkBase {
  readonly kind: "words";
  readonly x: Column;
  readonly y: Column;
  readonly text: readonly string[];
  readonly anchor?: "start" | "middle" | "end" | undefined;
}

/** Names that links connect, in a panel without axes: the drawing places them, so that every link leads downward. */
export interface Nodes extends MarkBase {
  readonly kind: "nodes";
  readonly names: readonly string[];
}

/** Lines between the nodes of the panel, which make no circle. */
export interface Links extends MarkBase {
  readonly kind: "links";
  /** Positions among the names of the nodes. */
  readonly from: Column;
  readonly to: Column;
  /** Widths of the lines: 0 for the thinnest, 1 for the widest. */
  readonly value: Column;
  /** What is to be known about each, shown on demand. */
  readonly text: readonly string[];
  readonly stroke?: Stroke | undefined;
  /** A head at the end, filled by default or open, or a ring in the middle where the way is not known. */
  readonly sign?: "head" | "open-head" | "ring" | undefined;
}
