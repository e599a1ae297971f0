import { describe, expect, test } from "vitest";
import { failure } from "../../../../../tests/support/failure.js";
import { type Expression, FUNCTIONS, type FunctionName } from "../../expression/expression.js";
import { parseExpressions } from "../../expression/parse-expression.js";
import { InputError } from "../../primitives/errors.js";
import { type Rng, seededRng } from "../../primitives/random.js";
import type { BasisTerm } from "../basis.js";
import { printExpression } from "./compile-expression.js";
import { parseBasis } from "./parse-basis.js";

const one = (text: string): BasisTerm => {
  const terms = parseBasis(text);
  expect(terms).toHaveLength(1);
  return terms[0];
};

const POINTS = [
  [0.3, -0.4],
  [-1.2, 0.9],
  [1.7, 2.1],
  [-0.6, -1.5],
] as const;

/** Text, and the same with the engine's own functions; `positive` where the domain is x, y > 0. */
const VALUES: readonly [text: string, f: (y: number, x: number) => number, positive?: "positive"][] = [
  ["1", () => 1],
  ["x", (_, x) => x],
  ["cause - effect", (y, x) => x - y],
  ["1e-3 * y + .5e2", (y) => 1e-3 * y + 50],
  ["-x^2", (_, x) => -(x ** 2)],
  ["(-x)^2", (_, x) => x ** 2],
  ["2^-x", (_, x) => 2 ** -x],
  ["2^3^0.5", () => 2 ** (3 ** 0.5)],
  ["x - y - 1", (y, x) => x - y - 1],
  ["x / 2 / 4 * y", (y, x) => (x / 2 / 4) * y],
  ["--x + +y", (y, x) => x + y],
  ["-x*-y", (y, x) => -x * -y],
  ["sin(x)*y", (y, x) => Math.sin(x) * y],
  ["exp(-y^2)", (y) => Math.exp(-(y ** 2))],
  ["tanh(3*y - x)^2", (y, x) => Math.tanh(3 * y - x) ** 2],
  ["atan(x*y)/(1+y^2)", (y, x) => Math.atan(x * y) / (1 + y ** 2)],
  ["log(1 + exp(y))", (y) => Math.log(1 + Math.exp(y))],
  ["sqrt(1 + (x - y)^2)", (y, x) => Math.sqrt(1 + (x - y) ** 2)],
  ["cosh(y/2) - sinh(x)*e", (y, x) => Math.cosh(y / 2) - Math.sinh(x) * Math.E],
  ["tan(y/3)", (y) => Math.tan(y / 3)],
  ["abs(x - 5)*cos(2*pi*y)", (y, x) => Math.abs(x - 5) * Math.cos(2 * Math.PI * y)],
  ["y^-3", (y) => y ** -3],
  ["y^0", () => 1],
  ["(1 + x^2)^y", (y, x) => (1 + x ** 2) ** y],
  ["exp(sin(cos(x*y) + tanh(y)))", (y, x) => Math.exp(Math.sin(Math.cos(x * y) + Math.tanh(y)))],
  ["x^1.5*y^0.25", (y, x) => x ** 1.5 * y ** 0.25, "positive"],
  ["x^y + log(x)/sqrt(y)", (y, x) => x ** y + Math.log(x) / Math.sqrt(y), "positive"],
];

