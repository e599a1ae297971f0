import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Who runs the server. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Users that may run a server for root; every system has the last. */
const UNPRIVILEGED = ["postgres", "nobody"];
const OTHERS_MAY_ENTER = 0o001;

/**
 * PostgreSQL refuses to run as root: then the owner of the data, or a user without rights. Undefined where we are nobody
 * special.
 *
 * @param data folder that may hold data of an earlier server
 */
export function serverUser(data: string | undefined): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (data !== undefined && existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  const [user] = UNPRIVILEGED.flatMap(userNamed);
  if (!user) throw new Error(`there is no user ${UNPRIVILEGED.join(" or ")}, as which root could run a server`);
  return user;
}

function userNamed(name: string): ServerUser[] {
  const ask = (flag: string): number =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return [{ uid: ask("-u"), gid: ask("-g") }];
  } catch {
    return [];
  }
}

/** Whether any user may enter a folder: all folders on the way let others pass. */
export function isOpenToAll(folder: string): boolean {
  const path = resolve(folder);
  if ((statSync(path).mode & OTHERS_MAY_ENTER) === 0) return false;
  const parent = dirname(path);
  return parent === path || isOpenToAll(parent);
}
