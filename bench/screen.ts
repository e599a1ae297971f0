import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import {
  CORRELATIONS,
  SCORE_STEP,
  type ScreenStrip,
  screenStrip,
  screenStrips,
} from "@causal-velocity/core/pairs/screen-strips.js";
import { type Rng, seededRng } from "causal-velocity";

// How often the screen of `causal-velocity pairs` finds dependence, and what it costs. Prints the tables of
// docs/scaling.md. usage: npm run bench -- screen [columns of the null table] [columns of the command's table]
const [NULL_COLUMNS, WIDE_COLUMNS] = [Number(process.argv[2] ?? 6000), Number(process.argv[3] ?? 20_000)];
const WIDE_ROWS = 60;
const STRIP = 32;

function stripsOf(columns: readonly Float64Array[]): ScreenStrip[] {
  const numbered = columns.map((column, i) => [i + 1, column] as const);
  const count = Math.ceil(columns.length / STRIP);
  return Array.from({ length: count }, (_, k) => screenStrip(new Map(numbered.slice(k * STRIP, (k + 1) * STRIP))));
}

/** Columns that have nothing to do with each other: how their values are drawn. */
const UNRELATED: Readonly<Record<string, (rng: Rng) => number>> = {
  "many values": (rng) => rng.normal(),
  "a tenth missing": (rng) => (rng.uniform() < 0.1 ? Number.NaN : rng.normal()),
  "five values": (rng) => Math.floor(5 * rng.uniform()),
  "three values": (rng) => Math.floor(3 * rng.uniform()),
};
const TAILS = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];

/** How often p is below some numbers, relative to how often it should be; and how many pairs there were. */
function falsePositives(kind: string, rows: number, columns: number): { ratios: string[]; pairs: number } {
  const rng = seededRng(11).split(`${kind} ${rows}`);
  const draw = UNRELATED[kind] as (rng: Rng) => number;
  const strips = stripsOf(Array.from({ length: columns }, () => Float64Array.from({ length: rows }, () => draw(rng))));
  const countFrom = Math.log(CORRELATIONS / TAILS[0]);
  const totals = new Float64Array(10_000);
  strips.forEach((first, k) => {
    const { counts } = screenStrips({ first, others: strips.slice(k), least: Infinity, countFrom });
    for (const [j, count] of counts.entries()) totals[j] += count;
  });
  const pairs = (columns * (columns - 1)) / 2;
  const ratios = TAILS.map((tail) => {
    // The next class of scores, and the p at which it begins.
    const from = Math.ceil(Math.log(TAILS[0] / tail) / SCORE_STEP - 1e-9);
    const expected = pairs * TAILS[0] * Math.exp(-from * SCORE_STEP);
    const found = totals.slice(from).reduce((sum, count) => sum + count, 0);
    return expected < 10 ? "" : (found / expected).toFixed(2);
  });
  return { ratios, pairs };
}

/** An effect of a cause and of noise, both normal. */
const RELATED: Readonly<Record<string, (cause: number, noise: number) => number>> = {
  "linear, correlation 0.9": (cause, noise) => 0.9 * cause + Math.sqrt(1 - 0.81) * noise,
  "linear, correlation 0.7": (cause, noise) => 0.7 * cause + Math.sqrt(1 - 0.49) * noise,
  "linear, correlation 0.5": (cause, noise) => 0.5 * cause + Math.sqrt(1 - 0.25) * noise,
  "monotone: e^x + noise/2": (cause, noise) => Math.exp(cause) + 0.5 * noise,
  "U-shaped: x² + 0.3 noise": (cause, noise) => cause * cause + 0.3 * noise,
  "U-shaped: x² + noise": (cause, noise) => cause * cause + noise,
  "spread grows: e^(1.2x) noise": (cause, noise) => Math.exp(1.2 * cause) * noise,
  "spread at both ends: x² noise": (cause, noise) => cause * cause * noise,
  "three waves: sin 4x + 0.3 noise": (cause, noise) => Math.sin(4 * cause) + 0.3 * noise,
  unrelated: (_, noise) => noise,
};
/** p at which a pair is left: one of 1,000 pairs of 45 columns, and with 200 others of all pairs of 20,000. */
const LEVELS = [0.05 / 1000, (0.05 * 200) / 199_990_000];
const TRIALS = 1000;

