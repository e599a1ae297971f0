import { copyFileSync } from "node:fs";
import { build } from "tsdown";

// One bundle without runtime dependencies: the core is taken in, types included; only Node's own modules stay outside.
await build({
  config: false,
  // Without project references: the types are bundled from the sources, whatever has been compiled before.
  tsconfig: "tsconfig.build.json",
  entry: {
    index: "src/index.ts",
    cli: "src/cli/main.ts",
    worker: "src/benchmark/worker.ts",
    "study-worker": "src/reproduce/study-worker.ts",
  },
  format: "esm",
  target: "es2022",
  platform: "neutral",
  fixedExtension: false,
  dts: { entry: "src/index.ts", resolver: "tsc", eager: true },
  deps: {
    alwaysBundle: ["@causal-velocity/core", "@causal-velocity/routines", "@causal-velocity/batch"],
    neverBundle: [/^node:/],
  },
  hash: false,
  clean: true,
  logLevel: "warn",
  failOnWarn: true,
  // How long plugins take says how busy the machine is, nothing about the build.
  inputOptions: { checks: { pluginTimings: false } },
});

// npm shows and ships these from the package's own folder.
for (const file of ["README.md", "LICENSE"]) copyFileSync(`../../${file}`, file);
