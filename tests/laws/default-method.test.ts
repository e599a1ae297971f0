import { columnMemo } from "@causal-velocity/core/compute/memo.js";
import { type PairDecision, stability } from "@causal-velocity/core/decide/decide.js";
import { EVIDENCE_WEIGHTS } from "@causal-velocity/core/decide/evidence-weights.js";
import { measuresOf } from "@causal-velocity/core/decide/measure-pair.js";
import { classFit, EVIDENCE_NAMES, weighEvidence } from "@causal-velocity/core/decide/weigh-evidence.js";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { takeRows } from "@causal-velocity/core/pair/resample.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import type { InputError } from "@causal-velocity/core/primitives/errors.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { randomPair } from "@causal-velocity/lab/simulate/random/random-pair.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { roundColumn } from "@causal-velocity/lab/simulate/simulator.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";
import { decide } from "../support/decide.js";

const options = { method: "default", routines: compiledRoutines() };
/** Kinds of evidence that a few far rows do not mislead. */
const NOT_MISLED = "learned,location-scale velocity";

/** How many of some simulated pairs get a verdict, and how many none because of each gate or reason. */
function reasonsOf(count: number, draw: (seed: number) => Parameters<typeof decide>[0]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let seed = 0; seed < count; seed++) {
    const { gate, reason } = decide(draw(seed), options);
    const why = gate ?? reason ?? "verdict";
    counts[why] = (counts[why] ?? 0) + 1;
  }
  return counts;
}

/** 600 rows of y = x² + 0.3·e. */
function bowl(seed: number): Pair {
  const rng = seededRng(seed);
  const x = Float64Array.from({ length: 600 }, () => rng.normal());
  return pairFromColumns(
    x,
    x.map((value) => value * value + 0.3 * rng.normal()),
  );
}

