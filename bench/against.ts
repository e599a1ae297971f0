import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { benchPair, median, numpyCpu } from "./measure.js";

// The default decision of this tree against that of another commit, in turns in one run, and against what numpy takes
// for a regression with a kernel test of independence. Writes docs/benchmarks/decision.md.
// usage: npm run bench -- decision [COMMIT or a folder where it is built]
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The last commit of version 0.1.0. */
const [other = "1502605"] = process.argv.slice(2);
const ROUNDS = 5;
const CASES = [
  { rows: 200, count: 100 },
  { rows: 1000, count: 60 },
  { rows: 5000, count: 12 },
  { rows: 100_000, count: 6 },
];

interface Run {
  readonly cpu: number;
  readonly wall: number;
  readonly megabytes: number;
}

/** A folder where the other commit is built: the one given, or a new one that is removed at the end. */
function buildOf(commit: string): string {
  if (existsSync(commit)) return resolve(commit);
  const folder = mkdtempSync(join(tmpdir(), "causal-velocity-against-"));
  const run = (command: string, args: readonly string[], cwd: string) =>
    execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  run("git", ["worktree", "add", "--detach", "--force", folder, commit], ROOT);
  process.on("exit", () => {
    rmSync(folder, { recursive: true, force: true });
    run("git", ["worktree", "prune"], ROOT);
  });
  // Installing builds it.
  run("npm", ["ci", "--no-audit", "--no-fund"], folder);
  return folder;
}

function decideBuild(entry: string, rows: number, count: number | "COLD"): Run {
  const script = fileURLToPath(new URL("decide-build.js", import.meta.url));
  const { stdout, stderr, status } = spawnSync("node", [script, entry, `${rows}`, `${count}`], { encoding: "utf8" });
  if (status !== 0) throw new Error(`decide-build.js ${entry} ${rows}: ${stderr}`);
  return JSON.parse(stdout) as Run;
}

const otherFolder = buildOf(other);
const otherCommit = execFileSync("git", ["rev-parse", "--short=7", "HEAD"], {
  cwd: otherFolder,
  encoding: "utf8",
}).trim();
const ENTRY = "packages/causal-velocity/dist/index.js";
const [theirs, ours] = [join(otherFolder, ENTRY), join(ROOT, ENTRY)];
const number = (value: number): string => Number(value.toPrecision(3)).toLocaleString("en-US");

function compared(name: string, rows: number, count: number | "COLD", rounds: number): string {
  const runs: { readonly before: Run; readonly now: Run }[] = [];
  for (let round = 0; round < rounds; round++) {
    runs.push({ before: decideBuild(theirs, rows, count), now: decideBuild(ours, rows, count) });
  }
  const middle = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
  const [before, now] = [middle((run) => run.before.cpu), middle((run) => run.now.cpu)];
  const ratio = middle((run) => run.before.cpu / run.now.cpu);
  const peak = `${number(middle((run) => run.before.megabytes))} | ${number(middle((run) => run.now.megabytes))}`;
  console.log(name, number(before), number(now), ratio.toFixed(2));
  return `| ${name} | ${number(before)} | ${number(now)} | ${ratio.toFixed(1)}× | ${peak} |`;
}

const lines = CASES.map(({ rows, count }) =>
  compared(`${rows.toLocaleString("en-US")} rows, warm`, rows, count, rows > 20_000 ? 3 : ROUNDS),
);
const cold = compared("1,000 rows, the first decision of a process", 1000, "COLD", ROUNDS);

const folder = mkdtempSync(join(tmpdir(), "causal-velocity-bench-"));
const yardsticks = [1000, 5000].map((rows) => {
  const pair = benchPair(rows);
  const [loci, cholesky] = (["loci", "cholesky"] as const).map((kind) => numpyCpu(folder, pair, kind, 3));
  const mine = median(Array.from({ length: 3 }, () => decideBuild(ours, rows, 20).cpu));
  const against = (value: number | undefined) =>
    value === undefined ? "not measured: no numpy" : `${number(value)} (${number(value / mine)}×)`;
  return `| ${rows.toLocaleString("en-US")} | ${number(mine)} | ${against(loci)} | ${against(cholesky)} |`;
});
rmSync(folder, { recursive: true });

const document = `# The whole decision

Made by \`npm run bench -- decision\`; regenerate, do not edit. \`decide\` by the default method, all evidence included, against commit ${otherCommit}, in turns in one run: CPU time of one thread, medians of ${ROUNDS} rounds (3 from 100,000 rows on), each in a process of its own, ${cpus()[0].model.trim()}, Node ${process.version}. The ratio is the median of the ratios of the rounds. The machine is shared: rely on the ratios.

| case | before, ms | now, ms | ratio | peak memory before, MB | now, MB |
|---|--:|--:|--:|--:|--:|
${[...lines, cold].join("\n")}

## Yardsticks

What a Python user runs today, on one thread: location and scale by splines and the kernel test of independence of noise and cause, in both directions, in numpy; and the scores alone, by Cholesky's factor of the Gram matrices.

| rows | our decision, ms | numpy: splines and HSIC, ms | numpy: three Stein fits, ms |
|--:|--:|--:|--:|
${yardsticks.join("\n")}
`;
writeFileSync(join(ROOT, "docs/benchmarks/decision.md"), document);
console.log(document);
