import type { Curves, Dots, NumberAxis, Tone } from "../../explain/figure.js";
import type { Column } from "../../numeric/column.js";

/** More dots than this in one panel hide each other. */
export const MOST_DOTS = 1000;

/** Smallest and largest value, with a twentieth of their distance to spare. */
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
  const [shownX, shownY] = [x.slice(0, MOST_DOTS), y.slice(0, MOST_DOTS)];
  return { kind: "dots", tone: "muted", x: shownX, y: shownY, size: "small", ...(label && { label }) };
}

/** Several functions read off at one grid. */
export function curvesOver(
  grid: Column,
  functions: readonly ((x: number) => number)[],
  look: { readonly tone: Tone } & Omit<Curves, "kind" | "curves" | "tone">,
): Curves {
  return { kind: "curves", curves: functions.map((at) => ({ x: grid, y: grid.map((x) => at(x)) })), ...look };
}
