import { copyFileSync } from "node:fs";
import { build } from "tsdown";
import { collectPackages, writeLicenses } from "../../scripts/third-party-licenses.js";

const packageFolders = new Set();

// The packages of the workspace are bundled, types included; PostgreSQL's client stays a dependency.
await build({
  config: false,
  tsconfig: "tsconfig.build.json",
  entry: { index: "src/index.ts", "tile-thread": "src/tile-thread.ts" },
  format: "esm",
  target: "es2022",
  platform: "node",
  fixedExtension: false,
  dts: { entry: ["src/index.ts"], resolver: "tsc", eager: true },
  deps: {
    alwaysBundle: [/^@causal-velocity\//],
    neverBundle: [/^node:/, "pg", "pg-boss"],
  },
  hash: false,
  clean: true,
  logLevel: "warn",
  failOnWarn: true,
  inputOptions: { checks: { pluginTimings: false } },
  plugins: [collectPackages(packageFolders)],
});

writeLicenses(packageFolders, "dist");

copyFileSync("../../LICENSE", "LICENSE");
