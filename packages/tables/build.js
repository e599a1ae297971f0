import { copyFileSync } from "node:fs";
import { build } from "tsdown";
import { collectPackages, writeLicenses } from "../../scripts/third-party-licenses.js";

const packageFolders = new Set();

// The core is bundled, including its types; DuckDB, which has a native library, stays a dependency.
await build({
  config: false,
  tsconfig: "tsconfig.build.json",
  entry: { index: "src/index.ts", "duck-process": "src/duck/duck-process.ts" },
  format: "esm",
  target: "es2022",
  platform: "neutral",
  fixedExtension: false,
  dts: { entry: "src/index.ts", resolver: "tsc", eager: true },
  deps: { alwaysBundle: [/^@causal-velocity\//], neverBundle: [/^node:/, "@duckdb/node-api"] },
  hash: false,
  clean: true,
  logLevel: "warn",
  failOnWarn: true,
  inputOptions: { checks: { pluginTimings: false } },
  plugins: [collectPackages(packageFolders)],
});

writeLicenses(packageFolders, "dist");

copyFileSync("../../LICENSE", "LICENSE");
