import { relativeStrength } from "@causal-velocity/lab/rivals/compare-methods.js";
import { describe, expect, test } from "vitest";
import { columnMemo, type Memo } from "../compute/memo.js";
import { RULES } from "../fit/gof.js";
import { pairFromColumns, pairFromTable } from "../pair/pair.js";
import { InputError } from "../primitives/errors.js";
import { seededRng } from "../primitives/random.js";
import { parseTable } from "../table/parse-table.js";
import { type DecideOptions, decide } from "./decide.js";
import { compareCosts } from "./decision.js";
import { methods } from "./methods.js";

const rng = seededRng(21);
const x = Float64Array.from({ length: 250 }, () => rng.normal());
const y = x.map((value) => value * value + rng.normal());
const pair = pairFromColumns(x, y);

describe("decide guards against callers without types", () => {
  test("plain arrays inside a pair give the same answer as typed ones", () => {
    const loose = { ...pair, x: [...x] as unknown as Float64Array, y: [...y] as unknown as Float64Array };
    expect(decide(loose)).toEqual(decide(pair));
  });

  test("a bare pair of columns is enough; no pair at all is refused", () => {
    expect(decide({ x, y } as typeof pair).cost).toEqual(decide(pair).cost);
    expect(() => decide(undefined as unknown as typeof pair)).toThrow(
      expect.objectContaining({ code: "not-a-column" }),
    );
  });

  test("a pair that went through JSON, or whose columns differ in length, is refused", () => {
    expect(() => decide(JSON.parse(JSON.stringify(pair)))).toThrow(/column "x": an object, without a length/);
    expect(() => decide({ ...pair, x: x.slice(1) })).toThrow(/249 and 250 values/);
  });

  test.each<[string, object]>([
    ["trim null", { trim: null }],
    ["trim as text", { trim: "0.05" }],
    ["an inherited key", { toString: 1 }],
    ["a misspelled key", { metod: "b-quad" }],
    ["an unknown score", { score: "magic" }],
    ["an unknown fit", { fit: "perfect" }],
    ["no memory", { memoryLimit: 0 }],
    ["a fractional seed", { seed: 0.5 }],
    ["too few rows to draw", { maxRows: 19 }],
  ])("%s is a wrong option", (_, options) => {
    expect(() => decide(pair, options as DecideOptions)).toThrow(expect.objectContaining({ code: "wrong-option" }));
  });

  test("undefined options count as not given", () => {
    expect(decide(pair, { method: undefined, trim: undefined, seed: undefined, maxRows: undefined })).toEqual(
      decide(pair),
    );
  });
});

describe("decide tells what the answer rests on", () => {
  test("what reading the table brought to light, and every row it dropped, reaches the decision", () => {
    const lines = Array.from(x, (value, i) => `${value},${i === 5 ? "oops" : i === 6 ? "NA" : y[i]}`);
    const decision = decide(pairFromTable(parseTable(`a,b\n${lines.join("\n")}\n`)));
    expect(decision.findings.map(({ code }) => code)).toEqual(["text-cells"]);
    expect(decision.rows).toEqual({ read: 250, used: 248, dropped: 2, reasons: { missing: 1, text: 1 } });
    expect(decision.names).toEqual({ x: "a", y: "b" });
  });

  test("few rows drawn are few rows, however many there were", () => {
    const codes = decide(pair, { maxRows: 60 }).findings.map(({ code }) => code);
    expect(codes.slice(0, 2)).toEqual(["few-rows", "subsampled"]);
  });

  test("the published fit tells how far it came, and starts at the seed", () => {
    const at = (seed: number) => decide(pair, { method: "b-quad-exp", fit: "paper", seed });
    const { diagnostics, cost } = at(0);
    expect(diagnostics?.training?.["x->y"].steps).toBe(100);
    // Penalties come on top of the mean squared residual.
    expect(diagnostics?.training?.["y->x"].loss).toBeGreaterThan(cost["y->x"]);
    expect(at(1).cost).not.toEqual(cost);
    const exact = decide(pair, { method: "b-quad-exp" });
    expect(exact.cost["x->y"]).toBeLessThan(cost["x->y"]);
    expect(exact.diagnostics).not.toHaveProperty("training");
  });

  test("two perfect fits differ by rounding: cannot tell", () => {
    const bits = Float64Array.from({ length: 300 }, (_, i) => i % 2);
    const others = Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    expect(decide(pairFromColumns(bits, others)).verdict).toBe("cannot-tell");
  });

  test("a trim that leaves too little is a wrong option", () => {
    const mostlyOne = x.map((value, i) => (i < 240 ? 3 : value));
    const trimmed = (trim: number) => ({ method: "v-lsnm", trim });
    expect(() => decide(pairFromColumns(mostlyOne, y), trimmed(0.05))).toThrow(InputError);
    expect(() => decide(pair, trimmed(0.95))).toThrow(/option trim: 0.95, which leaves \d+ of 250 rows/);
  });
});

