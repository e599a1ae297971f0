import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/temporary-folder.js";

/** The command as installed. */
export const BIN: string = fileURLToPath(
  new URL("../../packages/causal-velocity/bin/causal-velocity.js", import.meta.url),
);

export interface CliRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Milliseconds after which a run is ended, with no exit code: a command that hangs fails its test. */
const LONGEST_RUN = 100_000;

/** Runs the built command as a user would, in a process of its own. */
export function runCli(args: readonly string[], input: string | Uint8Array = "", longest = LONGEST_RUN): CliRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], { input, timeout: longest });
  return { code: status, out: stdout.toString(), err: stderr.toString() };
}

/** A file in a fresh temporary folder. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
