import type { Column } from "../numeric/column.js";
import type { Scale } from "./standardize.js";

/** Values in standard deviations from the mean, as the user wrote them. */
export function toUserUnits(column: Column, { mean, sd }: Scale): Column {
  return column.map((value) => mean + sd * value);
}

/** Values as the user wrote them, in standard deviations from the mean. */
export function toStandardUnits(column: Column, { mean, sd }: Scale): Column {
  return column.map((value) => (value - mean) / sd);
}