describe("an expression means the same as in mathematics", () => {
  test.each(VALUES)(
    "%s: value to 1e-13, derivatives equal central differences, error falling fourfold",
    (text, f, domain) => {
      const term = one(text);
      for (const [a, b] of POINTS) {
        const [y, x] = domain === "positive" ? [Math.abs(a), Math.abs(b)] : [a, b];
        expect(Math.abs(term.value(y, x) - f(y, x))).toBeLessThan(1e-13 * Math.max(1, Math.abs(f(y, x))));
        const differences = (h: number) => [
          (f(y + h, x) - f(y - h, x)) / (2 * h),
          (f(y, x + h) - f(y, x - h)) / (2 * h),
        ];
        const errors = (h: number) => {
          const [dEffect, dCause] = differences(h);
          return Math.max(Math.abs(dEffect - term.dEffect(y, x)), Math.abs(dCause - term.dCause(y, x)));
        };
        const size = Math.max(1, ...differences(1e-4).map(Math.abs));
        expect(errors(1e-4)).toBeLessThan(1e-5 * size);
        if (errors(1e-2) > 1e-7 * size) expect(errors(1e-2) / errors(5e-3)).toBeCloseTo(4, 0);
      }
    },
  );

  test("terms are split at commas and named by their shortest text", () => {
    expect(parseBasis(" 1, cause ,(y)*(x*y), -(x^2),\n((x+y))*2 ").map(({ name }) => name)).toEqual([
      "1",
      "x",
      "y*(x*y)",
      "-x^2",
      "(x+y)*2",
    ]);
  });

  test("monomials are recognized, with their factor; nothing else is", () => {
    expect(parseBasis("1, -2*x*y, x^2*x/4, y^3, (x*y)^2, 2*pi*y, 0*x").map(({ powers }) => powers)).toEqual([
      { factor: 1, cause: 0, effect: 0 },
      { factor: -2, cause: 1, effect: 1 },
      { factor: 0.25, cause: 3, effect: 0 },
      { factor: 1, cause: 0, effect: 3 },
      { factor: 1, cause: 2, effect: 2 },
      { factor: 2 * Math.PI, cause: 0, effect: 1 },
      { factor: 0, cause: 1, effect: 0 },
    ]);
    for (const { powers } of parseBasis("x+y, x^0.5, x^-1, sin(x), 1/y, x^y")) expect(powers).toBeUndefined();
  });
});

// sec:appendix:regularity, assumption 3(b).
describe("linear growth in the effect", () => {
  test.each([
    ...["1", "y", "-y*x^5", "sin(y^3)", "exp(-y^2)*y", "exp(x)*y", "1/(1+y^2)", "y/(2+cos(y))", "sqrt(1+y^2)"],
    ...["sqrt(y*y+1)", "log(1+exp(y))", "log(1+y^2)", "tanh(exp(y))*y", "2^x*y", "abs(y)-atan(y)", "(1+y^2)^-3"],
    ...["exp(sin(y))*y", "exp(-sqrt(1+y^2))", "cosh(sin(y))", "(y^2)^0.5", "log(3+cosh(y))"],
  ])("%s has it", (text) => {
    expect(one(text).linearGrowth).toBe(true);
  });

  test.each([
    ...["y^2", "x*y*y", "exp(y)", "exp(x*y)", "sinh(y)", "1/y", "1/x", "log(y)", "sqrt(y)", "tan(y)", "y*log(1+y^2)"],
    ...["sin(log(y))", "sin(-(1/y))", "y^1.5", "x^y", "1/(1+sin(y))", "log(1+exp(y^2))", "y*sqrt(1+y^2)"],
  ])("%s is not known to have it", (text) => {
    expect(one(text).linearGrowth).toBe(false);
  });
});

describe("a wrong basis is an InputError that points at the mistake", () => {
  test.each([
    ["", 1, "the end", "a number, x, y"],
    ["1, x,", 6, "the end", "a number, x, y"],
    ["1, 2x", 5, '"x"', "2*x, not 2x"],
    ["x y", 3, '"y"', "an operator"],
    ["(x + y", 7, "the end", "an operator or )"],
    ["x)", 2, '")"', "an operator"],
    ["sin x", 5, '"x"', "( after sin, as in sin(y)"],
    ["sin(", 5, "the end", "a number, x, y"],
    ["x ** 2", 4, '"*"', "a number, x, y"],
    ["1, z*y", 4, 'unknown name "z"', "x or cause, y or effect, pi, e, or a function: sin"],
    ["X", 1, 'unknown name "X"', "x or cause"],
    ["x, constructor", 4, 'unknown name "constructor"', "x or cause"],
    ["__proto__", 1, 'unknown name "__proto__"', "x or cause"],
    ["toString(x)", 1, 'unknown name "toString"', "x or cause"],
    ["y, x # y", 6, '"#"', "numbers, names"],
    ["x[0]", 2, '"["', "numbers, names"],
    ["1 + 🙂", 5, '"🙂"', "numbers, names"],
    ["x, 1/0*y", 4, "1/0, which is Infinity", "a finite number"],
    ["x + log(-1)", 5, "log(-1), which is NaN", "a finite number"],
    ["1e999", 1, "1e999, which is Infinity", "a finite number"],
  ])("%s: character %i, %s", (text, character, value, expected) => {
    const error = failure(() => parseBasis(text));
    expect(error).toMatchObject({ code: "wrong-basis", place: `option basis, character ${character}`, value });
    expect(error.expected).toContain(expected);
    expect(error.remedy).toContain("⟨here⟩");
  });

  test("limits: length, number of functions, depth", () => {
    expect(failure(() => parseBasis("x+".repeat(1500))).value).toBe("3000 characters");
    expect(failure(() => parseBasis(new Array(101).fill("x").join())).expected).toBe("at most 100 functions");
    expect(failure(() => parseBasis("(".repeat(500))).expected).toBe("at most 100 levels");
    expect(failure(() => parseBasis(`${"-".repeat(500)}x`)).expected).toBe("at most 100 levels");
    expect(failure(() => parseBasis(`x${"^x".repeat(500)}`)).expected).toBe("at most 100 levels");
    expect(one(`x${"+x".repeat(900)}`).value(0, 0.5)).toBe(450.5);
    expect(failure(() => parseBasis(7 as unknown as string)).code).toBe("wrong-option");
  });
});

