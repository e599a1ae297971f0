import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  anmVelocity,
  basisVelocity,
  bestRoutines,
  exponentialTerms,
  fitBoth,
  fourierTerms,
  lsnmVelocity,
  pairScores,
  plainRoutines,
  polynomialTerms,
  type StandardPair,
  stein,
  type VelocityClass,
} from "causal-velocity";
import { benchPair, median, medianCpu } from "./measure.js";

// Speed as ratios of things timed in this one run, CPU time, one thread. Writes docs/benchmarks/performance.md.

interface Line {
  readonly name: string;
  readonly ours: number;
  readonly peer: string;
  readonly theirs?: number | undefined;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "causal-velocity-bench-"));

/** CPU milliseconds of numpy; undefined where python3 has no numpy. */
function numpyCpu(pair: StandardPair, solver: "cholesky" | "inverse", repeats: number): number | undefined {
  const file = join(folder, "pair.f64");
  writeFileSync(file, new Uint8Array(Float64Array.from([...pair.x, ...pair.y]).buffer));
  const run = spawnSync("python3", [here("stein.py"), file, solver, String(repeats)], { encoding: "utf8" });
  return run.status === 0 ? median(run.stdout.trim().split("\n").map(Number)) : undefined;
}

const fits = (pair: StandardPair, options: Parameters<typeof stein>[0]) => pairScores(pair, stein(options));

function steinLines(rows: number, repeats: { ours: number; numpy: number }): Line[] {
  const pair = benchPair(rows);
  const ours = medianCpu(() => fits(pair, { routines: bestRoutines() }), repeats.ours);
  const fast = medianCpu(() => fits(pair, { routines: bestRoutines(), accuracy: "fast" }), repeats.ours);
  const name = `three Stein fits, n = ${rows.toLocaleString("en-US")}`;
  const cholesky = numpyCpu(pair, "cholesky", repeats.numpy);
  return [
    { name, ours, peer: "numpy, Cholesky", theirs: cholesky },
    { name, ours, peer: "numpy, explicit inverse", theirs: numpyCpu(pair, "inverse", repeats.numpy) },
    { name: `${name}, fast`, ours: fast, peer: "numpy, Cholesky", theirs: cholesky },
    { name, ours, peer: "our plain TypeScript", theirs: medianCpu(() => fits(pair, { routines: plainRoutines }), 3) },
  ];
}

function denseLine(rows: number): Line {
  const pair = benchPair(rows);
  const ours = medianCpu(() => fits(pair, { routines: bestRoutines() }), 10);
  const theirs = medianCpu(() => fits(pair, { accuracy: "exact" }), 3);
  return { name: `three Stein fits, n = ${rows.toLocaleString("en-US")}`, ours, peer: "our dense oracle", theirs };
}

function classesLine(rows: number): Line {
  const pair = benchPair(rows);
  const exponential = exponentialTerms();
  const classes: VelocityClass[] = [
    lsnmVelocity(),
    anmVelocity(),
    ...[1, 2, 3].map((degree) => basisVelocity(`degree ${degree}`, polynomialTerms(degree))),
    ...[1, 2].map((degree) => basisVelocity(`degree ${degree} exp`, [...polynomialTerms(degree), ...exponential])),
    basisVelocity("fourier", fourierTerms()),
    basisVelocity("zero", []),
  ];
  const all = () => {
    const scores = fits(pair, { routines: bestRoutines() });
    for (const velocity of classes) fitBoth(velocity, pair, scores);
  };
  const name = `scores and all ${classes.length} velocity classes, both directions, n = ${rows.toLocaleString("en-US")}`;
  return { name, ours: medianCpu(all, 30), peer: "" };
}

interface ScalingPoint {
  readonly rows: number;
  readonly cpu: number;
  readonly megabytes: number;
}

function scaling(): ScalingPoint[] {
  return [1e3, 1e4, 1e5, 1e6].map((rows) => {
    const runs = Array.from({ length: 3 }, () =>
      JSON.parse(execFileSync("npx", ["tsx", here("three-fits.ts"), String(rows)], { encoding: "utf8" })),
    ) as ScalingPoint[];
    return runs.sort((a, b) => a.cpu - b.cpu)[1];
  });
}

const exponent = (a: ScalingPoint, b: ScalingPoint) => Math.log(b.cpu / a.cpu) / Math.log(b.rows / a.rows);

const lines = [
  ...steinLines(1000, { ours: 30, numpy: 5 }),
  denseLine(1000),
  ...steinLines(5000, { ours: 15, numpy: 1 }),
  classesLine(1000),
];
const points = scaling();

const ratio = ({ ours, theirs }: Line) => (theirs === undefined ? "" : `${(theirs / ours).toPrecision(3)}×`);
const milliseconds = (value: number | undefined) =>
  value === undefined ? "not measured: no numpy" : value.toPrecision(3);
const table = [
  "| case | ours, ms | peer | peer, ms | ratio |",
  "|---|---|---|---|---|",
  ...lines.map((line) => {
    const theirs = line.peer === "" ? "" : milliseconds(line.theirs);
    return `| ${line.name} | ${milliseconds(line.ours)} | ${line.peer} | ${theirs} | ${ratio(line)} |`;
  }),
];
const scalingTable = [
  "| n | CPU, ms | memory above the loaded pair, MB | exponent from the line above |",
  "|---|---|---|---|",
  ...points.map((point, i) => {
    const slope = i === 0 ? "" : exponent(points[i - 1], point).toFixed(2);
    return `| ${point.rows.toLocaleString("en-US")} | ${point.cpu.toFixed(0)} | ${point.megabytes.toFixed(0)} | ${slope} |`;
  }),
];
const [processor] = cpus();
const document = `# Performance

Made by \`npm run bench\`; regenerate, do not edit. CPU time of one thread, medians, all in one run on ${processor.model.trim()}, Node ${process.version}.
The machine is shared, so believe the ratios, not the milliseconds. "Three Stein fits" are the marginal scores of both columns and the joint one, bandwidths included, error against the dense estimate below 10⁻⁹ (fast: 10⁻⁶).

${table.join("\n")}

## Scaling

Three Stein fits, each n in a fresh process, nothing warmed up but the WebAssembly module.

${scalingTable.join("\n")}
`;
writeFileSync(here("../docs/benchmarks/performance.md"), document);
console.log(document);
