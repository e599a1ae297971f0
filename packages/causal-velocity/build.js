import { copyFileSync, cpSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "tsdown";
import { collectPackages, packageFolder, writeLicenses } from "../../scripts/third-party-licenses.js";

const require = createRequire(import.meta.url);

/** Files that the part that draws in Node reads beside itself: packages/draw/src/node/asset.ts looks for these names. */
const ASSETS = [
  ["@resvg/resvg-wasm/index_bg.wasm", "resvg.wasm"],
  ["dejavu-fonts-ttf/ttf/DejaVuSans.ttf", "DejaVuSans.ttf"],
];

/** Folders of the npm packages that are in dist: as assets, inside linkedom's own bundle, or in ours. */
const packageFolders = new Set([
  ...ASSETS.map(([file]) => packageFolder(require.resolve(file))),
  ...withDependencies(packageFolder(require.resolve("linkedom/package.json"))),
]);
// One bundle without runtime dependencies: the core is taken in, types included. Outside stay Node's own modules and the
// package of tables, which brings DuckDB, is installed separately and loaded on first use.
await build({
  config: false,
  // Without project references: the types are bundled from the sources, whatever has been compiled before.
  tsconfig: "tsconfig.build.json",
  entry: {
    index: "src/index.ts",
    model: "src/model.ts",
    lab: "src/lab.ts",
    cli: "src/cli/main.ts",
    worker: "../lab/src/benchmark/worker.ts",
    "graph-worker": "../lab/src/benchmark/graph-worker.ts",
    "study-worker": "../lab/src/reproduce/study-worker.ts",
    "tile-worker": "src/threads/tile-worker.ts",
    "tile-web-worker": "src/threads/tile-web-worker.ts",
    draw: "src/draw.ts",
    "draw-node": "src/draw-node.ts",
  },
  format: "esm",
  target: "es2022",
  platform: "neutral",
  fixedExtension: false,
  dts: {
    entry: ["src/index.ts", "src/model.ts", "src/lab.ts", "src/draw.ts", "src/draw-node.ts"],
    resolver: "tsc",
    eager: true,
  },
  deps: {
    alwaysBundle: [
      /^@causal-velocity\/(?!(tables|queue)$)/,
      ...["@observablehq/plot", "linkedom/worker", "@resvg/resvg-wasm", /^hyparquet/],
    ],
    // The library that writes Parquet names modules of Node the old way.
    neverBundle: [/^node:/, "@causal-velocity/tables", "@causal-velocity/queue", "fs", "fs/promises"],
  },
  hash: false,
  clean: true,
  logLevel: "warn",
  failOnWarn: true,
  // How long plugins take says how busy the machine is, nothing about the build.
  // Plot needs two packages of the old kind, which name their entry by `main` alone.
  inputOptions: { checks: { pluginTimings: false }, resolve: { mainFields: ["module", "main"] } },
  plugins: [collectPackages(packageFolders)],
});

for (const [file, name] of ASSETS) copyFileSync(require.resolve(file), `dist/${name}`);
writeLicenses(packageFolders, "dist");

// The web app, for the command that serves it; built before.
cpSync("../../apps/studio/dist", "dist/studio", { recursive: true });

// The tables that the command demo writes.
for (const name of ["dose-response.csv", "greenhouse.csv"]) {
  cpSync(`../../examples/${name}`, `dist/examples/${name}`);
}

// npm shows and ships these from the package's own folder.
for (const file of ["README.md", "LICENSE"]) copyFileSync(`../../${file}`, file);

/** A package and all that it needs. */
function withDependencies(folder) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const places = createRequire(join(folder, "package.json"));
  return [
    folder,
    ...Object.keys(dependencies).flatMap((name) => withDependencies(packageFolder(places.resolve(name)))),
  ];
}