describe("the default method", () => {
  test("margin, probability, costs and evidence are one and the same log odds", () => {
    for (let seed = 0; seed < 8; seed++) {
      const {
        margin,
        probability,
        cost,
        evidence = [],
      } = decide(randomPair(seed, { n: 300, relation: "directed" }).pair, {
        ...options,
        abstain: 0.5,
      });
      expect(evidence.reduce((sum, { logOdds }) => sum + logOdds, 0)).toBe(margin);
      if (probability !== undefined) expect(probability).toBeCloseTo(1 / (1 + Math.exp(-Math.abs(margin))), 12);
      expect(cost["y->x"] - cost["x->y"]).toBe(margin);
    }
  });

  test("swapped columns: the same probability, gate and reason, evidence negated", () => {
    for (let seed = 0; seed < 8; seed++) {
      const { pair } = randomPair(seed, { n: 200 });
      const before = decide(pair, options);
      const after = decide(pairFromColumns(pair.y, pair.x), options);
      expect(after.probability ?? 0).toBeCloseTo(before.probability ?? 0, 9);
      expect([after.gate, after.reason]).toEqual([before.gate, before.reason]);
      before.evidence?.forEach(({ logOdds }, i) => {
        expect(after.evidence?.[i].logOdds).toBeCloseTo(-logOdds, 8);
      });
    }
  });

  test("a closed gate leaves no probability and no reason, its own finding, and the margin of a forced choice", () => {
    const decision = decide(simulate("independent", { seed: 2, n: 300 }).pair, options);
    const { gate, margin, evidence, findings } = decision;
    expect(gate).toBe("independent");
    expect(decision).not.toHaveProperty("probability");
    expect(decision).not.toHaveProperty("reason");
    expect(findings.filter(({ severity }) => severity === "fail")).toMatchObject([{ code: "independent" }]);
    expect(margin).not.toBe(0);
    expect(evidence?.map(({ name }) => name)).toEqual(EVIDENCE_NAMES);
  });

  // eq:anm:constraint: linear-Gaussian pairs are additive in both directions.
  test("cannot tell linear-Gaussian and independent pairs, 95% of them", () => {
    const linear = reasonsOf(60, (seed) => simulate("linear-gaussian", { seed, n: 300 }).pair);
    expect(linear.verdict ?? 0).toBeLessThanOrEqual(3);
    expect(linear["linear-gaussian"]).toBeGreaterThanOrEqual(50);
    const unrelated = reasonsOf(60, (seed) => simulate("independent", { seed, n: 300 }).pair);
    expect(unrelated.verdict ?? 0).toBeLessThanOrEqual(3);
    expect(unrelated.independent).toBeGreaterThanOrEqual(55);
  });

  test("cannot tell linear-Gaussian pairs of which each column is rescaled, rounded or clipped, 95% of them", {
    tags: ["slow"],
  }, () => {
    const maps: readonly ((column: Column) => Column)[] = [
      (column) => column.map((value) => Math.exp(0.7 * value)),
      (column) => column.map((value) => value ** 3),
      (column) => roundColumn(column, 0.2),
      (column) => column.map((value) => Math.min(Math.max(value, -1.8), 1.5)),
      (column) => column,
    ];
    for (const n of [200, 1000]) {
      const counts = reasonsOf(40, (seed) => {
        const { x, y } = simulate("linear-gaussian", { seed, n }).pair;
        return pairFromColumns(maps[seed % 5](x), maps[(seed + 1 + (seed >> 3)) % 5](y));
      });
      expect(counts.verdict ?? 0, `${n} rows`).toBeLessThanOrEqual(4);
      expect(counts["gaussian-copula"], `${n} rows`).toBeGreaterThanOrEqual(15);
    }
  });

  test("with fewer than 150 rows a possible Gaussian copula closes no gate, unless one column is a map of the other", () => {
    const rng = seededRng(2);
    const [x, noise] = [0, 1].map(() => Float64Array.from({ length: 150 }, () => rng.normal()));
    const y = x.map((value, i) => Math.exp(2 * (value + noise[i])));
    const skewed = (n: number) => pairFromColumns(x.slice(0, n).map(Math.exp), y.slice(0, n));
    expect(decide(skewed(149), options)).not.toHaveProperty("gate");
    expect(decide(skewed(150), options).gate).toBe("gaussian-copula");
    expect(
      decide(
        pairFromColumns(
          x,
          x.map((value) => value ** 3),
        ),
        options,
      ).gate,
    ).toBe("exact-function");
  });

  test("decides additive and location-scale pairs of 1,000 rows, nine in ten", () => {
    for (const kind of ["an", "ls", "mn-u"]) {
      let right = 0;
      for (let seed = 0; seed < 10; seed++) {
        const { pair, truth } = simulate(kind, { seed, n: 1000 });
        if (decide(pair, options).margin > 0 === (truth === "x->y")) right += 1;
      }
      expect(right, kind).toBeGreaterThanOrEqual(9);
    }
  });

  test("rounding does not make a direction of a linear-Gaussian pair", () => {
    const rounded = reasonsOf(30, (seed) => {
      const { x, y } = simulate("linear-gaussian", { seed, n: 1000 }).pair;
      return seed % 2 ? pairFromColumns(roundColumn(x, 0.8), y) : pairFromColumns(x, roundColumn(y, 0.8));
    });
    expect(rounded.verdict ?? 0).toBeLessThanOrEqual(2);
  });

  test("a value in many rows, and no other like it, is no density: zeros of what is mostly absent, a limit", () => {
    const { pair } = simulate("an", { seed: 2, n: 400 });
    const absent = pair.x.map((value, i) => (i % 2 ? value : 0));
    const limited = pair.y.map((value) => Math.max(value, pair.y[0]));
    for (const column of [absent, limited]) {
      expect(decide(pairFromColumns(column, pair.y), options).gate).toBe("discrete");
      expect(decide(pairFromColumns(pair.x, column), options).gate).toBe("discrete");
    }
  });

  test("one row with a slip of the decimal point does not decide", () => {
    for (const kind of ["an", "ls", "mn-u"]) {
      const { pair, truth } = simulate(kind, { seed: 4, n: 400 });
      const slipped = pair.x.map((value, i) => (i === 7 ? 1e6 : value));
      const { verdict, gate, findings } = decide(pairFromColumns(slipped, pair.y), options);
      expect([truth, "cannot-tell"], kind).toContain(verdict);
      expect([undefined, "extreme-rows"], kind).toContain(gate);
      expect(findings.map(({ code }) => code)).toContain(gate ?? "heavy-tails");
    }
    // The network and the location-scale velocity see that this row is unlike all others; without them it would decide.
    for (const seed of [0, 1, 2]) {
      const { x, y } = bowl(seed);
      const slipped = x.map((value, i) => (i === 7 ? 1e6 : value));
      expect(decide(pairFromColumns(slipped, y), { ...options, without: NOT_MISLED }).gate).toBe("extreme-rows");
      expect(decide(pairFromColumns(slipped, y), options).verdict).not.toBe("y->x");
    }
  });

  test("columns of two values and rows on a line have no direction; three values may have one", () => {
    const { pair } = simulate("an", { seed: 1, n: 300 });
    const coarse = pairFromColumns(pair.x, roundColumn(pair.y, 2.5));
    expect(decide(coarse, options)).toMatchObject({ verdict: "cannot-tell", gate: "discrete" });
    // Values with the same number of rows each: none of them is an atom.
    const ranks = pair.y.slice().sort();
    const parts = (count: number) => pair.y.map((value) => Math.floor((count * ranks.indexOf(value)) / ranks.length));
    expect(decide(pairFromColumns(pair.x, parts(2)), options).gate).toBe("discrete");
    expect(decide(pairFromColumns(pair.x, parts(3)), options).gate).not.toBe("discrete");
    const line = pairFromColumns(
      pair.x,
      pair.x.map((value) => 3 - 2 * value),
    );
    expect(decide(line, options)).toMatchObject({ verdict: "cannot-tell", gate: "linear-gaussian" });
  });

  test("answers only from the wanted probability on; 0.5 leaves the gates", () => {
    let [atHalf, atNine] = [0, 0];
    for (let seed = 0; seed < 20; seed++) {
      const { pair } = randomPair(seed, { n: 200, relation: "directed" });
      const answered = (abstain: number): PairDecision => decide(pair, { ...options, abstain });
      const [half, nine] = [answered(0.5), answered(0.9)];
      if (half.verdict !== "cannot-tell") atHalf += 1;
      if (nine.verdict !== "cannot-tell") {
        atNine += 1;
        expect(nine.probability).toBeGreaterThanOrEqual(0.9);
      }
      expect(nine.margin).toBe(half.margin);
    }
    expect(atNine).toBeLessThan(atHalf);
    for (const abstain of [0.4, 1, Number.NaN]) {
      expect(() => decide(simulate("an", { n: 50 }).pair, { ...options, abstain })).toThrow(
        expect.objectContaining({ code: "wrong-option" } satisfies Partial<InputError>),
      );
    }
  });

  test("says why it is not sure: a threshold that was set, contributions that cancel, a class that fits neither way, or none of these", () => {
    const counts = { "below-threshold": 0, "evidence-split": 0, "neither-fit": 0, "both-fit": 0 };
    // Fewer kinds of evidence are sure less often, each for a reason of its own.
    const choices = ["", "learned", "learned, likelihood", "learned, likelihood, quadratic velocity"];
    for (let seed = 0; seed < 20; seed++) {
      const { pair } = randomPair(seed, { n: 600, relation: "directed", rounded: false });
      const measures = measuresOf(pair, { routines: options.routines });
      if (measures.gate) continue;
      const memo = columnMemo();
      const strict = decide(pair, { ...options, memo, abstain: 0.999 });
      if (strict.verdict === "cannot-tell" && !strict.gate) {
        expect(strict.reason, `seed ${seed}`).toBe("below-threshold");
        counts["below-threshold"] += 1;
      }
      for (const without of choices) {
        const { verdict, gate, reason, evidence = [], margin } = decide(pair, { ...options, memo, without });
        if (verdict !== "cannot-tell" || gate) continue;
        const size = evidence.reduce((sum, { logOdds }) => sum + Math.abs(logOdds), 0);
        const isSplit = size > 1 && size > 2 * Math.abs(margin);
        const unclear = isSplit ? "evidence-split" : classFit(measures) < 0.5 ? "neither-fit" : "both-fit";
        expect(reason, `seed ${seed} without ${without}`).toBe(unclear);
        counts[unclear] += 1;
      }
    }
    for (const [reason, count] of Object.entries(counts)) expect(count, reason).toBeGreaterThan(0);
  });

  test("of few rows it says so where it cannot tell", () => {
    let unsure = 0;
    for (let seed = 0; seed < 30; seed++) {
      const { pair } = randomPair(seed, { n: 60, relation: "directed", rounded: false });
      const { verdict, gate, reason } = decide(pair, options);
      if (verdict !== "cannot-tell" || gate === "extreme-rows") continue;
      expect(gate ?? reason, `seed ${seed}`).toBe("few-rows");
      if (reason) unsure += 1;
    }
    expect(unsure).toBeGreaterThan(0);
    expect(decide(simulate("independent", { n: 60, seed: 1 }).pair, options).gate).toBe("few-rows");
  });

  test("without some kinds of evidence the others decide, by weights of their own; not without all", () => {
    const { pair } = simulate("an", { seed: 1, n: 300 });
    const whole = decide(pair, options);
    expect(decide(pair, { ...options, without: "" })).toEqual(whole);
    const theory = decide(pair, { ...options, without: "learned" });
    expect(theory.evidence?.map(({ name }) => name)).toEqual(EVIDENCE_NAMES.filter((name) => name !== "learned"));
    expect(theory.evidence?.[0].logOdds).not.toBe(whole.evidence?.[0].logOdds);
    expect(theory.options.without).toBe("learned");
    const network = EVIDENCE_NAMES.filter((name) => name !== "learned").join(" , ");
    expect(decide(pair, { ...options, without: network }).evidence).toMatchObject([{ name: "learned" }]);
    for (const without of ["nonsense", "learned,nonsense", EVIDENCE_NAMES.join()]) {
      expect(() => decide(pair, { ...options, without })).toThrow(
        expect.objectContaining({ code: "wrong-option" } satisfies Partial<InputError>),
      );
    }
  });
});

