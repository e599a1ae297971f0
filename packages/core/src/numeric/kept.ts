import type { Column } from "./column.js";
import type { ComputeOptions } from "./compute-options.js";

/** What was made before of the same columns under the same key, if there is a memo; made now if not. */
export function kept<T>({ memo }: ComputeOptions, key: string, columns: readonly Column[], make: () => T): T {
  return memo ? memo(key, columns, make) : make();
}
