import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Runs a tier of the tests and ends with one line: how many passed and failed, and in which time.
// usage: node scripts/test.js checks|quick|rest|long [arguments of vitest]
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const start = performance.now();
const [tier, ...more] = process.argv.slice(2);

const CHECKS = {
  types: ["tsc", "--build"],
  Svelte: ["svelte-check", "--workspace", "apps/studio", "--fail-on-warnings", "--output", "machine"],
  lint: ["biome", "ci", "--colors=off", "--error-on-warnings", "."],
  layers: ["tsx", "scripts/check-layers.ts"],
  equations: ["tsx", "scripts/check-equations.ts"],
};

/** What a tier runs: runs of vitest one after the other, beside them the checks. */
const TIERS = {
  checks: { runs: () => [], isChecked: true },
  quick: {
    runs: () => [["--project", "source", "--project", "smoke", "--tags-filter", "!slow"]],
    isChecked: true,
  },
  rest: {
    runs: () => [
      ["--project", "source", "--tags-filter", "slow", ...slowFiles()],
      ["--project", "product"],
    ],
    isChecked: false,
  },
  long: {
    runs: () => [
      ["--project", "long"],
      ["--project", "source", "tests/properties"],
      [
        "--project",
        "product",
        "tests/queue/first-use.test.ts",
        "tests/tables/damaged.test.ts",
        "tests/tables/as-saved.test.ts",
      ],
    ],
    isChecked: false,
  },
};

/** Colors are for terminals. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };

const chosen = TIERS[tier];
if (!chosen) {
  process.stderr.write(`usage: node scripts/test.js ${Object.keys(TIERS).join("|")} [arguments of vitest]\n`);
  process.exit(2);
}
if (tier === "long") process.env.CAUSAL_VELOCITY_LONG = "1";
const build = spawnSync(process.execPath, ["scripts/build.js"], { cwd: ROOT, stdio: "inherit" });
if (build.status !== 0) end({ passed: 0, failed: 1, gaps: 0 }, "the build failed");
const parts = await Promise.all([chosen.isChecked ? runChecks() : [], runTests(chosen.runs())]);
const total = { passed: 0, failed: 0, gaps: 0 };
for (const counts of parts.flat()) for (const key of Object.keys(total)) total[key] += counts[key];
if (more.length === 0) keepCounts(Object.assign({}, ...parts[1].map(({ files }) => files)));
end(total);

/** Keeps how many tests of each file passed, for `npm run make -- reliability`. */
function keepCounts(files) {
  const folder = join(ROOT, ".cache/test-counts");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${tier}.json`), JSON.stringify({ date: new Date().toISOString().slice(0, 10), files }));
}

/** The checks one after the other, so that one core is left to the tests; what they print is shown if they fail. */
async function runChecks() {
  const results = [];
  for (const [name, [program, ...args]] of Object.entries(CHECKS)) {
    const child = spawn(process.execPath, [programPath(program), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...plain },
    });
    const pieces = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => pieces.push(piece));
    const [code] = await once(child, "close");
    const isFine = code === 0;
    results.push({ passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, gaps: 0 });
    if (!isFine) process.stdout.write(`\nThe check of ${name} failed:\n${Buffer.concat(pieces)}\n`);
  }
  return results;
}

async function runTests(runs) {
  const results = [];
  for (const args of runs) {
    const folder = mkdtempSync(join(tmpdir(), "causal-velocity-counts-"));
    const file = join(folder, "counts.json");
    const child = spawn(process.execPath, [programPath("vitest"), "run", ...args, ...more], {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...plain, CAUSAL_VELOCITY_TEST_COUNTS: file },
    });
    const [code] = await once(child, "close");
    // A run that ended without counting, or badly though no test failed, is a failure.
    const counts = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { passed: 0, failed: 1, gaps: 0 };
    rmSync(folder, { recursive: true });
    results.push(code === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) });
  }
  return results;
}

/** The file of an installed program. */
function programPath(name) {
  for (const owner of [name, `@biomejs/${name}`, "typescript"]) {
    const folder = join(ROOT, "node_modules", owner);
    if (!existsSync(join(folder, "package.json"))) continue;
    const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const path = typeof bin === "string" ? bin : bin?.[name];
    if (path) return join(folder, path);
  }
  throw new Error(`${name} is not installed: npm ci`);
}

/** The files of the sources' tests that have slow ones. */
function slowFiles() {
  return ["packages", "apps", "tests"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
      .map((path) => `${folder}/${path}`)
      .filter((path) => /tags: \["slow"\]|@module-tag slow/.test(readFileSync(join(ROOT, path), "utf8"))),
  );
}

function end({ passed, failed, gaps }, note = "") {
  const seconds = Math.round((performance.now() - start) / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const left = gaps > 0 ? `, ${gaps} did not run (listed above)` : "";
  process.stdout.write(`\n${note ? `${note}; ` : ""}${passed} passed, ${failed} failed${left} in ${time}\n`);
  process.exit(failed > 0 ? 1 : 0);
}