/** A pair with its rows in the order of a key. */
function sortedBy({ x, y }: Pair, key: Float64Array): Pair {
  const order = Uint32Array.from(key.keys()).sort((a, b) => key[a] - key[b]);
  return pairFromColumns(takeRows(x, order), takeRows(y, order));
}

/** Each value is a share of the one before and new noise: a random walk if the share is 1. */
function series(rows: number, share: number, rng: Rng): Float64Array {
  let value = 0;
  return Float64Array.from({ length: rows }, () => {
    value = share * value + rng.normal();
    return value;
  });
}

describe("rows in an order", () => {
  test("sorted by cause, effect or a third column: verdict and probability of the shuffled file", () => {
    for (let seed = 0; seed < 5; seed++) {
      const rng = seededRng(seed);
      const hidden = Float64Array.from({ length: 300 }, () => rng.normal());
      const x = hidden.map((value) => value + rng.normal());
      const pair = pairFromColumns(
        x,
        x.map((value, i) => value * value + Math.sin(2 * hidden[i]) + rng.normal()),
      );
      const shuffled = decide(pair, options);
      for (const key of [pair.x, pair.y, hidden]) {
        const { verdict, probability = 0, findings } = decide(sortedBy(pair, key), options);
        expect(verdict).toBe(shuffled.verdict);
        expect(probability).toBeCloseTo(shuffled.probability ?? 0, 9);
        expect(findings.map(({ code }) => code)).not.toContain("ordered-rows");
      }
    }
  });

  test("unrelated random walks and strong autoregression get no verdict, 95% of them; --unordered ignores the order", () => {
    let [verdicts, ignoring] = [0, 0];
    for (let seed = 0; seed < 40; seed++) {
      const rng = seededRng(seed);
      const share = seed % 2 ? 1 : 0.9;
      const pair = pairFromColumns(series(200, share, rng), series(200, share, rng));
      if (decide(pair, options).verdict !== "cannot-tell") verdicts += 1;
      const unordered = decide(pair, { ...options, unordered: true });
      if (unordered.verdict !== "cannot-tell") ignoring += 1;
      expect(unordered.findings.map(({ code }) => code)).not.toContain("ordered-rows");
    }
    expect(verdicts).toBeLessThanOrEqual(2);
    expect(ignoring).toBeGreaterThanOrEqual(15);
  });

  test("weak dependence lowers the margin to the share of the rows that counts", () => {
    const rng = seededRng(2);
    const x = series(1000, 0.6, rng);
    const noise = series(1000, 0.4, rng);
    const pair = pairFromColumns(
      x,
      x.map((value, i) => value + 0.5 * value * value + noise[i]),
    );
    const [ordered, unordered] = [decide(pair, options), decide(pair, { ...options, unordered: true })];
    const finding = ordered.findings.find(({ code }) => code === "ordered-rows");
    expect(finding?.severity).toBe("warn");
    const r = finding?.value ?? Number.NaN;
    expect(ordered.margin).toBeCloseTo((unordered.margin * (1 - r)) / (1 + r), 9);
    expect(ordered.probability).toBeCloseTo(1 / (1 + Math.exp(-Math.abs(ordered.margin))), 12);
    expect(ordered.options.unordered).toBe(false);
  });

  test("unordered is true or false", () => {
    const { pair } = simulate("an", { n: 50 });
    expect(() => decide(pair, { ...options, unordered: "yes" as unknown as boolean })).toThrow(
      expect.objectContaining({ code: "wrong-option" } satisfies Partial<InputError>),
    );
  });
});

