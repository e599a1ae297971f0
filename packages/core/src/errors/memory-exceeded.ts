import { InputError } from "./input-error.js";

const MEGABYTE = 1e6;

/** The error of a computation that needs more memory than it may take, or than there is. */
export function memoryExceeded(place: string, rows: number, memoryLimit: number): InputError {
  return new InputError({
    code: "memory-exceeded",
    place,
    value: `${rows} rows need more than ${Number((memoryLimit / MEGABYTE).toPrecision(3))} MB`,
    expected: "data that fit",
    remedy: "Draw fewer rows with option maxRows, or allow more with option memoryLimit.",
  });
}
