import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/source-files.js";

/** Beside node_modules, not in it: `npm ci` would empty it. */
const CACHE = join(ROOT, ".cache");

/**
 * A folder that is filled once and kept for later runs. It gets its name when it is full, so that a run that was
 * interrupted, or one at the same time, leaves nothing half done.
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, `${name}-`));
  try {
    await fill(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
