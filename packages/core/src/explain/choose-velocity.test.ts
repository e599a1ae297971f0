import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { describeByFlow } from "../decide/flow-likelihood.js";
import type { Direction } from "../fit/orient.js";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { type Rng, seededRng } from "../primitives/random.js";
import { velocityNamed, velocityNames } from "../velocity/velocity-named.js";
import { AUTO, chooseVelocity, velocityCandidates } from "./choose-velocity.js";
import { counterfactual } from "./counterfactual.js";
import { explain } from "./explain.js";
import { structuralModel } from "./structural-model.js";

const options = { routines: compiledRoutines() };

function columnsOf(rows: number, seed: number, effect: (x: number, rng: Rng) => number) {
  const rng = seededRng(seed);
  const x = Float64Array.from({ length: rows }, () => rng.normal());
  return { x, y: x.map((value) => effect(value, rng)) };
}

const standardOf = ({ x, y }: ReturnType<typeof columnsOf>) => standardize(pairFromColumns(x, y));
const wave = (x: number, rng: Rng) => Math.sin(2 * x) + (0.3 + 0.1 * x * x) * rng.normal();
/** An increasing curve of shift and noise, which no location and scale describe. */
const bent = (x: number, rng: Rng) => Math.tanh(x + Math.sin(2 * x) + 1.7 * (2 * rng.uniform() - 1));
const waves = columnsOf(400, 1, wave);
const candidates = velocityCandidates(standardOf(waves), "x->y", options);

describe("chooseVelocity", () => {
  test("every class with an exact fit competes, and the shortest description is chosen", () => {
    expect(candidates.map(({ velocity }) => velocity).sort()).toEqual(
      ["location-scale", ...velocityNames({ exactOnly: true })].sort(),
    );
    const known = candidates.filter(({ lost }) => lost === 0);
    expect(known.map(({ nats }) => nats)).toEqual(known.map(({ nats }) => nats).sort((a, b) => a - b));
    expect(chooseVelocity(standardOf(waves), "x->y", options)).toBe("location-scale");
    expect(candidates[0]?.velocity).toBe("location-scale");
  });

  test("of location-scale noise, the nats are those of the regression: the flow adds nothing", () => {
    const { x, y } = standardOf(columnsOf(300, 2, wave));
    const { nats } = describeByFlow(x, y, options);
    const [own] = velocityCandidates(standardOf(columnsOf(300, 2, wave)), "x->y", options).filter(
      ({ velocity }) => velocity === "location-scale",
    );
    expect(Math.abs((own?.nats ?? 0) - nats)).toBeLessThan(1e-6 * 300);
  });

  test("a post-nonlinear pair is described shorter by its own class", () => {
    const pair = standardOf(columnsOf(500, 3, bent));
    expect(chooseVelocity(pair, "x->y", options)).toMatchObject({ name: "v-pnl" });
  });

  test("curves that end cannot be chosen, and come last", () => {
    const { x, y } = columnsOf(400, 7, (cause, rng) => cause ** 3 + rng.normal() / (0.1 + rng.uniform()));
    const ofBoth = (["x->y", "y->x"] as const).flatMap((direction) =>
      velocityCandidates(standardOf({ x, y }), direction, options),
    );
    const ended = ofBoth.filter(({ lost }) => lost > 0);
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.every(({ nats }) => Number.isNaN(nats))).toBe(true);
    for (const of of [ofBoth.slice(0, candidates.length), ofBoth.slice(candidates.length)]) {
      const first = of.findIndex(({ lost }) => lost > 0);
      expect(of.slice(first < 0 ? of.length : first).every(({ lost }) => lost > 0)).toBe(true);
    }
  });

  test("a column that differs in one row has no held-out loss, and is no fault", () => {
    const { x, y } = columnsOf(120, 5, (cause) => cause);
    const pair = standardOf({ x: x.map((_, i) => (i === 3 ? 1 : 0)), y });
    for (const direction of ["x->y", "y->x"] as const) {
      expect(velocityCandidates(pair, direction, options).every(({ heldOutLoss }) => Number.isNaN(heldOutLoss))).toBe(
        true,
      );
    }
  });

  test("the order of the rows, units and signs change nothing, and swapped columns swap directions", () => {
    const { x, y } = waves;
    const of = (a: Float64Array, b: Float64Array, direction: Direction) =>
      velocityCandidates(standardize(pairFromColumns(a, b)), direction, options);
    const isSame = (others: typeof candidates, digits: number) => {
      expect(others.map(({ velocity }) => velocity)).toEqual(candidates.map(({ velocity }) => velocity));
      others.forEach(({ nats, heldOutLoss, ...rest }, k) => {
        expect(candidates[k]).toMatchObject(rest);
        expect(heldOutLoss / candidates[k].heldOutLoss).toBeCloseTo(1, digits);
        if (rest.lost === 0) expect(nats / candidates[k].nats).toBeCloseTo(1, digits);
      });
    };
    isSame(of(x.slice().reverse(), y.slice().reverse(), "x->y"), 9);
    expect(of(y, x, "y->x")).toEqual(candidates);
    const moved = x.map((value) => 3 * value - 7);
    isSame(of(moved, y, "x->y"), 6);
    const mirrored = y.map((value) => -0.2 * value);
    isSame(of(x, mirrored, "x->y"), 4);
  });

  test("few rows: no loss is left out", () => {
    const few = velocityCandidates(standardOf(columnsOf(60, 4, wave)), "x->y", options);
    expect(few.every(({ heldOutLoss }) => Number.isNaN(heldOutLoss))).toBe(true);
    expect(few.every(({ heldOutLoss }) => heldOutLoss === 0)).toBe(false);
    expect(candidates.every(({ heldOutLoss }) => heldOutLoss > 0)).toBe(true);
  });

  test("answers with auto are those of the chosen class, and show the candidates", { tags: ["slow"] }, () => {
    const { x, y } = columnsOf(500, 3, bent);
    const pair = pairFromColumns(x, y);
    const chosen = velocityCandidates(standardize(pair), "x->y", options);
    const name = chosen[0]?.velocity ?? "";
    expect(name).toBe("v-pnl");
    const request = { direction: "x->y", from: { cause: 0, effect: 1 }, to: [0.5] } as const;
    const auto = counterfactual(pair, request, { velocity: AUTO, ...options });
    const fixed = counterfactual(pair, request, { velocity: velocityNamed(name), ...options });
    expect(auto).toMatchObject({ method: name, candidates: chosen, to: [{ effect: fixed.to[0]?.effect }] });
    expect(fixed.candidates).toBeUndefined();
    const model = structuralModel(pair, { direction: "x->y", at: [0.5] }, { velocity: AUTO, ...options });
    expect(model).toMatchObject({ method: name, candidates: chosen });
    const { choice, decision, figures } = explain(pair, { curves: AUTO, ...options });
    const direction = decision.margin < 0 ? "y->x" : "x->y";
    expect(choice?.curves).toBe(choice?.candidates[direction][0]?.velocity);
    expect(choice?.candidates["x->y"]).toEqual(chosen);
    expect(figures.find(({ id }) => id === "curves")?.caption).toContain(choice?.curves);
  });
});
