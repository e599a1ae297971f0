import type { Reporter, TestModule } from "vitest/node";

/** Names what did not run, as a green run must not hide a gap, and ends with one plain line. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    for (const module of modules) {
      if (module.state() === "failed" && module.children.size === 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const result = test.result();
        counts[result.state] += 1;
        if (result.state === "skipped") skipped.push(result.note ? `${test.fullName}: ${result.note}` : test.fullName);
      }
    }
    if (skipped.length > 0) process.stdout.write(`\nDID NOT RUN:\n  ${skipped.join("\n  ")}\n`);
    const gaps = skipped.length > 0 ? `, ${skipped.length} did not run (listed above)` : "";
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${gaps}\n`);
  }
}
