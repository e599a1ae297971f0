import { copyFileSync } from "node:fs";
import { defineConfig } from "tsdown";

// One bundle without runtime dependencies: the core is taken in, types included; only Node's own modules stay outside.
export default defineConfig({
  entry: { index: "src/index.ts", cli: "src/cli/main.ts" },
  format: "esm",
  target: "es2022",
  platform: "neutral",
  fixedExtension: false,
  dts: { entry: "src/index.ts", resolve: ["@causal-velocity/core"] },
  deps: { alwaysBundle: ["@causal-velocity/core"], neverBundle: [/^node:/] },
  hash: false,
  logLevel: "error",
  clean: true,
  hooks: {
    "build:done": () => {
      for (const file of ["README.md", "LICENSE"]) copyFileSync(`../../${file}`, file);
    },
  },
});
