import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/** Waits for the end of its input, which is our end, then ends the server ($1) and removes its folder ($2). */
const SCRIPT = `
  cat > /dev/null
  kill -INT "$1" 2> /dev/null
  tries=0
  while kill -0 "$1" 2> /dev/null && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
  kill -QUIT "$1" 2> /dev/null
  rm -rf "$2"
`;

/**
 * Sees to it that a server does not outlive this process, even one that is killed.
 *
 * @returns what ends the watch, for a server that has ended in order
 */
export function watchOver(server: ChildProcess, folder: string): () => void {
  if (process.platform === "win32") {
    const end = (): void => {
      server.kill();
    };
    process.once("exit", end);
    return () => process.removeListener("exit", end);
  }
  const guard = spawn("sh", ["-c", SCRIPT, "sh", String(server.pid), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.on("error", () => {});
  guard.unref();
  (guard.stdin as unknown as Socket | null)?.unref();
  return () => {
    guard.kill("SIGKILL");
  };
}
