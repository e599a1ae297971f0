import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Builds the workspaces that produce files, in the order of their dependencies; does nothing if no source has changed.
// usage: npm run build
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const WORKSPACES = [
  "@causal-velocity/routines/wasm-routines.js",
  "@causal-velocity/studio",
  "@causal-velocity/tables",
  "causal-velocity",
  "@causal-velocity/queue",
];
const SOURCES = [
  "packages",
  "apps",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
  "README.md",
  "LICENSE",
];
/** Outputs of the build, and files that do not matter. */
const NOT_SOURCES = new Set(["node_modules", "dist", ".cache", "wasm-text.ts"]);
/** Copies of files at the root, made by the build. */
const COPIES = new Set([
  "packages/causal-velocity/README.md",
  "packages/causal-velocity/LICENSE",
  "packages/tables/LICENSE",
  "packages/queue/LICENSE",
]);
const PRODUCTS = [
  "packages/routines/src/wasm-text.ts",
  "apps/studio/dist/service-worker.js",
  "packages/tables/dist/index.js",
  "packages/causal-velocity/dist/cli.js",
  "packages/causal-velocity/dist/studio/index.html",
  "packages/queue/dist/index.js",
];
const STAMP = join(ROOT, "node_modules/.cache/build-stamp");

/** A hash of every file's path and content. */
function fingerprint() {
  const hash = createHash("sha256").update(process.version);
  const visit = (path) => {
    if (COPIES.has(path)) return;
    const full = join(ROOT, path);
    const entries = readEntries(full);
    if (!entries) hash.update(path).update(readFileSync(full));
    else for (const name of entries.sort()) if (!NOT_SOURCES.has(name)) visit(`${path}/${name}`);
  };
  SOURCES.forEach(visit);
  return hash.digest("hex");
}

function readEntries(path) {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

const now = fingerprint();
const isBuilt = PRODUCTS.every((path) => existsSync(join(ROOT, path)));
if (!(isBuilt && existsSync(STAMP) && readFileSync(STAMP, "utf8") === now)) {
  rmSync(STAMP, { force: true });
  const flags = WORKSPACES.flatMap((name) => ["--workspace", name]);
  // Runs npm in the way this process was started: on some systems npm is a script, not a program.
  const { npm_execpath: script } = process.env;
  const [command, ...first] = script ? [process.execPath, script] : ["npm"];
  const args = [...first, "run", "--silent", "build", ...flags];
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, now);
}
