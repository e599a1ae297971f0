import { InputError } from "@causal-velocity/core";

type Tables = typeof import("@causal-velocity/tables");

const PACKAGE = "@causal-velocity/tables";

/**
 * Calls the package that reads what text alone does not hold, loading it on first use: it brings DuckDB, and most
 * tables need neither.
 *
 * @param needed what for, for the message: "to read Parquet"
 * @throws InputError `missing-package` with the command that installs it; whatever `use` throws
 */
export async function withTables<T>(needed: string, use: (tables: Tables) => Promise<T>): Promise<T> {
  const tables = await load(needed);
  try {
    return await use(tables);
  } catch (error) {
    throw asOurs(error);
  }
}

async function load(needed: string): Promise<Tables> {
  try {
    return await import("@causal-velocity/tables");
  } catch (error) {
    const { code, message = "" } = error as NodeJS.ErrnoException;
    const isAbsent = code === "ERR_MODULE_NOT_FOUND" && message.includes(PACKAGE);
    throw new InputError({
      code: "missing-package",
      place: `package ${PACKAGE}`,
      value: isAbsent ? "not installed" : `cannot be loaded (${message.split("\n")[0]})`,
      expected: `it beside causal-velocity, ${needed}`,
      remedy: `Install it: npm install ${PACKAGE} (with -g if causal-velocity was installed so).`,
    });
  }
}

/** The package has the core inside, and so a class of errors of its own. */
function asOurs(error: unknown): unknown {
  if (error instanceof InputError || !(error instanceof Error) || error.name !== "InputError") return error;
  const { code, place, value, expected, remedy } = error as InputError;
  return new InputError({ code, place, value, expected, remedy });
}