describe("data that lie", () => {
  const rows = 600;
  /** A parabola with noise; the cause is uniform and has some noise of its own. */
  function parabola(seed: number): Pair {
    const rng = seededRng(seed);
    const x = Float64Array.from({ length: rows }, () => 2 * rng.uniform() - 1 + 0.2 * rng.normal());
    return pairFromColumns(
      x,
      x.map((value) => value * value + 0.8 * value + 0.3 * rng.normal()),
    );
  }
  const codesOf = ({ findings }: PairDecision) => findings.map(({ code }) => code);

  test("codes for missing values in the cause: named, and no verdict where they decide", () => {
    // The network and the location-scale velocity see that these rows are unlike all others; without them they would
    // decide.
    let closed = 0;
    for (let seed = 0; seed < 8; seed++) {
      const pair = bowl(seed);
      const coded = pairFromColumns(
        pair.x.map((value, i) => (i % 200 === 7 ? -999 : value)),
        pair.y,
      );
      expect(decide(pair, options).verdict).toBe("x->y");
      const [whole, decision] = ["", NOT_MISLED].map((without) => decide(coded, { ...options, without }));
      for (const { verdict, findings } of [whole, decision]) {
        expect(verdict).not.toBe("y->x");
        expect(findings.map(({ code }) => code)).toContain("missing-codes");
      }
      if (decision.gate !== "missing-codes") continue;
      closed += 1;
      expect(decision.findings.find(({ code }) => code === "missing-codes")).toMatchObject({
        severity: "fail",
        sentence: expect.stringMatching(
          /^3 rows have -999 in "x", far outside .* the evidence points the other way\.$/,
        ),
      });
    }
    expect(closed).toBeGreaterThanOrEqual(5);
  });

  test("codes in the effect that change nothing leave the verdict, with the weaker of both margins", () => {
    const pair = parabola(1);
    const y = pair.y.map((value, i) => (i % 100 === 7 ? 9999 : value));
    const kept = Uint32Array.from(pair.x.keys()).filter((i) => y[i] !== 9999);
    const without = decide(pairFromColumns(takeRows(pair.x, kept), takeRows(y, kept)), options);
    const coded = pairFromColumns(pair.x, y);
    const evidence = weighEvidence(measuresOf(coded, options), EVIDENCE_WEIGHTS);
    const whole = evidence.reduce((sum, { logOdds }) => sum + logOdds, 0);
    const decision = decide(coded, options);
    expect(decision.verdict).toBe("x->y");
    expect(decision.margin).toBeCloseTo(Math.min(whole, without.margin), 9);
    expect(decision.findings).toMatchObject([{ code: "missing-codes", severity: "warn" }]);
  });

  test("a limit does not make a direction of a linear-Gaussian pair", () => {
    const cut = reasonsOf(30, (seed) => {
      const { x, y } = simulate("linear-gaussian", { seed, n: 1000 }).pair;
      const limited = (column: Float64Array) => {
        const limit = column.slice().sort()[920];
        return column.map((value) => Math.min(value, limit));
      };
      return seed % 2 ? pairFromColumns(limited(x), y) : pairFromColumns(x, limited(y));
    });
    expect(cut.verdict ?? 0).toBeLessThanOrEqual(2);
    expect(cut["piled-up"]).toBeGreaterThan(0);
  });

  test("repeated rows count once", () => {
    const { x, y } = parabola(3);
    const twice = Uint32Array.from({ length: rows }, (_, i) => (i * 7) % (rows / 2));
    const once = Uint32Array.from({ length: rows / 2 }, (_, i) => (i * 7) % (rows / 2));
    const [repeated, single] = [twice, once].map((chosen) =>
      decide(pairFromColumns(takeRows(x, chosen), takeRows(y, chosen)), options),
    );
    expect(repeated.margin).toBeCloseTo(single.margin, 8);
    expect(repeated.verdict).toBe(single.verdict);
    expect(codesOf(repeated)).toContain("repeated-rows");
  });

  test("20 rows drawn 200 times are 20 rows, and 12 are too few", () => {
    const { x, y } = parabola(4);
    const drawn = (different: number) => {
      const chosen = Uint32Array.from({ length: 200 }, (_, i) => (i * 7) % different);
      return decide(pairFromColumns(takeRows(x, chosen), takeRows(y, chosen)), options);
    };
    const whole = decide(pairFromColumns(x.slice(0, 20), y.slice(0, 20)), options);
    expect(drawn(20).margin).toBeCloseTo(whole.margin, 8);
    expect(drawn(12)).toMatchObject({ verdict: "cannot-tell", gate: "few-rows" });
  });

  test("near duplicates count once: the margin is divided by their number", () => {
    const rng = seededRng(5);
    const { x, y } = parabola(5);
    const chosen = Uint32Array.from({ length: rows }, (_, i) => (i * 7) % (rows / 2));
    const near = (column: Float64Array) => takeRows(column, chosen).map((value) => value + 1e-4 * rng.normal());
    const decision = decide(pairFromColumns(near(x), near(y)), { ...options, unordered: true });
    expect(decision.findings.find(({ code }) => code === "near-duplicates")?.value).toBe(2);
    expect(decision.evidence?.reduce((sum, { logOdds }) => sum + logOdds, 0)).toBe(decision.margin);
  });

  test("exact functions and steps: no verdict against the only possible direction, none where there are two", () => {
    const rng = seededRng(6);
    const x = Float64Array.from({ length: rows }, () => rng.normal());
    const of = (f: (value: number) => number) => decide(pairFromColumns(x, x.map(f)), options);
    expect(of(Math.exp)).toMatchObject({ verdict: "cannot-tell", gate: "exact-function" });
    for (const f of [
      Math.abs,
      (v: number) => Math.sin(2 * v),
      (v: number) => Math.round(1.5 * v) + 0.1 * rng.normal(),
    ]) {
      const decision = of(f);
      expect(decision.verdict).not.toBe("y->x");
      expect(decision.findings.some(({ code }) => code === "exact-function" || code === "steps")).toBe(true);
    }
  });

  test("all of this is swapped with the columns", () => {
    const { x, y } = parabola(2);
    const coded = x.map((value, i) => (i % 200 === 7 ? -999 : value));
    const limited = y.map((value) => Math.min(value, 1.3));
    const pairs: [Float64Array, Float64Array][] = [
      [coded, y],
      [x, limited],
      [x, x.map(Math.abs)],
      [series(200, 1, seededRng(1)), series(200, 1, seededRng(2))],
    ];
    for (const [first, second] of pairs) {
      const [before, after] = [
        decide(pairFromColumns(first, second), options),
        decide(pairFromColumns(second, first), options),
      ];
      expect(after.margin).toBeCloseTo(-before.margin, 8);
      expect(after.gate).toBe(before.gate);
      expect(codesOf(after).sort()).toEqual(codesOf(before).sort());
    }
  });
});

