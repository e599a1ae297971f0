import {
  bestRoutines,
  counterfactual,
  counterfactualOn,
  decide,
  diagnose,
  explain,
  graph,
  intervene,
  plainRoutines,
  seededRng,
  tableFromColumns,
} from "../../packages/causal-velocity/dist/index.js";
import {
  allMethods,
  paperDistinctRows,
  simulate,
  simulators,
  trueScores,
  trueVelocity,
} from "../../packages/causal-velocity/dist/lab.js";
import {
  basisVelocity,
  fitBoth,
  fitScm,
  fourierTerms,
  hsic,
  hsicFeatures,
  hsicGammaTail,
  hsicPermutationTail,
  kernelEntropy,
  lsnmVelocity,
  medianDistance,
  pairScores,
  pnlVelocity,
  polynomialTerms,
  RULES,
  scoreEstimators,
  spacingEntropy,
  standardize,
} from "../../packages/causal-velocity/dist/model.js";
import { seededPairs } from "./seeded-pairs.js";

// Runs unchanged in Node, a page and a worker: it uses only the language and the published bundle.

/** Points away from the sample where score functions are evaluated: within it, at its edge, far out. */
const POINTS = Float64Array.of(-6, -1.5, -0.25, 0, 0.5, 2, 30);

/** A basis that calls every function an expression may call. */
const EVERY_FUNCTION =
  "1, sin(x)*y, exp(-cos(y)^2), tanh(x-y)^3, atan(x)/cosh(y/4), sinh(x/9)*log(1+y^2), sqrt(abs(x)+1)^0.3, tan(x/20)^-2, 2^(y/9)";

/** With more rows than this, plain scores take seconds for all methods. */
const MANY_ROWS = 1000;

/** Rows enough for methods that estimate no scores to take every branch. */
const DRAWN_ROWS = 300;

/**
 * The results of the library for the seeded pairs: one entry for each number or column, `"place": "hex digits"`, 16
 * digits a number, as JSON. Texts stay as they are.
 */
export function fingerprint() {
  const entries = {};
  const note = (place, value) => {
    if (typeof value === "number") entries[place] = hex([value]);
    else if (value instanceof Float64Array) entries[place] = hex(value);
    else if (typeof value !== "object") entries[place] = String(value);
    else for (const [key, part] of Object.entries(value)) note(`${place}, ${key}`, part);
  };
  const routines = { plain: plainRoutines, best: bestRoutines() };
  note("routines", { plain: routines.plain.name, best: routines.best.name });
  const pairs = seededPairs();
  for (const [name, pair] of Object.entries(pairs)) {
    note(`${name}, columns`, { x: pair.x, y: pair.y });
    for (const score of ["stein", "kde"]) {
      for (const kind of ["plain", "best"]) {
        notePair(note, `${name}, ${score}, ${kind} routines`, pair, { score, routines: routines[kind] });
      }
    }
    for (const kind of ["plain", "best"]) noteScoreless(note, `${name}, ${kind} routines`, pair, routines[kind]);
  }
  for (const score of Object.keys(scoreEstimators))
    note(`ties, ${score}`, decide(pairs.ties, { method: "v-lsnm", score }));
  for (const rule of RULES) note(`bent, ${rule} rule`, decide(pairs.bent, { method: "v-lsnm", rule }));
  note("bent, trained", decide(pairs.bent, { method: "b-quad-exp", fit: "paper", seed: 5 }));
  note("bent, own basis", decide(pairs.bent, { basis: EVERY_FUNCTION }));
  note("bent, trimmed and drawn", decide(pairs.bent, { method: "v-lsnm", trim: 0.05, maxRows: 500, seed: 7 }));
  for (const kind of ["plain", "best"]) {
    const computed = { maxRows: 300, routines: routines[kind] };
    note(`bent, explain, ${kind} routines`, explain(pairs.bent, computed));
    const question = { direction: "x->y", from: { cause: 0.2, effect: 0.5 }, to: [-1, 1, 4] };
    note(`bent, counterfactual, ${kind} routines`, counterfactual(pairs.bent, question, computed));
    note(`bent, diagnose, ${kind} routines`, diagnose(pairs.bent, computed));
    const table = threeColumns(pairs.bent);
    note(`graph, ${kind} routines`, graph(table, computed));
    const setX = { set: { column: "x", value: 0.5 } };
    note(`intervention, ${kind} routines`, intervene(table, KNOWN, setX, computed));
    note(`counterfactual on a graph, ${kind} routines`, counterfactualOn(table, KNOWN, { row: 3, ...setX }, computed));
    noteHsic(note, `bent, hsic, ${kind} routines`, pairs.bent, routines[kind]);
    // Large enough to be trained at the nodes of panels.
    const large = { method: "v-anm-nn", size: "3x22", routines: routines[kind] };
    note(`bent, large network, ${kind} routines`, decide(pairs.bent, large));
    note(`bent, entropy, ${kind} routines`, kernelEntropy(pairs.bent.x, { routines: routines[kind] }));
  }
  note("bent, entropy by spacings", spacingEntropy(pairs.bent.x));
  noteFlows(note, "bent, flow", pairs.bent);
  note("rows drawn as the paper does", Float64Array.from(paperDistinctRows(2000, 40, 3)));
  for (const { name } of simulators) noteSimulated(note, `simulated ${name}`, simulate(name, { n: 40, seed: 3 }));
  return JSON.stringify(entries);
}

