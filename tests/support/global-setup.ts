import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { offerBrowser } from "./browser-server.js";

/** One folder for everything the tests write, and one browser for all of them; both go when all are done. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "causal-velocity-tests-"));
  process.env.CAUSAL_VELOCITY_TEST_FOLDER = folder;
  const closeBrowser = await offerBrowser();
  return async () => {
    await closeBrowser();
    rmSync(folder, { recursive: true, force: true });
  };
}
