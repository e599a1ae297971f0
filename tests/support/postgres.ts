import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from "@causal-velocity/queue";
import { InputError } from "causal-velocity";
import { NotAtHand } from "./not-at-hand.js";

/** A real server. @throws NotAtHand if there is none for this machine */
export async function startPostgres(folder?: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  try {
    return await startEmbedded(folder, options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new NotAtHand(`PostgreSQL is not at hand: ${error.message}`);
  }
}

/** A folder that any user may enter, as a server's must be that root starts; the other temporary ones are private. */
export function openFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "causal-velocity-tests-open-"));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
