import { mkdtempSync } from "node:fs";
import { join } from "node:path";

/** A fresh folder inside the one that the global setup makes and removes. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env.CAUSAL_VELOCITY_TEST_FOLDER ?? "", "folder-"));
}