const pick = <T>(rng: Rng, choices: readonly T[]): T => choices[Math.floor(choices.length * rng.uniform())];

function randomTree(rng: Rng, depth: number): Expression {
  const kind = depth === 0 ? pick(rng, ["number", "constant", "variable"] as const) : pick(rng, KINDS);
  const child = () => randomTree(rng, depth - 1);
  switch (kind) {
    case "number":
      return { kind, value: pick(rng, [0, 1, 2, 0.5, 3.25, 1e-7, 6.02e23, rng.uniform()]) };
    case "constant":
      return { kind, name: pick(rng, ["pi", "e"] as const) };
    case "variable":
      return { kind, name: pick(rng, ["x", "y"] as const) };
    case "negative":
      return { kind, of: child() };
    case "call":
      return { kind, name: pick(rng, Object.keys(FUNCTIONS) as FunctionName[]), of: child() };
    case "binary":
      return { kind, operator: pick(rng, ["+", "-", "*", "/", "^"] as const), left: child(), right: child() };
  }
}
const KINDS = ["number", "constant", "variable", "negative", "call", "binary", "binary", "binary"] as const;

describe("any text", () => {
  test("printed trees read back as the same tree, unless a number in them is not finite", () => {
    const rng = seededRng(41);
    let read = 0;
    for (let i = 0; i < 3000; i++) {
      const tree = randomTree(rng, 1 + (i % 5));
      const text = printExpression(tree);
      try {
        expect(parseExpressions(text)).toEqual([tree]);
        read += 1;
      } catch (error) {
        expect(error instanceof InputError && error.expected, text).toBe("a finite number");
      }
    }
    expect(read).toBeGreaterThan(2000);
  });

  test("gives terms or an InputError, nothing else", () => {
    const rng = seededRng(42);
    const words = [..."xyez.,+-*/^()^() 019", "sin", "log", "exp", "effect", "1e3", "constructor", "²", "\n", "💥"];
    let good = 0;
    for (let i = 0; i < 5000; i++) {
      const text = Array.from({ length: 1 + Math.floor(12 * rng.uniform()) }, () => pick(rng, words)).join("");
      try {
        for (const term of parseBasis(text)) {
          good += 1;
          expect(typeof term.value(0.3, -0.8)).toBe("number");
        }
      } catch (error) {
        expect(error, text).toBeInstanceOf(InputError);
      }
    }
    expect(good).toBeGreaterThan(100);
  });

  test("terms reported to grow linearly do: |Φ|/|y| at 1e9 is no more than twice that at 1e3 and 1, plus 1", () => {
    const rng = seededRng(43);
    let checked = 0;
    for (let i = 0; i < 20000; i++) {
      let term: BasisTerm;
      try {
        [term] = parseBasis(printExpression(randomTree(rng, 1 + (i % 4))));
      } catch {
        continue;
      }
      if (!term.linearGrowth) continue;
      for (const x of [-1.3, 0.4]) {
        const ratio = (y: number) => Math.abs(term.value(y, x) / y);
        const far = Math.max(ratio(1e9), ratio(-1e9));
        const near = Math.max(ratio(1e3), ratio(-1e3), ratio(1), ratio(-1));
        // Overflow inside a bounded function, as in sin(exp(y)), is NaN; so is a huge factor times a huge y.
        if (!Number.isFinite(far) || !Number.isFinite(near)) continue;
        expect(far, term.name).toBeLessThanOrEqual(2 * near + 1);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(2000);
  });
});