describe("decisions that share a memo", () => {
  const few = pairFromColumns(x.slice(0, 100), y.slice(0, 100));
  const shuffled = pairFromColumns(few.y.slice().reverse(), few.x);

  test("are the ones made apart, for every method, score, rule, seed and number of rows", () => {
    const memo = columnMemo();
    const requests: DecideOptions[] = [
      // Networks are trained for a few steps: what is compared does not depend on how many.
      ...methods.map(({ name: method, defaults }) => ({ method, ...(defaults.steps ? { steps: 20 } : {}) })),
      ...(["kde", "stein-exact", "stein"] as const).map((score) => ({ method: "b-lin", score })),
      ...RULES.map((rule) => ({ method: "v-zero", rule })),
      { method: "b-quad", trim: 0.05 },
      { method: "b-quad", maxRows: 80, seed: 1 },
      { method: "b-lin", maxRows: 80, seed: 1 },
      { method: "b-quad", maxRows: 80, seed: 2 },
    ];
    for (const options of requests) {
      for (const each of [few, shuffled]) {
        expect(decide(each, { ...options, memo }), JSON.stringify(options)).toEqual(decide(each, options));
      }
    }
  });

  test("estimate the scores and sort each column once", () => {
    const memo = columnMemo();
    const made: string[] = [];
    const spied: Memo = (key, columns, make) =>
      memo(key, columns, () => {
        made.push(key);
        return make();
      });
    for (const method of ["b-lin", "b-quad", "v-lsnm"]) decide(pair, { method, memo: spied });
    decide(pair, { method: "b-lin", score: "kde", memo: spied });
    // Of the pair, and of each column, which other pairs may share.
    const each = (score: string) => [`pair scores ${score}`, `column score ${score}`, `column score ${score}`];
    expect(made.filter((key) => key !== "sorted column")).toEqual([...each("stein"), ...each("kde")]);
    // As they are, and standardized.
    expect(made.filter((key) => key === "sorted column")).toHaveLength(4);
  });
});

describe("compareCosts", () => {
  test("names the cheaper direction, and neither within rounding of the terms they are made of", () => {
    expect(compareCosts({ "x->y": 1, "y->x": 2 })).toMatchObject({ verdict: "x->y", margin: 1 });
    expect(compareCosts({ "x->y": 2, "y->x": 1 })).toMatchObject({ verdict: "y->x", margin: -1 });
    expect(compareCosts({ "x->y": 1, "y->x": 1 + 1e-10 }).verdict).toBe("cannot-tell");
    expect(compareCosts({ "x->y": 1, "y->x": 1 + 1e-8 }).verdict).toBe("x->y");
    expect(compareCosts({ "x->y": 1e-10, "y->x": 3e-10 }, 1).verdict).toBe("cannot-tell");
    expect(compareCosts({ "x->y": Number.NaN, "y->x": 1 }).verdict).toBe("cannot-tell");
  });
});

test("the strength of an answer is the share of its margin in its costs, and none where there is no answer", () => {
  const cost = { "x->y": 1, "y->x": 3 };
  expect(relativeStrength({ verdict: "x->y", margin: 2, cost })).toBe(0.5);
  expect(relativeStrength({ verdict: "cannot-tell", margin: 2, cost })).toBe(0);
});
