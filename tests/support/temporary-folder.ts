import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A fresh folder that is removed when the tests' process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "causal-velocity-test-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
