import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { decidePairs, tableFromColumns } from "causal-velocity";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const COLUMNS = ["a", "b", "c"].map((name, j) => ({
  name,
  values: Array.from({ length: 60 }, (_, i) => Math.sin((j + 2) * i) + (j * i) / 60),
}));
const PROGRAM = `import { decidePairs, findGraph, tableFromColumns } from "causal-velocity";
const table = tableFromColumns(${JSON.stringify(COLUMNS)});
try {
  const outcomes = await (process.argv[2] === "graph" ? findGraph(table) : decidePairs(table, {}, { jobs: 2 }));
  console.log(JSON.stringify(outcomes));
} catch (error) {
  console.log(error.name + ": " + error.message);
}`;

/** Bundles the program with esbuild, as its users would. @param more entries beside it */
async function bundled(more: Readonly<Record<string, string>>): Promise<string> {
  const outdir = temporaryFolder();
  await build({
    stdin: { contents: PROGRAM, resolveDir: ROOT, sourcefile: "program.js" },
    ...{ bundle: true, format: "esm", platform: "node", outfile: join(outdir, "program.mjs") },
  });
  if (Object.keys(more).length > 0) {
    await build({ entryPoints: more, bundle: true, format: "esm", platform: "node", outdir });
  }
  return join(outdir, "program.mjs");
}

const run = (file: string, word = "pairs") => spawnSync(process.execPath, [file, word], { encoding: "utf8" }).stdout;

test("a bundle without the script of its threads says which file to add, and with it decides as without a bundle", async () => {
  const alone = await bundled({});
  for (const word of ["pairs", "graph"]) {
    const said = run(alone, word);
    expect(said).toMatch(/^UnfitWorker: a thread could not start: it ended: Cannot find module/);
    expect(said).toContain(
      "bundle node_modules/causal-velocity/dist/tile-worker.js as a second entry called tile-worker.js",
    );
  }
  const both = await bundled({ "tile-worker": join(ROOT, "node_modules/causal-velocity/dist/tile-worker.js") });
  expect(JSON.parse(run(both))).toEqual(JSON.parse(JSON.stringify(await decidePairs(tableFromColumns(COLUMNS)))));
});
