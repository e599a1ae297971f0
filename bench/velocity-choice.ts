import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { locationScaleFlow } from "@causal-velocity/core/decide/flow-likelihood.js";
import { type VelocityCandidate, velocityCandidates } from "@causal-velocity/core/explain/choose-velocity.js";
import { fitDirection } from "@causal-velocity/core/explain/direction-fit.js";
import { LOCATION_SCALE } from "@causal-velocity/core/fit/location-scale-velocity.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { polynomialTerms } from "@causal-velocity/core/velocity/basis.js";
import { velocityNamed } from "@causal-velocity/core/velocity/velocity-named.js";
import { mechanismError } from "@causal-velocity/lab/evaluate/mechanism-error.js";
import { type DrivingVelocity, flowMechanism } from "@causal-velocity/lab/simulate/flow-mechanism.js";
import { distributionNames, standardDistribution } from "@causal-velocity/lab/simulate/random/random-distribution.js";
import { randomPair } from "@causal-velocity/lab/simulate/random/random-pair.js";
import { oneOf } from "@causal-velocity/lab/simulate/random/random-shape.js";
import { pairOf, type SimulatedPair, sampleRows } from "@causal-velocity/lab/simulate/simulator.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { median } from "./measure.js";

// How often --velocity auto takes the class of the truth, and how close its curves are. Writes
// docs/benchmarks/velocity-choice.md.
// usage: npm run bench -- velocity-choice [pairs of each class] [rows of each pair]

const [PAIRS, ROWS] = [process.argv[2] ?? "40", process.argv[3] ?? "1000"].map(Number) as [number, number];
/** Scale of the coefficients of terms of degree 0 to 3. */
const SIZES = [0.8, 0.7, 0.3, 0.12];
/** Effects beyond this are of curves that have all but run to infinity. */
const LARGEST_EFFECT = 50;
const routines = bestRoutines();

/** Classes with pairs of their own, and all classes that hold their velocities. */
const TRUTHS: readonly { name: string; holds: readonly string[]; draw(seed: number): SimulatedPair | undefined }[] = [
  { name: "b-lin", holds: ["b-lin", LOCATION_SCALE, "v-lsnm", "b-quad", "b-cubic"], draw: polynomialPair(1) },
  { name: "v-anm", holds: ["v-anm", LOCATION_SCALE, "v-lsnm", "v-pnl"], draw: familyPair("additive") },
  { name: "v-lsnm", holds: [LOCATION_SCALE, "v-lsnm"], draw: familyPair("location-scale") },
  { name: "v-pnl", holds: ["v-pnl"], draw: familyPair("post-nonlinear") },
  { name: "b-quad", holds: ["b-quad", "b-cubic"], draw: polynomialPair(2) },
  { name: "b-cubic", holds: ["b-cubic"], draw: polynomialPair(3) },
];

function familyPair(family: string) {
  return (seed: number): SimulatedPair => randomPair(seed, { n: ROWS, family, rounded: false, direction: "x->y" });
}

