import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import type { Curves, Dots, Figure, NumberAxis, Tone } from "@causal-velocity/core/explain/figure.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { wrongOption } from "@causal-velocity/core/primitives/errors.js";

/** Options of the paper's figures. Each figure names the options that it uses and ignores the others. */
export interface PaperFigureOptions extends ComputeOptions {
  /** Default 0. The same seed gives the same bytes. */
  readonly seed?: number | undefined;
  /** Rows of a dataset, or of the largest one in figures over several sizes. */
  readonly rows?: number | undefined;
  /** Number of datasets. */
  readonly pairs?: number | undefined;
}

/** A figure of the paper that can be made by name. */
export interface PaperFigure {
  readonly name: string;
  /** LaTeX label in the paper. */
  readonly label: string;
  /** What the figure shows, in one line. */
  readonly summary: string;
  /** Options that the figure uses. */
  readonly takes: readonly ("seed" | "rows" | "pairs")[];
  /** Roughly how long it takes with its defaults, on one core with WebAssembly. */
  readonly seconds: number;
  make(options?: PaperFigureOptions): Figure;
}

/** Datasets of the paper's studies. */
export const PAPER_PAIRS = 100;

/** A whole number within bounds, or the default. @throws InputError `wrong-option` */
export function wholeOption(
  name: "rows" | "pairs",
  value: number | undefined,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  const whole = value ?? otherwise;
  if (Number.isInteger(whole) && whole >= least && whole <= most) return whole;
  throw wrongOption(name, whole, `a whole number from ${least} to ${most}`);
}

/** Checks a seed as `simulate` does, for figures that draw their own numbers. @throws InputError `wrong-option` */
export function requireSeed(seed: number): void {
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0, below 2^53");
}

/** "10,000" for 10000, in every language. */
export function withCommas(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** More dots than this in one panel hide each other. */
export const MOST_PANEL_DOTS = 1000;

/** Smallest and largest value, extended by a twentieth of their distance. */
export function extentOf(column: Column): [low: number, high: number] {
  const [low, high] = [column.reduce((a, b) => Math.min(a, b)), column.reduce((a, b) => Math.max(a, b))];
  const room = (high - low) / 20;
  return [low - room, high + room];
}

export function numberAxis(label: string, how: Omit<NumberAxis, "kind" | "label"> = {}): NumberAxis {
  return { kind: "number", label, ...how };
}

/** The rows of a dataset, the first ones if there are many. */
export function rowDots(x: Column, y: Column, label?: string): Dots {
  const [shownX, shownY] = [x.slice(0, MOST_PANEL_DOTS), y.slice(0, MOST_PANEL_DOTS)];
  return { kind: "dots", tone: "muted", x: shownX, y: shownY, size: "small", ...(label && { label }) };
}

/** Several functions evaluated on one grid. */
export function curvesOver(
  grid: Column,
  functions: readonly ((x: number) => number)[],
  look: { readonly tone: Tone } & Omit<Curves, "kind" | "curves" | "tone">,
): Curves {
  return { kind: "curves", curves: functions.map((at) => ({ x: grid, y: grid.map((x) => at(x)) })), ...look };
}
