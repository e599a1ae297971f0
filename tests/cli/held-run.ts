import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/temporary-folder.js";
import { BIN } from "./run-cli.js";

const HOLD = fileURLToPath(new URL("./hold-threads.cjs", import.meta.url));

/** How many results each thread sends before it is held: outcomes of pairs (`part`), or of tasks (`output`). */
export type HoldAfter = `${number} ${"part" | "output"}`;

/** How a run ended, and what it said, with white space as one blank. */
export interface RunEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly err: string;
}

/** A run of the command that is in the middle of its work for as long as a test likes, however quick the machine is. */
export interface HeldRun {
  /** Sends a signal, and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<RunEnd>;
  /** Lets the threads go on, and waits for the end. */
  release(): Promise<RunEnd>;
}

/** What to add to the environment in which threads are started, so that they are held until the file `mark` exists. */
export function holding(after: HoldAfter, mark: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--require ${JSON.stringify(HOLD)}`,
    HOLD_AFTER: after,
    HOLD_UNTIL: mark,
  };
}

/** Starts the command with threads that will be held, and waits until its journal has so many records. */
export async function heldRun(
  args: readonly string[],
  after: HoldAfter,
  journal: string,
  records: number,
): Promise<HeldRun> {
  const mark = join(temporaryFolder(), "mark");
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { ...process.env, ...holding(after, mark) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = text(child.stderr);
  const ended = once(child, "close").then(async ([code, signal]): Promise<RunEnd> => {
    return { code, signal, err: (await said).replaceAll(/\s+/g, " ") };
  });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (recordsIn(journal) < records) {
    if (isOver) throw new Error(`the run ended before it was held: ${(await ended).err}`);
    await pause(5);
  }
  return {
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
    release: () => {
      writeFileSync(mark, "");
      return ended;
    },
  };
}

/** Complete lines of a journal, without the first, which names the run. */
export function recordsIn(journal: string): number {
  return existsSync(journal) ? Math.max(0, readFileSync(journal, "utf8").split("\n").length - 2) : 0;
}
