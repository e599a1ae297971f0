import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Studio's state is written in runes, which are compiled.
  plugins: [svelte({ configFile: "apps/studio/svelte.config.js" })],
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "tests/**/*.test.ts"],
    globalSetup: "./tests/support/global-setup.ts",
    reporters: ["dot", "./tests/support/summary-reporter.ts"],
    // The default leaves one core idle, which is half of a small machine.
    maxWorkers: "100%",
    // Concurrent tests wait for a process of their own each: as many as a small machine has cores.
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
