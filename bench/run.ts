import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decideLines } from "./decide-lines.js";
import { hsicLines, kdeLines, learnedLine } from "./kernel-lines.js";
import type { Line } from "./measure.js";
import { scaling, scalingTable } from "./scaling.js";
import { denseLine, steinLines } from "./stein-lines.js";

// Speed as ratios of CPU times measured in this one run, one thread. Writes docs/benchmarks/performance.md.

const folder = mkdtempSync(join(tmpdir(), "causal-velocity-bench-"));
const lines = [
  ...steinLines(folder, 1000, { ours: 30, numpy: 5 }),
  denseLine(1000),
  ...steinLines(folder, 5000, { ours: 15, numpy: 1 }),
  ...kdeLines(folder, 5000),
  ...hsicLines(folder, 5000),
  learnedLine(1000),
  ...decideLines(1000),
];
rmSync(folder, { recursive: true });

const ratio = ({ ours, theirs }: Line) => (theirs === undefined ? "" : `${(theirs / ours).toPrecision(3)}×`);
const milliseconds = (value: number | undefined) =>
  value === undefined ? "not measured: no numpy" : String(Number(value.toPrecision(3)));
const table = [
  "| case | ours, ms | peer | peer, ms | ratio |",
  "|---|---|---|---|---|",
  ...lines.map((line) => {
    const theirs = line.peer === "" ? "" : milliseconds(line.theirs);
    return `| ${line.name} | ${milliseconds(line.ours)} | ${line.peer} | ${theirs} | ${ratio(line)} |`;
  }),
].join("\n");

const [processor] = cpus();
const document = `# Performance

Made by \`npm run bench -- speed\`; regenerate, do not edit. CPU time of one thread, medians, all in one run on ${processor.model.trim()}, Node ${process.version}.
The machine is shared, so rely on the ratios, not the milliseconds. "Three Stein fits" are the marginal scores of both columns and the joint one, bandwidths included, error against the dense estimate below 10⁻⁹, from 100,000 rows on 10⁻⁸ (fast: 10⁻⁵).

${table}

## Scaling

Each n in a fresh process, nothing warmed up but the WebAssembly module.

### Three Stein fits

${scalingTable(scaling("three-fits.ts"))}

### \`decide\` on columns in memory: scores, both fits, error bound

${scalingTable(scaling("decide-once.ts"))}
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/performance.md", import.meta.url)), document);
console.log(document);
