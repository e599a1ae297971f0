import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line, and names what did not run: a green run must not hide a gap. */
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
    const gaps = skipped.length > 0 ? `, ${skipped.length} did not run:\n  ${skipped.join("\n  ")}` : "";
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${gaps}\n`);
  }
}