/** Pairs of a random polynomial velocity; undefined where curves run to infinity. */
function polynomialPair(degree: number) {
  return (seed: number): SimulatedPair | undefined => {
    const rng = seededRng(seed).split(`polynomial ${degree}`);
    const mechanism = flowMechanism(polynomialVelocity(degree, rng.split("coefficients")));
    const law = (name: string) =>
      standardDistribution(oneOf(rng.split(name), distributionNames), rng.split(`${name} law`));
    try {
      const rows = sampleRows({ cause: law("cause"), noise: law("noise"), mechanism }, ROWS, rng.split("rows"));
      const ends = [Math.min(...rows.cause), Math.max(...rows.cause)];
      const reached = ends.flatMap((cause) => Array.from(rows.noise, (noise) => mechanism.effect(cause, noise)));
      const isBounded = [...rows.effect, ...reached].every((value) => Math.abs(value) < LARGEST_EFFECT);
      return isBounded ? pairOf(`polynomial ${degree}`, { ...rows, mechanism }, false) : undefined;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

/** Σ θ·x^i·y^j over i + j ≤ degree. */
function polynomialVelocity(degree: number, rng: Rng): DrivingVelocity {
  const powers = Array.from({ length: degree + 1 }, (_, i) => i).flatMap((i) =>
    Array.from({ length: degree + 1 - i }, (_, j) => ({ i, j, theta: (SIZES[i + j] ?? 0) * rng.normal() })),
  );
  const sum = (of: (term: (typeof powers)[number]) => number) => powers.reduce((total, term) => total + of(term), 0);
  return {
    name: `polynomial of degree ${degree}, ${polynomialTerms(degree).length} terms`,
    into(y, x, out) {
      out.v = sum(({ i, j, theta }) => theta * x ** i * y ** j);
      out.dEffect = sum(({ i, j, theta }) => (j > 0 ? theta * j * x ** i * y ** (j - 1) : 0));
      out.dEffectEffect = sum(({ i, j, theta }) => (j > 1 ? theta * j * (j - 1) * x ** i * y ** (j - 2) : 0));
      out.dCause = sum(({ i, j, theta }) => (i > 0 ? theta * i * x ** (i - 1) * y ** j : 0));
    },
  };
}

const RULES: Readonly<Record<string, (candidates: readonly VelocityCandidate[], truth: string) => string>> = {
  "nats (auto)": ([best]) => best?.velocity ?? "",
  "left-out loss": (candidates) => candidates.reduce((a, b) => (b.heldOutLoss < a.heldOutLoss ? b : a)).velocity,
  "always location-scale": () => LOCATION_SCALE,
  "always the true class": (_, truth) => truth,
};

function errorOf(simulated: SimulatedPair, name: string): number {
  const velocity = name === LOCATION_SCALE ? LOCATION_SCALE : velocityNamed(name);
  const { fitted } = fitDirection(simulated.pair, "x->y", { velocity, routines });
  const { error, lostShare } = mechanismError(fitted, simulated);
  return lostShare > 0 ? Number.POSITIVE_INFINITY : error;
}

/** The class of a regression of location and scale: additive if the scale is constant. */
function formOf({ pair }: SimulatedPair): string {
  const { x, y } = standardize(pair);
  return locationScaleFlow(x, y, { routines }).regression.coefficients.logScale.length === 0 ? "v-anm" : "v-lsnm";
}

const percent = (count: number, of: number): string => `${Math.round((100 * count) / of)}%`;
const lines: string[] = [];
const picks: string[] = [];
for (const { name, holds, draw } of TRUTHS) {
  const pairs: SimulatedPair[] = [];
  for (let seed = 1; pairs.length < PAIRS; seed++) {
    const drawn = draw(seed);
    if (drawn) pairs.push(drawn);
  }
  const chosen = new Map(Object.keys(RULES).map((rule) => [rule, [] as string[]]));
  const errors = new Map(Object.keys(RULES).map((rule) => [rule, [] as number[]]));
  for (const simulated of pairs) {
    const candidates = velocityCandidates(standardize(simulated.pair), "x->y", { routines });
    for (const [rule, choose] of Object.entries(RULES)) {
      const choice = choose(candidates, name);
      chosen.get(rule)?.push(choice);
      errors.get(rule)?.push(errorOf(simulated, choice));
    }
  }
  for (const rule of Object.keys(RULES)) {
    const names = chosen.get(rule) ?? [];
    const own = names.filter(
      (each, k) => each === name || (each === LOCATION_SCALE && formOf(pairs[k]) === name),
    ).length;
    const held = names.filter((each) => holds.includes(each)).length;
    const of = errors.get(rule) ?? [];
    const lost = of.filter((error) => error === Number.POSITIVE_INFINITY).length;
    const error = median(of);
    const shownError = Number.isFinite(error) ? error.toFixed(3) : "lost";
    const cells = [percent(own, PAIRS), percent(held, PAIRS), shownError, percent(lost, PAIRS)];
    lines.push(`| ${name} | ${rule} | ${cells.join(" | ")} |`);
    console.log(lines.at(-1));
  }
  const counts = new Map<string, number>();
  for (const each of chosen.get("nats (auto)") ?? []) counts.set(each, (counts.get(each) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a).map(([each, count]) => `${each} ${count}`);
  picks.push(`| ${name} | ${sorted.join(", ")} |`);
}

const document = `# Choosing the class of velocities

Made by \`npm run bench -- velocity-choice\`; regenerate, do not edit. ${PAIRS} simulated pairs of each class, ${ROWS} rows: additive, location-scale and post-nonlinear ones are families of the calibration kit, polynomial ones follow random polynomials, without those whose curves run to infinity. \`auto\` takes the class that describes the rows in the fewest nats; the rule that takes the smallest loss of left-out rows stands beside it, and so do the default, which never chooses, and a rule that knows the class, which is fitted to estimated scores: what a perfect choice could gain.

*Own class*: the smallest class that holds the true velocity is taken; the regression counts as additive noise where its scale is constant, else as location-scale noise. *Holds it*: a class that holds it. *Error*: median over the pairs of the root mean square difference of counterfactuals to the truth, in standard deviations of the effect. *Lost*: pairs in which a curve of the class ends before a value that is asked for, counted as the largest error.

| true class | rule | own class | holds it | error | lost |
|---|---|---:|---:|---:|---:|
${lines.join("\n")}

What \`auto\` takes:

| true class | taken, of ${PAIRS} |
|---|---|
${picks.join("\n")}

A share is known to about ${Math.round(100 / Math.sqrt(PAIRS))} points (two standard errors, at one half). No constant was chosen with these pairs in view: the penalty is that of the evidence \`flow-likelihood\`.
`;
writeFileSync(fileURLToPath(new URL("../docs/benchmarks/velocity-choice.md", import.meta.url)), document);