describe("stability", () => {
  test("halves of a clear pair agree, those of an undecided one do not all have a verdict", () => {
    const clear = simulate("an", { seed: 3, n: 1000 }).pair;
    const decision = decide(clear, options);
    const { share, verdicts, rows } = stability(clear, decision, options);
    expect(rows).toBe(500);
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(verdicts[decision.verdict]).toBe(20 * share);
    expect(Object.values(verdicts).reduce((a, b) => a + b)).toBe(20);
    expect(stability(clear, decision, options)).toEqual({ share, verdicts, rows });
  });

  test("where a verdict cannot be given, halves seldom give one", () => {
    const { pair } = simulate("linear-gaussian", { seed: 3, n: 400 });
    const decision = decide(pair, options);
    const { share, verdicts } = stability(pair, decision, options);
    expect(decision.verdict).toBe("cannot-tell");
    expect(share).toBe(verdicts["cannot-tell"] / 20);
    expect(share).toBeGreaterThanOrEqual(0.8);
  });

  test("halves differ: where a verdict is forced and nothing can be told, they do not all agree", () => {
    const { pair } = simulate("linear-gaussian", { seed: 3, n: 200 });
    const forced = { method: "b-lin", routines: options.routines };
    const { verdicts } = stability(pair, decide(pair, forced), forced);
    expect(Math.min(verdicts["x->y"], verdicts["y->x"])).toBeGreaterThan(0);
  });

  test("halves are halves of the rows that were drawn, trimmed ones included", () => {
    const { pair } = simulate("an", { seed: 3, n: 300 });
    const trimmed = { method: "b-quad", trim: 0.1, routines: options.routines };
    expect(stability(pair, decide(pair, trimmed), trimmed).rows).toBe(150);
    const few = { ...trimmed, maxRows: 200 };
    expect(stability(pair, decide(pair, few), few).rows).toBe(100);
  });

  test("too few rows to halve are refused", () => {
    const { pair } = simulate("an", { n: 30 });
    expect(() => stability(pair, decide(pair, options), options)).toThrow("halves of 15 rows");
  });
});
