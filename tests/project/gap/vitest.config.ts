import { defineConfig } from "vitest/config";

/** A run of its own, with a test that cannot run. */
export default defineConfig({
  test: {
    include: ["tests/project/gap/gap.fixture.ts"],
    reporters: ["./tests/support/summary-reporter.ts"],
  },
});
