import type { PanelFrame } from "@causal-velocity/draw/draw-figure.js";

/** Converts between values and pixels of a drawn panel. */
export interface PanelSpace {
  readonly frame: PanelFrame;
  toX(value: number): number;
  toY(value: number): number;
  fromX(pixel: number): number;
}

/** For a panel with linear axes. */
export function panelSpace(frame: PanelFrame): PanelSpace {
  const { left, top, width, height, x, y } = frame;
  return {
    frame,
    toX: (value) => left + (width * (value - x.low)) / (x.high - x.low),
    toY: (value) => top + height - (height * (value - y.low)) / (y.high - y.low),
    fromX: (pixel) => x.low + ((pixel - left) / width) * (x.high - x.low),
  };
}

/** SVG path data of a line through points, with gaps at values that are not finite or not wanted. */
export function linePath(
  space: PanelSpace,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  isIn = (_: number) => true,
): string {
  let path = "";
  let isPenDown = false;
  for (let i = 0; i < x.length; i++) {
    if (!(Number.isFinite(y[i]) && isIn(i))) {
      isPenDown = false;
      continue;
    }
    path += `${isPenDown ? "L" : "M"}${space.toX(x[i]).toFixed(1)},${space.toY(y[i]).toFixed(1)}`;
    isPenDown = true;
  }
  return path;
}

/** SVG path data of a band: along its upper edge and back along the lower one. */
export function bandPath(
  space: PanelSpace,
  points: readonly { readonly cause: number; readonly low: number; readonly high: number }[],
): string {
  if (points.length === 0) return "";
  const back = [...points].reverse();
  const edge = (side: typeof points, of: "low" | "high") =>
    linePath(
      space,
      side.map(({ cause }) => cause),
      side.map((point) => point[of]),
    );
  return `${edge(points, "high")}${edge(back, "low").replace("M", "L")}Z`;
}
