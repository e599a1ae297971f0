import { rmSync } from "node:fs";
import { processName } from "@causal-velocity/threads/process-name.js";
import { offerBrowser } from "./browser-server.js";
import { leftFolders, ownedFolder } from "./owned-folder.js";

const PREFIX = "causal-velocity-tests-";

/**
 * One folder for everything the tests write, and one browser for all of them; both go when all are done. What killed runs
 * left behind goes first.
 */
export default async function setup(): Promise<() => Promise<void>> {
  for (const left of leftFolders(PREFIX)) rmSync(left, { recursive: true, force: true });
  const folder = ownedFolder(PREFIX, processName());
  process.env.CAUSAL_VELOCITY_TEST_FOLDER = folder;
  process.env.CAUSAL_VELOCITY_TEST_PROCESS = processName();
  const closeBrowser = await offerBrowser();
  return async () => {
    await closeBrowser();
    rmSync(folder, { recursive: true, force: true });
  };
}
