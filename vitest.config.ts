import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "tests/**/*.test.ts"],
    globalSetup: "./tests/support/global-setup.ts",
    reporters: ["dot", "./tests/support/summary-reporter.ts"],
    // Concurrent tests wait for a process of their own each: as many as a small machine has cores.
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
