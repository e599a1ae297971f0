import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// docs/testing.md says which tests run when. Which project a test belongs to is a matter of its folder, and of its
// ending if it is `.long.test.ts`; in the project of the sources, slow tests have the tag `slow`.
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tests of the sources, which need no build. */
const SOURCE = [
  "packages/*/src/**/*.test.ts",
  "apps/*/src/**/*.test.ts",
  "tests/{closed-forms,contracts,draw,golden,laws,properties}/**/*.test.ts",
];
/** Tests in those folders that use what is built. */
const BUILT = [
  "tests/contracts/memory.test.ts",
  "tests/draw/report.test.ts",
  "tests/draw/same-drawing.test.ts",
  "tests/golden/suites.test.ts",
];
const PRODUCT = ["tests/{cli,package,project,queue,same-bytes,studio,tables,threads}/**/*.test.ts", ...BUILT];
const LONG = "**/*.long.test.ts";
const PROPERTY_SEED = "./tests/support/property-seed.ts";
const NEVER = ["**/node_modules/**", "**/dist/**"];

/** The published entries, by their sources. */
const PUBLISHED = {
  "causal-velocity": "packages/causal-velocity/src/index.ts",
  "causal-velocity/model": "packages/causal-velocity/src/model.ts",
  "causal-velocity/lab": "packages/causal-velocity/src/lab.ts",
  "@causal-velocity/queue": "packages/queue/src/index.ts",
  "@causal-velocity/tables": "packages/tables/src/index.ts",
};

/** Studio's state is written in runes, which are compiled. */
const runes = () => svelte({ configFile: at("apps/studio/svelte.config.js") });

/** A project of tests of what is built: processes, browsers and servers. */
function built(name: string, include: string[], exclude: string[]) {
  return {
    plugins: [runes()],
    test: {
      name,
      include,
      exclude: [...NEVER, ...exclude],
      globalSetup: "./tests/support/global-setup.ts",
      setupFiles: PROPERTY_SEED,
      // Concurrent tests wait for a process of their own each: as many as a small machine has cores.
      maxConcurrency: 2,
      // Ceilings for a busy machine, not expectations.
      testTimeout: 600_000,
      hookTimeout: 1_800_000,
    },
  };
}

export default defineConfig({
  test: {
    reporters: ["dot", "./tests/support/summary-reporter.ts"],
    // The default leaves one core idle, which is half of a small machine.
    maxWorkers: "100%",
    tags: [{ name: "slow", description: "A test of the sources that npm test leaves to npm run test:rest." }],
    projects: [
      {
        plugins: [runes()],
        resolve: {
          alias: Object.entries(PUBLISHED).map(([name, path]) => ({
            find: new RegExp(`^${name}$`),
            replacement: at(path),
          })),
        },
        test: {
          name: "source",
          include: SOURCE,
          exclude: [...NEVER, ...BUILT, LONG],
          globalSetup: ["./tests/support/global-setup.ts", "./tests/support/compile-routines.ts"],
          setupFiles: PROPERTY_SEED,
          // No test here changes what modules share: files run in the same threads, on modules loaded once.
          pool: "threads",
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      built("smoke", ["tests/smoke/**/*.test.ts"], [LONG]),
      built("product", PRODUCT, [LONG]),
      ...(process.env.CAUSAL_VELOCITY_LONG ? [built("long", [LONG], [])] : []),
    ],
  },
});
