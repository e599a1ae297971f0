import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/** The environment variable that names a file for the counts, for a script that adds up several runs. */
const COUNTS_FILE = "CAUSAL_VELOCITY_TEST_COUNTS";

/** Names what did not run, as a green run must not hide a gap, and ends with one plain line. */
export default class SummaryReporter implements Reporter {
  #filter: readonly string[] = [];

  onInit(vitest: Vitest): void {
    this.#filter = vitest.config.tagsFilter ?? [];
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    const files: Record<string, number> = {};
    for (const module of modules) {
      if (module.state() === "failed" && module.children.size === 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        if (this.#isOfAnotherTier(test)) continue;
        const result = test.result();
        counts[result.state] += 1;
        const path = module.relativeModuleId;
        if (result.state === "passed") files[path] = (files[path] ?? 0) + 1;
        if (result.state === "skipped") skipped.push(result.note ? `${test.fullName}: ${result.note}` : test.fullName);
      }
    }
    if (skipped.length > 0) process.stdout.write(`\nDID NOT RUN:\n  ${skipped.join("\n  ")}\n`);
    const gaps = skipped.length > 0 ? `, ${skipped.length} did not run (listed above)` : "";
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${gaps}\n`);
    const file = process.env[COUNTS_FILE];
    const { passed, failed } = counts;
    if (file) writeFileSync(file, JSON.stringify({ passed, failed, gaps: skipped.length, files }));
  }

  /** Whether the filter by tags leaves a test to another run. */
  #isOfAnotherTier(test: TestCase): boolean {
    const isSlow = test.tags.includes("slow");
    return this.#filter.includes(isSlow ? "!slow" : "slow");
  }
}
