import { InputError } from "@causal-velocity/core/primitives/errors.js";

/**
 * Loads a package that is not part of this one because it has dependencies.
 *
 * @param needed what for, for the message: "to read Parquet"
 * @throws InputError `missing-package` with the command that installs it
 */
export async function loadPackage<T>(name: string, needed: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message = "" } = error as NodeJS.ErrnoException;
    const isAbsent = code === "ERR_MODULE_NOT_FOUND" && message.includes(name);
    throw new InputError({
      code: "missing-package",
      place: `package ${name}`,
      value: isAbsent ? "not installed" : `cannot be loaded (${message.split("\n")[0]})`,
      expected: `it beside causal-velocity, ${needed}`,
      remedy: `Install both: npm install causal-velocity ${name} (with -g if causal-velocity was installed so).`,
    });
  }
}

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
  return use(await loadPackage("@causal-velocity/tables", needed, load));
}