const KNOWN = {
  columns: ["x", "y", "z"],
  edges: [
    { from: "x", to: "y" },
    { from: "x", to: "z" },
    { from: "y", to: "z" },
  ],
};

/** A pair, and a column that both drive. */
function threeColumns({ x, y }) {
  const rng = seededRng(8);
  const z = x.map((value, i) => value * y[i] + rng.normal());
  return tableFromColumns(Object.entries({ x, y, z }).map(([name, values]) => ({ name, values })));
}

/** A simulated pair with all its known truth. */
function noteSimulated(note, place, simulated) {
  note(place, { x: simulated.pair.x, y: simulated.pair.y, truth: simulated.truth });
  note(`${place}, velocity`, trueVelocity(simulated) ?? "not known");
  note(`${place}, scores`, trueScores(simulated) ?? "not known");
}

/** A network small enough to be trained within milliseconds. */
const SMALL_NETWORK = { size: "2x4", maxRows: 150 };

/** The scores and every method's decision; if that is slow, one decision that uses all scores. */
function notePair(note, place, pair, { score, routines }) {
  const isFast = pair.x.length <= MANY_ROWS || routines === bestRoutines();
  if (isFast) noteScores(note, place, pair, scoreEstimators[score]({ routines }));
  const withScores = allMethods.filter(({ defaults }) => "score" in defaults);
  for (const entry of withScores.filter(({ name }) => isFast || name === "v-lsnm")) {
    const network = entry.defaults.size ? SMALL_NETWORK : {};
    note(`${place}, ${entry.name}`, decide(pair, { method: entry, score, routines, ...network }));
  }
}

/** Decisions of the methods that estimate no scores, as published too. */
function noteScoreless(note, place, pair, routines) {
  for (const entry of allMethods) {
    const { name, defaults } = entry;
    if ("score" in defaults) continue;
    const options = { method: entry, routines, maxRows: DRAWN_ROWS, ...(defaults.steps ? { steps: 20 } : {}) };
    note(`${place}, ${name}`, decide(pair, options));
    if ("asPublished" in defaults)
      note(`${place}, ${name} as published`, decide(pair, { ...options, asPublished: true }));
  }
}

/** Scores at the rows and, with their derivatives, away from them. */
function noteScores(note, place, pair, estimator) {
  const { x, y, jointX, jointY, estimates } = pairScores(standardize(pair), estimator);
  note(`${place}, scores at the rows`, { x, y, jointX, jointY });
  note(`${place}, joint score off the rows`, estimates.joint.at([POINTS, POINTS.toReversed()]));
  note(`${place}, its derivatives`, estimates.joint.jacobianAt([POINTS, POINTS.toReversed()]));
}

/** Dependence with both its p-values: gamma function and permutations. */
function noteHsic(note, place, pair, routines) {
  const [x, y] = [pair.x, pair.y].map((column) => hsicFeatures(column, medianDistance(column), { routines }));
  const statistic = hsic(x, y);
  note(place, {
    statistic,
    gammaTail: hsicGammaTail(statistic, x, y),
    permutationTail: hsicPermutationTail(x, y, 50, seededRng(3)),
  });
}

/** Structural models in closed form, by the solver, and with lost curves. */
function noteFlows(note, place, pair) {
  const standard = standardize(pair);
  const scores = pairScores(standard, scoreEstimators.stein({ routines: bestRoutines() }));
  const trig = basisVelocity("b-trig", fourierTerms());
  for (const velocity of [lsnmVelocity(), pnlVelocity(), basisVelocity("b-quad", polynomialTerms(2)), trig]) {
    for (const [direction, fit] of Object.entries(fitBoth(velocity, standard, scores))) {
      const scm = fitScm(fit);
      const { cause, effect } = fit.oriented;
      note(`${place}, ${velocity.name}, ${direction}`, {
        residual: { noise: scm.residual.noise, logJacobian: scm.residual.logJacobian, lost: scm.residual.lost },
        density: scm.logConditional(cause, effect),
        sample: scm.sample(100, seededRng(4)),
        mean: scm.interventionMean(POINTS.subarray(1, 6)),
        quantiles: scm.interventionQuantiles(POINTS.subarray(1, 6), [0.1, 0.5]),
      });
    }
  }
}

/** The 64 bits of each number, most significant first. */
function hex(numbers) {
  const view = new DataView(new ArrayBuffer(8));
  const half = (offset) => view.getUint32(offset).toString(16).padStart(8, "0");
  return Array.from(numbers, (number) => {
    view.setFloat64(0, number);
    return half(0) + half(4);
  }).join("");
}
