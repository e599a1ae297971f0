import { copyFileSync } from "node:fs";
import { build } from "tsdown";

// Only the threads are bundled, which need nothing of the core but types. `causal-velocity` is not, so that there is one
// core and one InputError.
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
    alwaysBundle: ["@causal-velocity/threads/tiles"],
    neverBundle: [/^node:/, "causal-velocity", "pg", "pg-boss"],
  },
  hash: false,
  clean: true,
  logLevel: "warn",
  failOnWarn: true,
  inputOptions: { checks: { pluginTimings: false } },
});

copyFileSync("../../LICENSE", "LICENSE");
