import type { Mark, Stroke, Tone } from "../../explain/figure.js";
import type { Column } from "../../numeric/column.js";
import { quartiles } from "../quartiles.js";

/** Values measured at one size. */
export interface SizedValues {
  readonly rows: number;
  readonly values: Column;
}

/** Medians over sizes as a line, drawn over a band from the first to the third quartile. */
export function quartileMarks(sized: readonly SizedValues[], tone: Tone, label: string): Mark[] {
  const spreads = sized.map(({ values }) => quartiles(values));
  const x = Float64Array.from(sized, ({ rows }) => rows);
  const [low, high] = [
    Float64Array.from(spreads, ({ lower }) => lower),
    Float64Array.from(spreads, ({ upper }) => upper),
  ];
  return [{ kind: "band", tone, x, low, high }, ...medianMarks(sized, tone, label)];
}

/** Medians over sizes, as a line with a dot at every size. */
export function medianMarks(
  sized: readonly SizedValues[],
  tone: Tone,
  label: string,
  stroke: Stroke = "solid",
): Mark[] {
  const x = Float64Array.from(sized, ({ rows }) => rows);
  const y = Float64Array.from(sized, ({ values }) => quartiles(values).median);
  return [
    { kind: "curves", tone, curves: [{ x, y }], stroke },
    { kind: "dots", tone, x, y, size: "medium", label },
  ];
}
