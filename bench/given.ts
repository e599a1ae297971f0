import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { GraphMechanism } from "@causal-velocity/lab/simulate/graphs/column-mechanism.js";
import { type GraphShape, graphShapes, shapedGraph } from "@causal-velocity/lab/simulate/graphs/shaped-graph.js";
import { decide, type PairDecision, pairFromColumns } from "causal-velocity";

// How often a verdict given a third column is right, on simulated graphs of six shapes. Writes docs/benchmarks/given.md.
// usage: npm run bench -- given

const CASES = 200;
const ROWS = 500;
const MECHANISMS: readonly GraphMechanism[] = ["additive", "location-scale", "mixed", "additive-gaussian"];
/** No seed was used for the constants of the log odds. */
const FIRST_SEED = 40_000;

const DRAWN: Readonly<Record<GraphShape, string>> = {
  chain: "x → z → y",
  fork: "x ← z → y",
  collider: "x → z ← y",
  "m-graph": "x ← a → z ← b → y",
  "descendant-of-collider": "x → c ← y, c → z",
  independent: "no arrow",
};

interface Case {
  readonly given: PairDecision;
  readonly alone: PairDecision;
  readonly isDirect: boolean;
}

function casesOf(shape: GraphShape, direct: boolean): Case[] {
  return Array.from({ length: CASES }, (_, k) => {
    const mechanism = MECHANISMS[k % MECHANISMS.length] ?? "mixed";
    const { columns, x, y, z } = shapedGraph({ shape, direct, mechanism, rows: ROWS }, FIRST_SEED + k);
    const valuesOf = (place: number): Float64Array => columns[place]?.values ?? new Float64Array();
    const pair = pairFromColumns(valuesOf(x), valuesOf(y));
    return {
      given: decide(pair, { given: [{ name: "z", values: valuesOf(z) }] }),
      alone: decide(pair),
      isDirect: direct,
    };
  });
}

/** Verdicts, how many are right and wrong, and the mean probability that they claim. */
function cells(cases: readonly Case[], decisionOf: (each: Case) => PairDecision): string {
  const answered = cases.filter((each) => decisionOf(each).verdict !== "cannot-tell");
  const right = answered.filter((each) => each.isDirect && decisionOf(each).verdict === "x->y").length;
  const claimed = answered.reduce((sum, each) => sum + (decisionOf(each).probability ?? 0), 0) / answered.length;
  return [
    answered.length,
    right,
    answered.length - right,
    answered.length === 0 ? "" : `${Math.round(100 * claimed)}%`,
  ].join(" | ");
}

function findings(cases: readonly Case[], code: "given-effect" | "given-between"): number {
  return cases.filter(({ given }) => given.findings.some((finding) => finding.code === code)).length;
}

const all: { readonly shape: GraphShape; readonly cases: readonly Case[] }[] = [];
const lines: string[] = [];
for (const direct of [false, true]) {
  for (const shape of graphShapes) {
    const cases = casesOf(shape, direct);
    all.push({ shape, cases });
    const about = [findings(cases, "given-effect"), findings(cases, "given-between")].join(" | ");
    const row = [
      DRAWN[shape] + (direct ? ", x → y" : ""),
      cells(cases, ({ given }) => given),
      about,
      cells(cases, ({ alone }) => alone),
    ];
    lines.push(`| ${row.join(" | ")} |`);
    process.stderr.write(`${lines.at(-1)}\n`);
  }
}

/** Shapes in which z is a cause of both columns or of neither, as `given` assumes. */
const ASSUMED: readonly GraphShape[] = ["fork", "independent"];
const summary = [true, false].map((isAssumed) => {
  const cases = all.filter(({ shape }) => ASSUMED.includes(shape) === isAssumed).flatMap((each) => each.cases);
  const which = isAssumed ? "a cause of both or of neither" : "an effect of x or y, or between hidden causes of them";
  return `| ${which} | ${cells(cases, ({ given }) => given)} | ${cells(cases, ({ alone }) => alone)} |`;
});

const page = `# Given other columns

Made by \`npm run bench -- given\`. ${CASES} simulated tables of ${ROWS} rows of each shape, a quarter each with mechanisms ${MECHANISMS.join(", ")}; seeds that no constant was fitted to. x and y are decided given z, and beside it alone. A verdict is right if it is x → y and there is that arrow; without an arrow between x and y every verdict is wrong, also x → y where x acts only by way of z. "Sure" is the mean probability that the verdicts claim. given-effect and given-between: tables with that finding, which warns that z is an effect of the pair, or lies between its columns.

| shape | given z: verdicts | right | wrong | sure | given-effect | given-between | alone: verdicts | right | wrong | sure |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${lines.join("\n")}

## By what z is

\`given\` takes z as a cause of both columns or of neither, and allows for graphs in which it is not. In \`x ← a → z ← b → y\` the columns a and b are hidden: to x, y and z alone it looks like x → z ← y, and conditioning on z makes up a dependence.

| z is | given z: verdicts | right | wrong | sure | alone: verdicts | right | wrong | sure |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${summary.join("\n")}
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/given.md", import.meta.url)), page);
