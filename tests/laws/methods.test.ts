import { columnMemo } from "@causal-velocity/core/compute/memo.js";
import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import type { Law, MethodEntry, MethodSettings, Verdict } from "@causal-velocity/core/decide/decision.js";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";
import { describe, expect, test } from "vitest";
import { generatedPairs } from "../golden/generated-pairs.js";
import { decide } from "../support/decide.js";

/** Standardizing a shifted or scaled column rounds differently in the last digit, and the solution amplifies that. */
const RTOL = 1e-9;
const toleranceOf = ({ rounding = RTOL }: MethodEntry) => rounding;

/** Plain networks take tenths of a second a pair: these laws are tested with the fast routines, contracts with both. */
const routines = wasmRoutines();
const chosen = ({ name, defaults }: MethodEntry) => ({
  method: name,
  ...(defaults.size ? { routines } : {}),
  // A thousand steps take seconds; they have separate laws below.
  ...(defaults.steps ? { routines, steps: 20 } : {}),
});

const OPPOSITE: Readonly<Record<Verdict, Verdict>> = {
  "x->y": "y->x",
  "y->x": "x->y",
  "cannot-tell": "cannot-tell",
};

const mapBoth = (pair: Pair, f: (column: Float64Array, axis: "x" | "y") => Float64Array): Pair =>
  pairFromColumns(f(pair.x, "x"), f(pair.y, "y"), pair.names);

/** A fixed permutation, drawn once per length. */
function shuffled(column: Float64Array): Float64Array {
  const rng = seededRng(99);
  const order = Array.from(column, (_, i) => ({ i, key: rng.uniform() })).sort((a, b) => a.key - b.key);
  return Float64Array.from(order, ({ i }) => column[i]);
}

/** What is done to the pair, and what must happen to the answer: −1 negates the margin, 1 keeps it. */
const LAWS: Readonly<Record<Law, { readonly sign: 1 | -1; transform(pair: Pair): Pair }>> = {
  swap: { sign: -1, transform: ({ x, y, names }) => pairFromColumns(y, x, { x: names.y, y: names.x }) },
  "row-order": { sign: 1, transform: (pair) => mapBoth(pair, shuffled) },
  shift: { sign: 1, transform: (pair) => mapBoth(pair, (c, axis) => c.map((v) => v + (axis === "x" ? 37.25 : -11.5))) },
  scale: { sign: 1, transform: (pair) => mapBoth(pair, (c, axis) => c.map((v) => v * (axis === "x" ? 1000 : 0.03))) },
  sign: { sign: 1, transform: (pair) => mapBoth(pair, (c, axis) => (axis === "x" ? c.map((v) => -v) : c)) },
};

/** Every option that changes the computation is tested too, on the pairs most likely to break the laws. */
const HARD_PAIRS = ["location-scale", "heavy-tails", "ties"];
const SETTINGS = [
  { fit: "paper" },
  { rule: "absolute", trim: 0.05 },
  { rule: "relative", score: "kde" },
  { score: "stein-exponential" },
  { score: "kde-gaussian" },
  { score: "kde-published", trim: 0.1 },
  { score: "hybrid" },
  { asPublished: true },
] as const satisfies readonly MethodSettings[];
/** Options that do the same to every velocity, and are tested with two of them. */
const TUNED_METHODS = ["v-lsnm", "b-quad"];
const TUNED_SETTINGS = [
  { ridge: 0.5, bandwidth: [1.4, 0.7] },
  { score: "kde", ridge: 0.001, bandwidth: 1.5 },
  { penalty: "2:0.01" },
  { penalty: "3:0.0001" },
  { fit: "paper", steps: 30, rate: 0.05, init: 2, penalty: "1:0.01" },
  { score: "stein-cv" },
] as const satisfies readonly MethodSettings[];

/** The entries of a list that use only options of the method. */
function understood<T extends MethodSettings>({ defaults }: MethodEntry, settings: readonly T[]): T[] {
  return settings.filter((setting) => Object.keys(setting).every((key) => Object.hasOwn(defaults, key)));
}

