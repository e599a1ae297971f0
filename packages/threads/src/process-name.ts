import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Stands for what is not known: only Linux reports more than host and number. */
const UNKNOWN = "-";

/** Reads from /proc, or `UNKNOWN`. */
function fromSystem(read: () => string): string {
  try {
    return read().trim() || UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** In a container /proc may be that of other processes, with other numbers. */
const isProcOurs = fromSystem(() => readlinkSync("/proc/self")) === String(process.pid);
const BOOT = fromSystem(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
const NUMBERS = fromSystem(() => readlinkSync("/proc/self/ns/pid").replace(/\s/g, ""));
/** Where process numbers mean the same: this start of the machine, and this container. */
const PLACE = [BOOT, NUMBERS].includes(UNKNOWN) ? UNKNOWN : `${BOOT}/${NUMBERS}`;

/** Letter of the state, and start in ticks since the machine's start; undefined if there is no such process or no /proc. */
function stateOf(pid: number): { readonly state: string; readonly start: string } | undefined {
  const text = isProcOurs ? fromSystem(() => readFileSync(`/proc/${pid}/stat`, "utf8")) : UNKNOWN;
  // The name of the program, in parentheses, may contain anything; the state comes next, the start 19 fields later.
  const fields = text.slice(text.lastIndexOf(")") + 1).trim();
  const [state, ...rest] = fields.split(" ");
  const start = rest[18];
  return state === undefined || start === undefined ? undefined : { state, start };
}

/** Names this process for files that outlive it: host, number, start and place, without a line feed. */
export function processName(): string {
  return [hostname(), process.pid, stateOf(process.pid)?.start ?? UNKNOWN, PLACE].join(" ");
}

/**
 * What is known here about a named process: `runs`; `gone`, also if its number now is another's, or it has ended and its
 * parent has not noticed; `beside`: in another container of this machine, so its number means nothing here; `elsewhere`:
 * on another machine, or not a name.
 */
export type Whereabouts = "runs" | "gone" | "beside" | "elsewhere";

export function whereaboutsOf(name: string): Whereabouts {
  const [host = "", id = "", start = UNKNOWN, place = UNKNOWN] = name.split(" ");
  if (!/^\d+$/.test(id)) return "elsewhere";
  const isHere = place !== UNKNOWN && place === PLACE;
  if (!isHere && place !== UNKNOWN && PLACE !== UNKNOWN) {
    if (place.startsWith(`${BOOT}/`)) return "beside";
    // A machine of the same name that was started at another time is this one, before it was started again.
    return host === hostname() ? "gone" : "elsewhere";
  }
  if (!isHere && host !== hostname()) return "elsewhere";
  const pid = Number(id);
  const found = stateOf(pid);
  if (found) {
    const isSame = start === UNKNOWN ? pid !== process.pid : start === found.start;
    return isSame && !"ZXx".includes(found.state) ? "runs" : "gone";
  }
  // In a container that is started again every process may have its old number: without more, ours is another's.
  return pid !== process.pid && isSignaled(pid) ? "runs" : "gone";
}

function isSignaled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
