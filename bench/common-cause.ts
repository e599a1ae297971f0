import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hiddenCauseFinding } from "@causal-velocity/core/diagnose/common-cause-finding.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { subsample } from "@causal-velocity/core/pair/resample.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { heldOutPair } from "@causal-velocity/lab/simulate/held-out/held-out-pair.js";
import { calibrationFamilies } from "@causal-velocity/lab/simulate/random/families.js";
import { type Relation, randomPair } from "@causal-velocity/lab/simulate/random/random-pair.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { loadSuite } from "@causal-velocity/lab/suites/load-suite.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";

// How often the finding hidden-cause warns, by kind of pair. Writes docs/benchmarks/common-cause.md.
// usage: CAUSAL_VELOCITY_DATA=folder npm run bench -- common-cause [held-out]
// With `held-out` also on kinds that nothing may be chosen by (docs/held-out.md): each such look is reported there.

/** Rows of a pair, and pairs of each kind with so many. */
const SIZES = [
  { rows: 300, pairs: 40 },
  { rows: 1000, pairs: 40 },
  { rows: 3000, pairs: 15 },
];
/** Rows of the pairs whose values are shown. */
const SHOWN_ROWS = 1000;
/** Of no pair that the model was chosen by. */
const FIRST_SEED = 92_000_000;
/** The family of directed pairs both columns of which are measured with errors: neither column itself drives the other. */
const MEASURED = "measured";
const folder = process.env.CAUSAL_VELOCITY_DATA;
if (!folder) throw new Error("CAUSAL_VELOCITY_DATA is not set: it names the folder that holds data/*.zip");
const routines = wasmRoutines();

/** What drives the columns. */
type Truth = "direction" | "hidden cause" | "direction and hidden cause" | "no direction to find";
interface Kind {
  readonly name: string;
  readonly truth: Truth;
  /** None where there are no pairs of so many rows. */
  readonly draw: (number: number, rows: number) => Pair | undefined;
}

const seeded = (number: number) => FIRST_SEED + number;
const random = (relation: Relation) => (number: number, n: number) => randomPair(seeded(number), { n, relation }).pair;
const others = calibrationFamilies.map(({ name }) => name).filter((name) => name !== MEASURED);
const directed = (number: number, n: number) =>
  randomPair(seeded(number), { n, family: others[number % others.length] }).pair;
const simulated = (name: string) => (number: number, n: number) => simulate(name, { n, number, seed: FIRST_SEED }).pair;
function archived(name: string) {
  const { entries, readPair } = loadSuite(name, join(folder ?? "", "data"));
  return (number: number, rows: number) => {
    const entry = entries[number - 1];
    if (!entry) throw new RangeError(`${name} has ${entries.length} pairs`);
    const pair = readPair(entry);
    return pair.x.length < rows ? undefined : subsample(pair, rows, seededRng(seeded(number)));
  };
}
const heldOut = (kind: string) => (number: number, n: number) => heldOutPair(seeded(number), { kind, n }).pair;

const KINDS: readonly Kind[] = [
  { name: "random, directed", truth: "direction", draw: directed },
  ...["an", "anm", "ls", "lsnm", "mn-u", "velocity", "sigmoid", "pnl", "sim"].map(
    (name): Kind => ({ name, truth: "direction", draw: simulated(name) }),
  ),
  { name: "SIM, published", truth: "direction", draw: archived("sim") },
  {
    name: "random, measured with errors",
    truth: "hidden cause",
    draw: (number, n) => randomPair(seeded(number), { n, family: MEASURED }).pair,
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

/** Of simulated directed pairs, how many warned, by rows. */
const directedWarned = SIZES.map(() => ({ warned: 0, pairs: 0 }));
const lines = KINDS.map(({ name, truth, draw }) => {
  let quantiles = ["", "", ""];
  const rates = SIZES.map(({ rows, pairs }, size) => {
    const found = Array.from({ length: pairs }, (_, k) => draw(k + 1, rows))
      .filter((pair) => pair !== undefined)
      .map((pair) => hiddenCauseFinding({ pair: standardize(pair), compute: { routines } }));
    if (found.length === 0) return "";
    if (rows === SHOWN_ROWS) {
      const ascending = Float64Array.from(found, ({ value }) => value ?? Number.NaN).sort();
      quantiles = [0.1, 0.5, 0.9].map((share) => (ascending[Math.floor(share * (pairs - 1))] ?? 0).toFixed(3));
    }
    const warned = found.filter(({ severity }) => severity === "warn").length;
    const total = directedWarned[size];
    if (total && truth === "direction" && !name.includes("published")) {
      total.warned += warned;
      total.pairs += found.length;
    }
    return String(Math.round((100 * warned) / found.length));
  });
  const line = `| ${[name, truth, ...rates, ...quantiles].join(" | ")} |`;
  process.stderr.write(`${line}\n`);
  return line;
});

const grouped = (rows: number): string => rows.toLocaleString("en-US");
const totals = SIZES.map(({ rows }, size) => {
  const { warned = 0, pairs = 1 } = directedWarned[size] ?? {};
  return `${warned} of ${pairs} with ${grouped(rows)} rows (${((100 * warned) / pairs).toFixed(1)}%)`;
});
const page = `# A hidden common cause

Made by \`npm run bench -- common-cause\`; regenerate, do not edit. How often \`hidden-cause\` of \`diagnose\` warns, percent, by rows: ${SIZES.map(({ rows, pairs }) => `${pairs} pairs of each kind with ${grouped(rows)}`).join(", ")}; seeds that nothing was chosen by. Standard error of a rate: up to ${SIZES.map(({ pairs }) => Math.round(50 / Math.sqrt(pairs))).join(", ")} points. Value, at ${grouped(SHOWN_ROWS)} rows: nats per row that a hidden common cause saves over the better direction; from 0 on it warns.

Of all simulated directed pairs it warns on ${totals.join(", ")}.

| kind | what drives the columns | ${SIZES.map(({ rows }) => grouped(rows)).join(" | ")} | value, 10% | 50% | 90% |
|---|---|---:|---:|---:|---:|---:|---:|
${lines.join("\n")}
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/common-cause.md", import.meta.url)), page);
console.log(page);
