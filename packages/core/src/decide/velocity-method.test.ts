import { describe, expect, test } from "vitest";
import { fitVelocity } from "../fit/fit-velocity.js";
import { followerOf } from "../flow/flow.js";
import { pairFromColumns } from "../pair/pair.js";
import { sin } from "../primitives/elementary.js";
import { seededRng } from "../primitives/random.js";
import { type BasisTerm, basisVelocity, polynomialTerms } from "../velocity/basis.js";
import { parseBasis } from "../velocity/expression/parse-basis.js";
import { decide } from "./decide.js";
import { methodOf } from "./velocity-method.js";

const rng = seededRng(33);
const x = Float64Array.from({ length: 300 }, () => rng.normal());
const y = x.map((value) => value * value + (1 + 0.4 * Math.abs(value)) * rng.normal());
const pair = pairFromColumns(x, y);
const QUADRATIC = "1, x, y, x^2, y^2, x*y";

describe("a velocity of one's own", () => {
  test("tab:examples (Basis): the six monomials as text decide as b-quad does, to 1e-12", () => {
    for (const rule of ["squared", "absolute", "relative"] as const) {
      const known = decide(pair, { method: "b-quad", rule });
      for (const basis of [QUADRATIC, "y*x, 3, cause, -effect, effect*effect/7, cause^2"]) {
        const own = decide(pair, { basis, rule });
        expect(own.verdict).toBe(known.verdict);
        expect(own.cost["x->y"] / known.cost["x->y"]).toBeCloseTo(1, 12);
        expect(own.cost["y->x"] / known.cost["y->x"]).toBeCloseTo(1, 12);
      }
    }
  });

  test("x is the cause in either direction: the terms are not tied to columns", () => {
    const swapped = decide(pairFromColumns(y, x), { basis: "1, x, x^2, sin(y)" });
    expect(swapped.margin).toBeCloseTo(-decide(pair, { basis: "1, x, x^2, sin(y)" }).margin, 12);
  });

  test("the record tells method and basis; another method refuses a basis", () => {
    expect(decide(pair, { basis: "1, x" })).toMatchObject({ method: "basis", options: { basis: "1, x" } });
    expect(decide(pair, { method: "basis" }).options.basis).toBe("1, x, y");
    expect(() => decide(pair, { method: "b-lin", basis: "1, x" })).toThrow(
      /option basis: "1, x"; expected one of the options of b-lin/,
    );
  });

  test("a basis that cannot be read, or has no value at some row, is wrong-basis and names the function", () => {
    expect(() => decide(pair, { basis: "1, w" })).toThrow(expect.objectContaining({ code: "wrong-basis" }));
    for (const basis of ["1, sqrt(y)", "log(x), sqrt(y)", "exp(exp(exp(5*y))), sqrt(y)"]) {
      const first = basis.split(", ").find((term) => term !== "1");
      const refused = { code: "wrong-basis", place: `basis function "${first}"` };
      expect(() => decide(pair, { basis }), basis).toThrow(expect.objectContaining(refused));
    }
    expect(() => decide(pair, { basis: "log(x)" })).toThrow(/NaN, with slope 0 in the effect, at cause -\d/);
  });

  test("functions that repeat others change no cost to 1e-12, and are reported; so is one that is 0", () => {
    const plain = decide(pair, { basis: "1, x, y" });
    expect(plain.findings).toEqual([]);
    for (const [basis, share] of [
      ["1, x, y, x", "3 of the 4"],
      ["1, x, y, x + 2*y", "3 of the 4"],
      ["1, x, y, 0", "3 of the 4"],
      ["1, x, y, x - x, y + y", "3 of the 5"],
    ]) {
      const { cost, findings } = decide(pair, { basis });
      expect(cost["x->y"] / plain.cost["x->y"]).toBeCloseTo(1, 12);
      expect(findings).toMatchObject([{ code: "dependent-terms", sentence: expect.stringContaining(share) }]);
    }
  });

  test("a class of one's own decides through methodOf, under its own name", () => {
    const sine: BasisTerm = {
      name: "sin x",
      linearGrowth: true,
      value: (_, cause) => sin(cause),
      dEffect: () => 0,
      dCause: (_, cause) => Math.cos(cause),
    };
    const velocity = basisVelocity("mine", [...polynomialTerms(1), sine]);
    const decision = decide(pair, { method: methodOf(velocity), rule: "relative" });
    expect(decision).toMatchObject({ method: "mine", options: { rule: "relative" } });
    expect(decision.cost).toEqual(decide(pair, { basis: "1, x, y, sin(x)", rule: "relative" }).cost);
  });

  test.each([null, {}, 7, "mine"])("%s is no method", (method) => {
    expect(() => decide(pair, { method: method as string })).toThrow(
      expect.objectContaining({ code: "unknown-method" }),
    );
  });
});

describe("flows of a basis read from text", () => {
  const at = {
    direction: "x->y",
    cause: x,
    effect: y,
    scoreCause: x.map((value) => -value),
    jointCause: x.map((value, i) => -value + 0.1 * y[i]),
    jointEffect: y.map((value) => -value),
  } as const;

  test("monomials at most linear in the effect have a closed form, the same curves as by the solver to 1e-9", () => {
    const [closed, solved] = ["1, x^2, -2*y*x/3, 0.5*y", "1, x^2, -2*y*x/3 + 0*sin(y), 0.5*y"].map((text) => {
      const fit = fitVelocity(basisVelocity("own", parseBasis(text)), at);
      expect(fit.model.flow).toBe("global");
      const out = { effect: new Float64Array(2), logJacobian: new Float64Array(2) };
      followerOf(fit).follow(0.3, -1, Float64Array.of(0.2, 1.5), out, 0);
      return { hasClosedForm: fit.model.affine !== undefined, ...out };
    });
    expect([closed.hasClosedForm, solved.hasClosedForm]).toEqual([true, false]);
    for (const i of [0, 1]) {
      expect(Math.abs(closed.effect[i] - solved.effect[i])).toBeLessThan(1e-9);
      expect(Math.abs(closed.logJacobian[i] - solved.logJacobian[i])).toBeLessThan(1e-9);
    }
  });

  test("a basis that may outgrow the effect says so", () => {
    expect(basisVelocity("own", parseBasis("1, y^2")).flow).toBe("may-blow-up");
  });
});
