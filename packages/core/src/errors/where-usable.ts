import { InputError } from "./input-error.js";

/**
 * What `make` makes of a part of the data, as a list of one; nothing where that part is to blame. Half of a column may be
 * constant, or too coarse, where the whole is not.
 *
 * @throws whatever is no InputError
 */
export function whereUsable<T>(make: () => T): T[] {
  try {
    return [make()];
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}