function power(name: string, rows: number): string[] {
  const rng = seededRng(12).split(`${name} ${rows}`);
  const effect = RELATED[name] as (cause: number, noise: number) => number;
  const scores = Float64Array.from({ length: TRIALS }, () => {
    const cause = Float64Array.from({ length: rows }, () => rng.normal());
    const strip = screenStrip(
      new Map([
        [1, cause],
        [2, cause.map((value) => effect(value, rng.normal()))],
      ]),
    );
    return screenStrips({ first: strip, others: [strip], least: -Infinity, countFrom: Infinity }).score[0];
  });
  return LEVELS.map((level) => {
    const found = scores.filter((score) => score >= Math.log(CORRELATIONS / level)).length;
    return `${Math.round((100 * found) / TRIALS)}%`;
  });
}

const COMMAND = fileURLToPath(new URL("../packages/causal-velocity/bin/causal-velocity.js", import.meta.url));
const REPORT_PEAK = fileURLToPath(new URL("./report-peak.cjs", import.meta.url));

/** Seconds and megabytes of the command on a wide table, of whose columns 200 are effects of the one before. */
function wideRun(flags: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "causal-velocity-bench-"));
  try {
    const rng = seededRng(13);
    const columns: Float64Array[] = [];
    for (let k = 0; k < WIDE_COLUMNS; k++) {
      const cause = columns[k - 1];
      const shape = ["linear, correlation 0.9", "monotone: e^x + noise/2", "U-shaped: x² + 0.3 noise"][(k >> 1) % 3];
      const effect = RELATED[shape ?? ""] as (cause: number, noise: number) => number;
      const isEffect = cause && k % 2 === 1 && k < 400;
      const values = Float64Array.from({ length: WIDE_ROWS }, () => rng.normal());
      columns.push(isEffect ? values.map((noise, i) => effect(cause[i] ?? 0, noise)) : values);
    }
    const lines = Array.from({ length: WIDE_ROWS }, (_, i) => columns.map((column) => column[i]?.toFixed(2)).join(","));
    const file = join(folder, "wide.csv");
    writeFileSync(file, `${columns.map((_, k) => `c${k + 1}`).join(",")}\n${lines.join("\n")}\n`);
    const args = ["pairs", file, "--out", join(folder, "results.csv"), "--jobs", "2", ...flags];
    const start = performance.now();
    const { stdout, stderr } = spawnSync(process.execPath, ["--require", REPORT_PEAK, COMMAND, ...args], {
      encoding: "utf8",
    });
    const seconds = (performance.now() - start) / 1000;
    const megabytes = Number(/peak (\d+) kB/.exec(stderr)?.[1]) / 1024;
    const said = stdout.split(";")[0]?.replaceAll(/\s+/g, " ") || stderr.split("\n")[0];
    return `| ${flags.join(" ") || "none"} | ${seconds.toFixed(0)} s | ${megabytes.toFixed(0)} MB | ${said} |`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const print = (line: string): unknown => process.stdout.write(`${line}\n`);
print(`| unrelated columns | rows | pairs | ${TAILS.map((tail) => `p < ${tail}`).join(" | ")} |`);
print(`|---|--:|--:|${TAILS.map(() => "--:|").join("")}`);
for (const [kind, rows, share] of [
  ...(["many values"] as const).flatMap((kind) =>
    [20, 30, 60, 200].map((rows) => [kind, rows, rows > 60 ? 0.5 : 1] as const),
  ),
  ...["a tenth missing", "five values", "three values"].map((kind) => [kind, 60, 0.5] as const),
]) {
  const { ratios, pairs } = falsePositives(kind, rows, STRIP * Math.round((share * NULL_COLUMNS) / STRIP));
  print(`| ${kind} | ${rows} | ${pairs.toExponential(1)} | ${ratios.join(" | ")} |`);
}
print("\n| dependence | 60 rows, p < 0.00005 | 60 rows, p < 5·10⁻⁸ | 200 rows, p < 0.00005 | 200 rows, p < 5·10⁻⁸ |");
print("|---|--:|--:|--:|--:|");
for (const name of Object.keys(RELATED))
  print(`| ${name} | ${[...power(name, 60), ...power(name, 200)].join(" | ")} |`);
print(`\n| ${WIDE_COLUMNS} columns, ${WIDE_ROWS} rows | time | memory at the peak | |`);
print("|---|--:|--:|---|");
for (const flags of [[], ["--screen"], ["--top", "1000"]]) print(wideRun(flags));