/** Whether a law is waived for a method under these options, whatever the pair. */
function isExempt({ exempt, defaults }: MethodEntry, law: string, setting: MethodSettings): boolean {
  const chosen: Readonly<Record<string, unknown>> = { ...defaults, ...setting };
  return exempt.some(
    (exemption) =>
      exemption.law === law &&
      exemption.finding === undefined &&
      Object.entries(exemption.when ?? {}).every(([key, value]) => chosen[key] === value),
  );
}

/** Rows that follow each other, weakly enough for a verdict: a pair with finding `ordered-rows`. */
function orderedPair(): Pair {
  const rng = seededRng(2);
  let [cause, noise] = [0, 0];
  const x = Float64Array.from({ length: 1000 }, () => {
    cause = 0.6 * cause + rng.normal();
    return cause;
  });
  const y = x.map((value) => {
    noise = 0.4 * noise + rng.normal();
    return value + 0.5 * value * value + noise;
  });
  return pairFromColumns(x, y);
}

/** The largest of what a margin is made of: contributions that cancel round as they did before. */
function sizeOf({ cost, evidence = [] }: PairDecision): number {
  return Math.max(...[...Object.values(cost), ...evidence.map(({ logOdds }) => logOdds)].map(Math.abs));
}

function sameUpTo(sign: 1 | -1, before: PairDecision, after: PairDecision, tolerance: number, where: string): void {
  const size = sizeOf(before);
  expect(Math.abs(after.margin - sign * before.margin), where).toBeLessThanOrEqual(tolerance * size);
  // Only margins above the tie tolerance have a verdict that rounding cannot move.
  if (Math.abs(before.margin) > 10 * tolerance * size) {
    expect(after.verdict, where).toBe(sign === 1 ? before.verdict : OPPOSITE[before.verdict]);
  }
}

/** Options as a message names them. */
function shownOptions({ routines: _, ...options }: ReturnType<typeof chosen>): string {
  return `options ${JSON.stringify(options)}`;
}

