import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/temporary-folder.js";

const TABLES = JSON.stringify(fileURLToPath(new URL("../../packages/tables/dist/index.js", import.meta.url)));

/** What became of a source: how many rows it has, or the error. */
export interface ReadApart {
  readonly rows?: number;
  readonly error?: { readonly name: string; readonly code?: string; readonly message: string };
}

const PROGRAM = `
import { readFileSync } from "node:fs";
import { openSource } from ${TABLES};
for (const source of JSON.parse(readFileSync(0, "utf8"))) {
  let result;
  try {
    const opened = await openSource(source, { threads: 2 });
    try {
      result = { rows: (await opened.read()).rowCount };
    } finally {
      await opened.close();
    }
  } catch ({ name, code, message }) {
    result = { error: { name, code, message } };
  }
  console.log(JSON.stringify(result));
}`;

/**
 * Reads sources one after the other in a process of their own, so that one that ends it ends no test.
 *
 * @throws Error that names the source at which the process ended
 */
export function readApart(sources: readonly (string | { readonly sql: string })[]): readonly ReadApart[] {
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", PROGRAM], {
    input: JSON.stringify(sources),
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const results =
    stdout.trim() === ""
      ? []
      : stdout
          .trim()
          .split("\n")
          .map((line): ReadApart => JSON.parse(line));
  if (status === 0 && results.length === sources.length) return results;
  throw new Error(`the process ended (${signal ?? status}) at ${JSON.stringify(sources[results.length])}: ${stderr}`);
}

/** Writes a file into a fresh folder. @returns its path */
export function written(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
