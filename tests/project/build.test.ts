import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isTest, ROOT, sourceFiles } from "../../scripts/source-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** A workspace of three packages: b depends on a, c on nothing. Each build adds its name to a list. */
function workspace(): string {
  const home = temporaryFolder();
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  };
  const build = (name: string) =>
    `node -e "const fs = require('fs'); fs.mkdirSync('dist', { recursive: true }); fs.writeFileSync('dist/made', ''); fs.appendFileSync('../../built', '${name}')"`;
  write("package.json", JSON.stringify({ private: true, type: "module", workspaces: ["packages/*"] }));
  const examples = ["examples/dose-response.csv", "examples/greenhouse.csv"];
  for (const shared of ["package-lock.json", "tsconfig.base.json", "scripts/third-party-licenses.js", ...examples])
    write(shared, "");
  cpSync(join(ROOT, "scripts/build.js"), join(home, "scripts/build.js"));
  for (const name of ["b", "a", "c"]) {
    const dependencies = name === "b" ? { a: "1.0.0" } : {};
    write(
      `packages/${name}/package.json`,
      JSON.stringify({ name, version: "1.0.0", dependencies, scripts: { build: build(name) } }),
    );
    write(`packages/${name}/source.ts`, "");
  }
  return home;
}

/** The names of the workspaces that a build built, in their order. */
function built(home: string): string {
  rmSync(join(home, "built"), { force: true });
  execFileSync(process.execPath, ["scripts/build.js"], { cwd: home });
  return existsSync(join(home, "built")) ? readFileSync(join(home, "built"), "utf8") : "";
}

describe("npm run build", () => {
  test("builds what has changed and what depends on it, after it, and nothing else", () => {
    const home = workspace();
    expect([...built(home)].sort().join("")).toBe("abc");
    expect(built(home)).toBe("");
    appendFileSync(join(home, "packages/a/source.ts"), "// changed");
    expect(built(home)).toBe("ab");
    appendFileSync(join(home, "packages/b/source.ts"), "// changed");
    expect(built(home)).toBe("b");
    writeFileSync(join(home, "packages/a/source.test.ts"), "");
    expect(built(home)).toBe("");
    rmSync(join(home, "packages/c/dist/made"));
    expect(built(home)).toBe("c");
  });

  test("fails where a build does, does not build what depends on it, and tries again", () => {
    const home = workspace();
    const path = join(home, "packages/a/package.json");
    const about = readFileSync(path, "utf8");
    writeFileSync(path, about.replace(/node -e .*?appendFileSync\([^)]*\)\\"/, "exit 3"));
    for (let attempt = 0; attempt < 2; attempt++) {
      rmSync(join(home, "built"), { force: true });
      expect(spawnSync(process.execPath, ["scripts/build.js"], { cwd: home }).status).toBe(1);
      expect(existsSync(join(home, "packages/b/dist"))).toBe(false);
    }
    writeFileSync(path, about);
    expect(built(home)).toBe("ab");
  });
});

test("every workspace names the workspaces that its sources import, so that it is built after them", () => {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(workspaces).toEqual(["packages/*", "apps/*"]);
  const faults = ["packages", "apps"].flatMap((parent) =>
    sourceFiles(parent)
      .filter((file) => !isTest(file))
      .flatMap(({ path, text }) => {
        const folder = path.split("/").slice(0, 2).join("/");
        const about = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
        const named = { ...about.dependencies, ...about.devDependencies, ...about.peerDependencies };
        return [
          ...text.matchAll(
            /^(?:import|export) (?!type\b)[^;]*? from "((?:@causal-velocity\/)?[\w-]+)(?:\/[\w/-]+)?";/gm,
          ),
        ]
          .map(([, name]) => name as string)
          .filter(
            (name) => /^(@causal-velocity\/|causal-velocity$)/.test(name) && !(name in named) && name !== about.name,
          )
          .map((name) => `${folder}/package.json does not name ${name}, which ${path} imports`);
      }),
  );
  expect([...new Set(faults)]).toEqual([]);
});
