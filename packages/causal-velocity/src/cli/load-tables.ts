import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { loadPackage } from "./load-package.js";

type Tables = typeof import("@causal-velocity/tables");

const load = () => import("@causal-velocity/tables");

/**
 * Calls the package that reads what text alone does not hold, loading it on first use: it brings DuckDB, and most
 * tables need neither.
 *
 * @param needed what for, for the message: "to read Parquet"
 * @throws InputError `missing-package` with the command that installs it; whatever `use` throws
 */
export async function withTables<T>(needed: string, use: (tables: Tables) => Promise<T>): Promise<T> {
  const tables = await loadPackage("@causal-velocity/tables", needed, load);
  try {
    return await use(tables);
  } catch (error) {
    throw asOurs(error);
  }
}

/** The package has the core inside, and so a class of errors of its own. */
function asOurs(error: unknown): unknown {
  if (error instanceof InputError || !(error instanceof Error) || error.name !== "InputError") return error;
  const { code, place, value, expected, remedy } = error as InputError;
  return new InputError({ code, place, value, expected, remedy });
}
