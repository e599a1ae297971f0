import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whereaboutsOf } from "@causal-velocity/threads/process-name.js";

const OWNER = "owner";

/** A fresh temporary folder that says which process it belongs to, so that it can be removed if that one was killed. */
export function ownedFolder(prefix: string, owner: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  writeFileSync(join(folder, OWNER), owner);
  return folder;
}

/** Folders whose process is gone. */
export function leftFolders(prefix: string): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(tmpdir(), name))
    .filter((folder) => {
      try {
        return whereaboutsOf(readFileSync(join(folder, OWNER), "utf8")) === "gone";
      } catch {
        return false;
      }
    });
}
