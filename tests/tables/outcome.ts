import { createHash } from "node:crypto";
import type { Table } from "@causal-velocity/core/table/table.js";

/**
 * What reading came to, in a form whose equality is that of every bit, quickly compared: a table with its columns'
 * values and kinds as digests, or the words of an error.
 */
export async function outcome(read: () => Table | Promise<Table>): Promise<object> {
  try {
    return digested(await read());
  } catch (error) {
    // The package has a class of errors of its own: it is told by its name.
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
