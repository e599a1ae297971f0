import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hiddenCauseFinding } from "@causal-velocity/core/diagnose/common-cause-finding.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { heldOutPair } from "@causal-velocity/lab/simulate/held-out/held-out-pair.js";
import { calibrationFamilies } from "@causal-velocity/lab/simulate/random/families.js";
import { type Relation, randomPair } from "@causal-velocity/lab/simulate/random/random-pair.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { loadSuite } from "@causal-velocity/lab/suites/load-suite.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";

// How often the finding hidden-cause warns, by kind of pair. Writes docs/benchmarks/common-cause.md.
// usage: CAUSAL_VELOCITY_DATA=folder npm run bench -- common-cause [pairs of each kind] [held-out]
// With `held-out` also on kinds that nothing may be chosen by (docs/held-out.md): each such look is reported there.

const ROWS = 1000;
/** Of no pair that the model was chosen by. */
const FIRST_SEED = 91_000_000;
/** The family of directed pairs both columns of which are measured with errors: neither column itself drives the other. */
const MEASURED = "measured";
const [pairs = 60] = process.argv.slice(2).map(Number);
const folder = process.env.CAUSAL_VELOCITY_DATA;
if (!folder) throw new Error("CAUSAL_VELOCITY_DATA is not set: it names the folder that holds data/*.zip");
const routines = wasmRoutines();

/** What drives the columns. */
type Truth = "direction" | "hidden cause" | "direction and hidden cause" | "no direction to find";
interface Kind {
  readonly name: string;
  readonly truth: Truth;
  readonly draw: (number: number) => Pair;
}

const seeded = (number: number) => FIRST_SEED + number;
const random = (relation: Relation) => (number: number) => randomPair(seeded(number), { n: ROWS, relation }).pair;
const others = calibrationFamilies.map(({ name }) => name).filter((name) => name !== MEASURED);
const directed = (number: number) =>
  randomPair(seeded(number), { n: ROWS, family: others[number % others.length] }).pair;
const simulated = (name: string) => (number: number) => simulate(name, { n: ROWS, number, seed: FIRST_SEED }).pair;
function archived(name: string) {
  const { entries, readPair } = loadSuite(name, join(folder ?? "", "data"));
  return (number: number) => {
    const entry = entries[number - 1];
    if (!entry) throw new RangeError(`${name} has ${entries.length} pairs`);
    return readPair(entry);
  };
}
const heldOut = (kind: string) => (number: number) => heldOutPair(seeded(number), { kind, n: ROWS }).pair;

const KINDS: readonly Kind[] = [
  { name: "random, directed", truth: "direction", draw: directed },
  ...["an", "anm", "ls", "lsnm", "mn-u", "velocity", "sigmoid", "pnl", "sim"].map(
    (name): Kind => ({ name, truth: "direction", draw: simulated(name) }),
  ),
  { name: "SIM, published", truth: "direction", draw: archived("sim") },
  {
    name: "random, measured with errors",
    truth: "hidden cause",
    draw: (number) => randomPair(seeded(number), { n: ROWS, family: MEASURED }).pair,
  },
  { name: "random, common cause", truth: "hidden cause", draw: random("common-cause") },
  { name: "hidden-cause", truth: "hidden cause", draw: simulated("hidden-cause") },
  { name: "sim-c", truth: "direction and hidden cause", draw: simulated("sim-c") },
  { name: "SIM-c, published", truth: "direction and hidden cause", draw: archived("sim-c") },
  { name: "linear-gaussian", truth: "no direction to find", draw: simulated("linear-gaussian") },
  { name: "random, independent", truth: "no direction to find", draw: random("independent") },
  ...(process.argv.includes("held-out") ? ["hidden-linear", "hidden-curves", "hidden-groups"] : []).map(
    (name): Kind => ({ name: `${name}, held out`, truth: "hidden cause", draw: heldOut(name) }),
  ),
];

const lines = KINDS.map(({ name, truth, draw }) => {
  const found = Array.from({ length: pairs }, (_, k) =>
    hiddenCauseFinding({ pair: standardize(draw(k + 1)), compute: { routines } }),
  );
  const ascending = Float64Array.from(found, ({ value }) => value ?? Number.NaN).sort();
  const quantiles = [0.1, 0.5, 0.9].map((share) => (ascending[Math.floor(share * (pairs - 1))] ?? 0).toFixed(3));
  const warned = found.filter(({ severity }) => severity === "warn").length;
  const line = `| ${name} | ${truth} | ${Math.round((100 * warned) / pairs)} | ${quantiles.join(" | ")} |`;
  process.stderr.write(`${line}\n`);
  return line;
});

const page = `# A hidden common cause

Made by \`npm run bench -- common-cause\`; regenerate, do not edit. How often \`hidden-cause\` of \`diagnose\` warns: ${pairs} pairs of each kind, ${ROWS.toLocaleString("en-US")} rows, seeds that nothing was chosen by. Standard error of a rate: up to ${Math.round(50 / Math.sqrt(pairs))} points. Value: nats per row that a hidden common cause saves over the better direction; from 0 on it warns.

| kind | what drives the columns | warns, % | value, 10% | 50% | 90% |
|---|---|---:|---:|---:|---:|
${lines.join("\n")}
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/common-cause.md", import.meta.url)), page);
console.log(page);
