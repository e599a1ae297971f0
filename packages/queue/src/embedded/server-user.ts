import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Who runs the server. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Any user that may do little. */
const UNPRIVILEGED = "nobody";
const OTHERS_MAY_ENTER = 0o001;

/** PostgreSQL refuses to run as root: then a user without rights; undefined where we are nobody special. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string): number => Number(execFileSync("id", [flag, UNPRIVILEGED], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}

/** Whether any user may enter a folder: all folders on the way let others pass. */
export function isOpenToAll(folder: string): boolean {
  const path = resolve(folder);
  if ((statSync(path).mode & OTHERS_MAY_ENTER) === 0) return false;
  const parent = dirname(path);
  return parent === path || isOpenToAll(parent);
}