// Laws of every method, including the two-step method of sec:velocity:discovery.
describe.each(allMethods)("laws of $name", (entry) => {
  const tolerance = toleranceOf(entry);
  /** The unchanged decision, computed once. */
  const undisturbed = new Map<string, PairDecision>();
  const undisturbedDecision = (name: string, pair: Pair, options: ReturnType<typeof chosen>): PairDecision => {
    const key = `${name} ${JSON.stringify({ ...options, routines: undefined })}`;
    const decision = undisturbed.get(key) ?? decide(pair, options);
    undisturbed.set(key, decision);
    return decision;
  };

  for (const [law, { sign, transform }] of Object.entries(LAWS)) {
    if (isExempt(entry, law, {})) continue;
    const outcome = `margin ${sign === 1 ? "unchanged" : "negated"} to ${tolerance}`;
    test(`${law}: ${outcome}`, () => {
      for (const { name, pair } of generatedPairs()) {
        const options = chosen(entry);
        sameUpTo(
          sign,
          undisturbedDecision(name, pair, options),
          decide(transform(pair), options),
          tolerance,
          `pair ${name}, ${shownOptions(options)}`,
        );
      }
    });

    const known = [...understood(entry, SETTINGS), ...(TUNED_METHODS.includes(entry.name) ? TUNED_SETTINGS : [])];
    const settings = known.filter((setting) => !isExempt(entry, law, setting));
    if (settings.length === 0) continue;
    test(`${law} under every other option: ${outcome}`, { tags: ["slow"] }, () => {
      for (const { name, pair } of generatedPairs().filter(({ name }) => HARD_PAIRS.includes(name))) {
        for (const setting of settings) {
          const options = { ...chosen(entry), ...setting };
          sameUpTo(
            sign,
            undisturbedDecision(name, pair, options),
            decide(transform(pair), options),
            tolerance,
            `pair ${name}, ${shownOptions(options)}`,
          );
        }
      }
    });
  }

  for (const { law, reason, when, finding } of entry.exempt) {
    test(`exempt from ${law}, because ${reason}: the law does fail`, () => {
      const options = { ...chosen(entry), ...when };
      const pairs = finding === undefined ? generatedPairs() : [{ pair: orderedPair() }];
      const broken = pairs.some(({ pair }) => {
        const before = decide(pair, options);
        if (finding !== undefined) expect(before.findings.map(({ code }) => code)).toContain(finding);
        const after = decide(LAWS[law].transform(pair), options);
        return Math.abs(after.margin - LAWS[law].sign * before.margin) > Math.max(1e-6, tolerance) * sizeOf(before);
      });
      expect(broken, `${law} holds on every pair: remove the exemption`).toBe(true);
    });
  }

  test("the same seed gives the same bytes, and the input arrays are not changed", () => {
    const rng = seededRng(5);
    const x = Float64Array.from({ length: 400 }, () => rng.normal());
    const y = x.map((value) => value * value + rng.normal());
    const [copyX, copyY] = [x.slice(), y.slice()];
    const [trimmed = {}] = understood(entry, [{ trim: 0.05 }]);
    const options = { ...chosen(entry), seed: 3, maxRows: 150, ...trimmed };
    const first = decide(pairFromColumns(x, y), options);
    expect(JSON.stringify(decide(pairFromColumns(x, y), options))).toBe(JSON.stringify(first));
    // Another seed draws other rows, and changes not only the recorded seed.
    expect(decide(pairFromColumns(x, y), { ...options, seed: 4 }).cost).not.toEqual(first.cost);
    expect([x, y]).toEqual([copyX, copyY]);
  });

  test("columns of two or three values: no law broken, no verdict from rounding", () => {
    const draws = seededRng(31);
    for (const levels of [2, 3]) {
      const a = Float64Array.from({ length: 60 }, () => Math.floor(levels * draws.uniform()));
      const b = a.map((value) => (draws.uniform() < 0.7 ? value : Math.floor(levels * draws.uniform())));
      const pair = pairFromColumns(a, b);
      for (const setting of [{}, ...understood(entry, [{ rule: "relative" } as const])]) {
        const options = { ...chosen(entry), ...setting };
        const before = decide(pair, options);
        if (!isExempt(entry, "row-order", setting)) {
          expect(decide(LAWS["row-order"].transform(pair), options).verdict).toBe(before.verdict);
        }
        expect(decide(LAWS.swap.transform(pair), options).verdict).toBe(OPPOSITE[before.verdict]);
      }
    }
  });

  test("two equal columns: cannot tell", () => {
    const [{ pair }] = generatedPairs();
    expect(decide(pairFromColumns(pair.x, pair.x), chosen(entry)).verdict).toBe("cannot-tell");
  });

  if (entry.costs !== "difference") {
    test("no cost is below 0", () => {
      for (const { pair } of generatedPairs()) {
        for (const cost of Object.values(decide(pair, chosen(entry)).cost)) expect(cost).toBeGreaterThanOrEqual(0);
      }
    });
  }

  test("survives a structured clone: a decision can be sent to a worker", () => {
    const [{ pair }] = generatedPairs();
    const decision = decide(pair, chosen(entry));
    expect(structuredClone(decision)).toEqual(decision);
  });
});

// Rounding grows with the steps, and on these pairs it grew most among those tried.
describe.each([
  ["ls", 2],
  ["exponential", 1],
] as const)("laws of networks trained for all their steps, %s pair %i", (kind, number) => {
  const { pair } = simulate(kind, { n: 200, seed: 11, number });
  const trained = allMethods.filter(({ defaults }) => defaults.steps);
  const memo = columnMemo();

  for (const [law, { sign, transform }] of Object.entries(LAWS)) {
    test.each(trained.filter((entry) => !isExempt(entry, law, {})))(`$name, ${law}`, { tags: ["slow"] }, (entry) => {
      const options = { method: entry.name, routines, memo };
      sameUpTo(
        sign,
        decide(pair, options),
        decide(transform(pair), options),
        toleranceOf(entry),
        `seed 11, number ${number}`,
      );
    });
  }
});
