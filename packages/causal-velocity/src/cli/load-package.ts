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
