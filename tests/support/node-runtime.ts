import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { cachedFolder } from "./cached-folder.js";
import { NotAtHand } from "./not-at-hand.js";

/** The supported lines of Node, but for the one that is running. */
export const NODE_VERSIONS: readonly string[] = ["20.20.2", "22.23.3", "24.21.0"].filter(
  (version) => majorOf(version) !== majorOf(process.versions.node),
);

function majorOf(version: string): string {
  return version.split(".")[0];
}

/** Milliseconds. A registry out of reach is given up at once, a silent one before the test is. */
const PATIENCE = ["--fetch-timeout=100000", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];

/**
 * Path of a Node of this version, from the npm package that holds it for this machine: too large, at 190 MB, for a
 * dependency of the project.
 *
 * @throws NotAtHand if npm cannot install it
 */
export async function nodeRuntime(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = await cachedFolder(`node-${version}`, async (prefix) => {
    const quiet = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
    const install = ["install", "--prefix", prefix, ...quiet, ...PATIENCE, `${name}@${version}`];
    await promisify(execFile)("npm", install).catch(({ message, stderr }) => {
      throw new NotAtHand(`npm cannot install ${name}@${version}: ${npmComplaint(stderr) || message}`);
    });
  });
  return join(folder, "node_modules", name, "bin", "node");
}

/** npm's code for what is wrong, and what it says next. */
function npmComplaint(stderr: string): string {
  const lines = [...stderr.matchAll(/^npm error (?!syscall|errno)(.*)$/gm)].map(([, line]) => line);
  return lines.slice(0, 2).join(", ");
}
