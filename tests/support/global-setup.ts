import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One folder for everything the tests write, removed when all are done. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "causal-velocity-tests-"));
  process.env.CAUSAL_VELOCITY_TEST_FOLDER = folder;
  process.env.CAUSAL_VELOCITY_TEST_PROCESS = String(process.pid);
  return () => rmSync(folder, { recursive: true, force: true });
}
