import {
  basisVelocity,
  type Counterfactual,
  counterfactual,
  InputError,
  type Pair,
  pairFromColumns,
  polynomialTerms,
  rolesOf,
  type SimulatedPair,
  seededRng,
  simulate,
} from "@causal-velocity/core";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

const routines = compiledRoutines();

/** y = sin(1.5x) + x/2 + 0.3 noise for a normal cause. */
function bentPair(n: number, seed: number): Pair {
  const rng = seededRng(seed);
  const x = Float64Array.from({ length: n }, () => rng.normal());
  const y = x.map((value) => bend(value) + 0.3 * rng.normal());
  return pairFromColumns(x, y, { x: "dose", y: "response" });
}

const bend = (x: number): number => Math.sin(1.5 * x) + 0.5 * x;

/** Two values of the cause inside the data: the observation's and one to move it to. */
function question(simulated: SimulatedPair) {
  const { cause, effect } = rolesOf(simulated);
  const order = Array.from(cause.keys()).sort((a, b) => cause[a] - cause[b]);
  const row = order[Math.floor(0.3 * order.length)];
  const to = cause[order[Math.floor(0.75 * order.length)]];
  const { mechanism, truth } = simulated;
  if (!mechanism || (truth !== "x->y" && truth !== "y->x")) throw new Error("a pair with a mechanism was expected");
  const from = { cause: cause[row], effect: effect[row] };
  const expected = mechanism.effect(to, mechanism.noise(from.effect, from.cause));
  return { request: { direction: truth, from, to: [to] }, expected };
}

