import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const published = readdirSync(join(ROOT, "packages"))
  .map((name) => join(ROOT, "packages", name))
  .filter((folder) => !manifestOf(folder).private)
  .map((folder) => ({ name: manifestOf(folder).name, folder }));

/** The closest folder above a module that is a package with a version. */
function packageOf(module: string): string {
  const folder = dirname(module);
  return existsSync(join(folder, "package.json")) && manifestOf(folder).version ? folder : packageOf(folder);
}

/** The bundler marks each module in what it writes. */
const REGION = /^\/\/#region (\S*node_modules\/\S+)/gm;

test("three packages are published", () => {
  expect(published.map(({ name }) => name).sort()).toEqual([
    "@causal-velocity/queue",
    "@causal-velocity/tables",
    "causal-velocity",
  ]);
});

test.each(published)("the tarball of $name has the license of every package whose modules are in it", ({ folder }) => {
  const packed = execFileSync("npm", ["pack", "--json", "--dry-run", "--ignore-scripts"], {
    ...{ cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  } as const);
  const files: string[] = JSON.parse(packed)[0].files.map(({ path }: { path: string }) => path);
  const modules = files
    .filter((path) => path.endsWith(".js"))
    .flatMap((path) => [...readFileSync(join(folder, path), "utf8").matchAll(REGION)].map(([, module]) => module));
  const bundled = new Set(modules.map((path) => packageOf(resolve(folder, path))));
  const notices = files.includes("dist/THIRD-PARTY-LICENSES.txt")
    ? readFileSync(join(folder, "dist/THIRD-PARTY-LICENSES.txt"), "utf8")
    : "";
  for (const each of bundled) {
    const { name, version } = manifestOf(each);
    const terms = readdirSync(each).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    expect(notices).toMatch(new RegExp(`^${name} ${version.replaceAll(".", "\\.")}$`, "m"));
    if (terms) expect(notices, name).toContain(readFileSync(join(each, terms), "utf8").trim());
  }
  if (!folder.endsWith("queue")) expect(bundled.size).toBeGreaterThan(0);
});
