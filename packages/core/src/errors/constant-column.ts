import { InputError } from "./input-error.js";

/** The error of a column with one value only, where something needs values that vary. */
export function constantColumn(place: string, rows: number): InputError {
  return new InputError({
    code: "constant-column",
    place,
    value: `a column with one value in all ${rows} rows`,
    expected: "values that vary",
    remedy: "A constant column has no density to estimate: leave it out.",
  });
}