// eq:scm_flow: what a mechanism would have made of the same noise.
describe("counterfactual", () => {
  const pair = bentPair(1500, 3);
  const from = { cause: 0.5, effect: bend(0.5) + 0.2 };
  const to = [-1.2, -0.5, 0.5, 1, 1.2];
  const found = counterfactual(pair, { direction: "x->y", from, to }, { routines });

  test("moves the effect as the mechanism does, to 5 % of its sd of 1.1, and stays where the cause stays", () => {
    expect(found.names).toEqual({ cause: "dose", effect: "response" });
    expect(found.method).toBe("location-scale");
    for (const { cause, effect } of found.to) {
      expect(Math.abs(effect - (bend(cause) + 0.2)), `at ${cause}`).toBeLessThan(0.055);
    }
    const { effect, low, high } = found.to[2];
    for (const value of [effect, low, high]) expect(value).toBeCloseTo(from.effect, 9);
    expect(found.to.every(({ supported }) => supported)).toBe(true);
    expect(found.warnings).toEqual([]);
  });

  test("there and back again, and by way of another cause, is the same", () => {
    const there = found.to[3];
    const back = counterfactual(pair, { direction: "x->y", from: there, to: [0.5] }, { routines });
    expect(back.to[0].effect).toBeCloseTo(from.effect, 9);
    const onward = counterfactual(pair, { direction: "x->y", from: there, to: [1.2] }, { routines });
    expect(onward.to[0].effect).toBeCloseTo(found.to[4].effect, 9);
  });

  test("units of the columns change nothing, and swapped columns only the name of the direction", () => {
    const scaled = pairFromColumns(
      pair.x.map((value) => 40 * value + 7),
      pair.y.map((value) => 0.01 * value - 3),
      pair.names,
    );
    const inUnits = { cause: 40 * from.cause + 7, effect: 0.01 * from.effect - 3 };
    const request = { direction: "x->y" as const, from: inUnits, to: to.map((value) => 40 * value + 7) };
    const other = counterfactual(scaled, request, { routines });
    const turned = pairFromColumns(pair.y, pair.x, { x: "response", y: "dose" });
    const swapped = counterfactual(turned, { direction: "y->x", from, to }, { routines });
    expect(swapped.names).toEqual(found.names);
    found.to.forEach(({ effect, low, supported }, i) => {
      expect(other.to[i].effect).toBeCloseTo(0.01 * effect - 3, 7);
      expect(other.to[i].low).toBeCloseTo(0.01 * low - 3, 7);
      expect(other.to[i].supported).toBe(supported);
      expect(swapped.to[i].effect).toBeCloseTo(effect, 7);
      expect(swapped.to[i].high).toBeCloseTo(found.to[i].high, 7);
    });
  });

  test("the same seed gives the same bytes; another seed other halves, and so another band about the same answer", () => {
    const again = counterfactual(pair, { direction: "x->y", from, to }, { routines });
    expect(again).toEqual(found);
    const other = counterfactual(pair, { direction: "x->y", from, to }, { routines, seed: 1 });
    expect(other.to[0].effect).toBe(found.to[0].effect);
    expect(other.to[0].low).not.toBe(found.to[0].low);
  });

  // Nine in ten are meant to; of 40 independent ones fewer than 30 do with a chance of 0.15 %.
  test.each(["anm", "lsnm"])("bands hold the truth of at least 30 of 40 %s pairs, and shrink with the rows", (kind) => {
    const bands = (n: number) =>
      Array.from({ length: 40 }, (_, seed) => {
        const { request, expected } = question(simulate(kind, { n, seed }));
        const { low, high } = counterfactual(simulate(kind, { n, seed }).pair, request, { routines }).to[0];
        return { holds: low <= expected && expected <= high, width: high - low };
      });
    const [few, many] = [bands(200), bands(800)];
    for (const sample of [few, many]) expect(sample.filter(({ holds }) => holds).length).toBeGreaterThanOrEqual(30);
    const middle = (sample: typeof few) => sample.map(({ width }) => width).sort((a, b) => a - b)[20];
    expect(middle(many)).toBeLessThan(0.8 * middle(few));
  });

  test("warns where the answer, or the way there, has no data around it", () => {
    const codesAt = (at: Counterfactual["from"], value: number) =>
      counterfactual(pair, { direction: "x->y", from: at, to: [value] }, { routines }).warnings.map(({ code }) => code);
    expect(codesAt(from, 1)).not.toContain("outside-support");
    expect(codesAt(from, 9)).toContain("outside-support");
    expect(codesAt({ cause: 0.5, effect: 12 }, 1)).toContain("outside-support");
    // Two clumps: both ends have data, the way between them has none.
    const rng = seededRng(5);
    const x = Float64Array.from({ length: 600 }, (_, i) => (i % 2 ? 10 : -10) + rng.normal());
    const clumps = pairFromColumns(
      x,
      x.map((value) => value + rng.normal()),
    );
    const across = { direction: "x->y" as const, from: { cause: -10, effect: -10 }, to: [-9.5, 10] };
    const { to: answers } = counterfactual(clumps, across, { routines });
    expect(answers.map(({ supported }) => supported)).toEqual([true, false]);
  });

  test("warns where the noise still depends on the cause: against the true direction, not along it", () => {
    const codes = (direction: "x->y" | "y->x") => {
      const at = direction === "x->y" ? from : { cause: from.effect, effect: from.cause };
      const request = { direction, from: at, to: [0.2] };
      return counterfactual(pair, request, { routines }).warnings.map(({ code }) => code);
    };
    expect(codes("x->y")).not.toContain("poor-fit");
    expect(codes("y->x")).toContain("poor-fit");
  });

  test("refuses where the flow of the class blows up on the way, and says where (thm:ode:flow)", () => {
    // v = y²: curves y = 1/(1/y₀ − x) have a pole at x = 1/y₀.
    const rng = seededRng(11);
    const x = Float64Array.from({ length: 1500 }, () => rng.uniform());
    const y = x.map((value) => 1 / (1 / (0.3 + 0.3 * rng.uniform()) - value));
    const velocity = basisVelocity("b-quad", polynomialTerms(2));
    const ask = (to: number) =>
      counterfactual(
        pairFromColumns(x, y),
        { direction: "x->y", from: { cause: 0.5, effect: 0.7 }, to: [to] },
        { routines, velocity },
      );
    expect(ask(0.6).to[0].effect).toBeCloseTo(1 / (1 / 0.7 - 0.1), 1);
    let error: unknown;
    try {
      ask(12);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "lost-curve" });
    expect((error as InputError).message).toMatch(/leaves every bound near "x" = \d+\.?\d* in the flow of b-quad/);
  });

  test.each([
    ["no value to move to", { direction: "x->y", from, to: [] }, {}, "wrong-option"],
    ["a value that is no number", { direction: "x->y", from, to: [Number.NaN] }, {}, "not-finite"],
    [
      "an observation with an infinity",
      { direction: "x->y", from: { cause: Infinity, effect: 0 }, to: [1] },
      {},
      "not-finite",
    ],
    ["an unknown direction", { direction: "forward", from, to: [1] }, {}, "wrong-option"],
    ["an unknown score", { direction: "x->y", from, to: [1] }, { score: "toString" }, "wrong-option"],
    ["a negative seed", { direction: "x->y", from, to: [1] }, { seed: -1 }, "wrong-option"],
    ["too few rows asked for", { direction: "x->y", from, to: [1] }, { maxRows: 3 }, "wrong-option"],
  ])("names %s", (_, request, options, code) => {
    expect(() => counterfactual(pair, request as never, options as never)).toThrow(expect.objectContaining({ code }));
  });

  test("asks for enough rows to halve", () => {
    const short = pairFromColumns(pair.x.slice(0, 15), pair.y.slice(0, 15));
    const ask = () => counterfactual(short, { direction: "x->y", from, to: [1] });
    expect(ask).toThrow(/15 usable rows; expected at least 40/);
  });

  test("draws no more rows than told, and counts the others", () => {
    const { rows } = counterfactual(pair, { direction: "x->y", from, to: [1] }, { routines, maxRows: 300 });
    expect(rows).toMatchObject({ read: 1500, used: 300, reasons: { subsampled: 1200 } });
  });
});
