import { createHash } from "node:crypto";
import type { Table } from "@causal-velocity/core/table/table.js";

/**
 * The result of reading in a form that is quick to compare bit by bit: a table with digests of its columns, or the code
 * and message of an error.
 */
export async function outcome(read: () => Table | Promise<Table>): Promise<object> {
  try {
    return digested(await read());
  } catch (error) {
    // The package bundles its own class of errors, so that only the name can be compared.
    if (!(error instanceof Error) || error.name !== "InputError") throw error;
    return { code: (error as Error & { code: string }).code, message: error.message };
  }
}

/** See `outcome`. */
export function digested({ columns, ...rest }: Table): object {
  return {
    ...rest,
    columns: columns.map(({ values, kinds, ...column }) => ({
      ...column,
      first: [...values.subarray(0, 5)],
      length: [values.length, kinds.length],
      bits: [values, kinds].map((part) => createHash("sha256").update(part).digest("hex")),
    })),
  };
}
