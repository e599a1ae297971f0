import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";

/** Runs two tests, one of which needs what is not there. */
function runWithGap(environment: Readonly<Record<string, string>>) {
  const { CAUSAL_VELOCITY_STRICT: _, VITEST: __, ...rest } = process.env;
  const { status, stdout } = spawnSync("npx", ["vitest", "run", "--config", "tests/project/gap/vitest.config.ts"], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...rest, ...environment },
  });
  return { status, stdout };
}

test("a test that cannot run is named at the end of the run", () => {
  const { status, stdout } = runWithGap({});
  expect(stdout.trimEnd()).toMatch(
    /DID NOT RUN:\n {2}needs a browser: there is none here\n\n1 passed, 0 failed, 1 did not run \(listed above\)$/,
  );
  expect(status).toBe(0);
});

test("in the gate it fails the run", () => {
  const { status, stdout } = runWithGap({ CAUSAL_VELOCITY_STRICT: "1" });
  expect(stdout.trimEnd()).toMatch(/1 passed, 1 failed$/);
  expect(status).toBe(1);
  expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toMatch(
    /^set -euo pipefail$[\s\S]*^export CAUSAL_VELOCITY_STRICT=1$[\s\S]*^npm ci\nnpm start\nnpm test\nnpm run test:rest$/m,
  );
});

test("a tier whose tests cannot be run fails, and its last line says so", () => {
  const args = ["scripts/test.js", "long", "--config", "tests/project/gap/no-such-config.ts"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect(stdout.trimEnd()).toMatch(/\n0 passed, 3 failed in \d+:\d\d$/);
  expect(status).toBe(1);
});
