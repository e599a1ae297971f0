import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Builds the workspaces that have a build script, each after those it depends on. A workspace is built again only when
// one of its own files, or of those it depends on, has changed since.
// usage: npm run build [-- name of a workspace ...]
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STAMPS = join(ROOT, "node_modules/.cache/build-stamps");
/** Files that every build may read. */
const SHARED = [
  "package-lock.json",
  "tsconfig.base.json",
  "scripts/build.js",
  "scripts/third-party-licenses.js",
  "examples/dose-response.csv",
  "examples/greenhouse.csv",
];
/** What builds make: a folder, or a module beside the sources. */
const MADE = new Set(["dist", "wasm-text.ts", "weights-text.ts"]);
/** Neither a source nor a product. Published packages get copies of the README and the license at the root. */
const IGNORED = new Set(["node_modules", ".cache", "README.md", "LICENSE"]);
const COPIED = ["README.md", "LICENSE"];

const workspaces = readWorkspaces();
const hashes = new Map();
const builds = new Map();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : [...workspaces.keys()];
for (const name of wanted) {
  if (!workspaces.has(name))
    throw new Error(`no workspace is called ${name}; known are ${[...workspaces.keys()].join(", ")}`);
}
const results = await Promise.all(wanted.map(build));
process.exitCode = results.every(Boolean) ? 0 : 1;

/** Every workspace by its name: its folder, its manifest and the workspaces it depends on. */
function readWorkspaces() {
  const { workspaces: patterns } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const folders = patterns.flatMap((pattern) => {
    const parent = pattern.replace(/\/\*$/, "");
    return parent === pattern ? [pattern] : readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`);
  });
  const found = new Map();
  for (const folder of folders.sort()) {
    const path = join(ROOT, folder, "package.json");
    if (!existsSync(path)) continue;
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    found.set(manifest.name, { folder, manifest });
  }
  for (const workspace of found.values()) {
    const { dependencies, devDependencies, peerDependencies } = workspace.manifest;
    const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
    workspace.needs = names.filter((name) => found.has(name));
  }
  return found;
}

/** A hash of all that a workspace is made of, the workspaces it depends on included. */
function sourceHash(name, path = []) {
  if (path.includes(name)) throw new Error(`workspaces depend on each other: ${[...path, name].join(" → ")}`);
  const known = hashes.get(name);
  if (known) return known;
  const { folder, manifest, needs } = workspaces.get(name);
  const hash = createHash("sha256").update(process.version);
  const copied = COPIED.filter((file) => manifest.files?.includes(file));
  for (const file of [...SHARED, ...copied, ...filesIn(folder, isSource)]) {
    hash.update(`\n${file}\n`).update(readFileSync(join(ROOT, file)));
  }
  for (const other of needs) hash.update(sourceHash(other, [...path, name]));
  const digest = hash.digest("hex");
  hashes.set(name, digest);
  return digest;
}

function isSource(name) {
  return !MADE.has(name) && !name.endsWith(".test.ts");
}

/** The paths of the files in a folder, in order of their names. */
function filesIn(folder, isWanted = () => true) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !IGNORED.has(name) && isWanted(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesIn(path, isWanted) : [path];
    });
}

/** Whether a workspace is built, after those it depends on; each is built once. */
function build(name) {
  if (!builds.has(name)) builds.set(name, buildOnce(name));
  return builds.get(name);
}

async function buildOnce(name) {
  const sources = sourceHash(name);
  const { folder, manifest, needs } = workspaces.get(name);
  const ready = await Promise.all(needs.map(build));
  if (!ready.every(Boolean)) return false;
  if (!manifest.scripts?.build) return true;
  const stamp = join(STAMPS, `${name.replace("/", "-")}.json`);
  if (isBuilt(stamp, sources)) return true;
  rmSync(stamp, { force: true });
  // As npm itself is run, which on some systems is no program but a script.
  const { npm_execpath: script } = process.env;
  const [command, ...first] = script ? [process.execPath, script] : ["npm"];
  const args = [...first, "run", "--silent", "build", "--workspace", name];
  // Tests set another one, with which Studio would not be the app that is published.
  const env = { ...process.env, NODE_ENV: "production" };
  const [status] = await once(spawn(command, args, { cwd: ROOT, stdio: "inherit", env }), "exit");
  if (status !== 0) return false;
  const products = filesIn(folder).filter((path) => path.split("/").some((part) => MADE.has(part)));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, JSON.stringify({ sources, products }));
  return true;
}

/** Whether what a workspace was last made of is as it is now, and all that was made is still there. */
function isBuilt(stamp, sources) {
  if (!existsSync(stamp)) return false;
  const last = JSON.parse(readFileSync(stamp, "utf8"));
  return last.sources === sources && last.products.every((path) => existsSync(join(ROOT, path)));
}
