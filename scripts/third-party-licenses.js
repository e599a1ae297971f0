import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A plugin of bundlers that adds the folder of every npm package whose code gets into a bundle. */
export function collectPackages(folders) {
  return {
    name: "collect-packages",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const id of chunk.moduleIds ?? []) {
          // Plugins mark their own modules by a leading \0.
          const path = id.replace(/^\0/, "").split("?")[0];
          if (path.includes("/node_modules/") && existsSync(path)) folders.add(packageFolder(path));
        }
      }
    },
  };
}

/** The closest folder above a file that is a package with a name and a version. */
export function packageFolder(file) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version !== undefined) return folder;
  }
}

/** The third-party code of a bundle, and its licenses. */
export function licensesOf(folders) {
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license, repository, homepage } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const terms = file ? readFileSync(join(folder, file), "utf8").trim() : `License: ${license}`;
    const source = homepage ?? repository?.url ?? repository;
    return `${name} ${version}\nSource: ${source}\n\n${terms}\n`;
  });
  return parts.join(`\n${"-".repeat(80)}\n\n`);
}

/** Writes what `licensesOf` has into the folder of a bundle, if anything in it is of others. */
export function writeLicenses(folders, dist) {
  if (folders.size > 0) writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), licensesOf(folders));
}
