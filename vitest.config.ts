import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Two projects and three tiers; docs/testing.md says what is in which. A project is a matter of the folder, a tier of
// the folder tests/smoke and of the ending: `.slow.test.ts` and `.long.test.ts`.
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
const PRODUCT = [
  "tests/{batch,cli,package,project,queue,same-bytes,smoke,studio,tables,threads}/**/*.test.ts",
  ...BUILT,
];
const SMOKE = ["tests/smoke/**/*.test.ts"];
const SLOW = ["**/*.slow.test.ts"];
const LONG = ["**/*.long.test.ts"];
const NEVER = ["**/node_modules/**", "**/dist/**"];

interface Files {
  readonly include: string[];
  readonly exclude: string[];
}

/** The files of each project by tier; with none given, all but the long ones. */
const TIERS: Readonly<Record<string, { readonly source: Files; readonly product: Files }>> = {
  quick: {
    source: { include: SOURCE, exclude: [...BUILT, ...SLOW, ...LONG] },
    product: { include: SMOKE, exclude: [] },
  },
  rest: {
    source: { include: endingIn(SOURCE, "slow"), exclude: BUILT },
    product: { include: PRODUCT, exclude: [...SMOKE, ...LONG] },
  },
  long: {
    source: { include: endingIn(SOURCE, "long"), exclude: [] },
    product: { include: endingIn(PRODUCT, "long"), exclude: [] },
  },
  all: {
    source: { include: SOURCE, exclude: [...BUILT, ...LONG] },
    product: { include: PRODUCT, exclude: LONG },
  },
};

function endingIn(patterns: readonly string[], tier: string): string[] {
  return patterns.map((pattern) => pattern.replace(/\*\.test\.ts$/, `*.${tier}.test.ts`));
}

const files = TIERS[process.env.CAUSAL_VELOCITY_TIER || "all"];
if (!files) throw new Error(`CAUSAL_VELOCITY_TIER must be one of ${Object.keys(TIERS).join(", ")}`);

export default defineConfig({
  test: {
    reporters: ["dot", "./tests/support/summary-reporter.ts"],
    // The default leaves one core idle, which is half of a small machine.
    maxWorkers: "100%",
    projects: [
      {
        // Studio's state is written in runes, which are compiled.
        plugins: [svelte({ configFile: at("apps/studio/svelte.config.js") })],
        // The published packages by their sources.
        resolve: {
          alias: ["causal-velocity", "@causal-velocity/queue", "@causal-velocity/tables"].map((name) => ({
            find: new RegExp(`^${name}$`),
            replacement: at(`packages/${name.split("/").at(-1)}/src/index.ts`),
          })),
        },
        test: {
          name: "source",
          include: files.source.include,
          exclude: [...NEVER, ...files.source.exclude],
          globalSetup: ["./tests/support/global-setup.ts", "./tests/support/compile-routines.ts"],
          // Nothing here changes what modules share: files run in the same threads, on modules loaded once.
          pool: "threads",
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        plugins: [svelte({ configFile: at("apps/studio/svelte.config.js") })],
        test: {
          name: "product",
          include: files.product.include,
          exclude: [...NEVER, ...files.product.exclude],
          globalSetup: "./tests/support/global-setup.ts",
          // Concurrent tests wait for a process of their own each: as many as a small machine has cores.
          maxConcurrency: 2,
          // Ceilings for a busy machine, not expectations.
          testTimeout: 600_000,
          hookTimeout: 1_800_000,
        },
      },
    ],
  },
});
