import { bestRoutines, decide, pairFromColumns, seededRng } from "causal-velocity";
import { expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { compiledRoutines } from "../support/compiled-routines.js";

const rng = seededRng(23);
const draw = (rows: number) => Float64Array.from({ length: rows }, () => rng.normal());

test("4,000 decisions in one process take no more memory than the first five hundred", () => {
  const pairs = Array.from({ length: 20 }, () => pairFromColumns(draw(30), draw(30)));
  const decidePairs = (count: number) => {
    for (let k = 0; k < count; k++) decide(pairs[k % pairs.length], { routines: bestRoutines() });
  };
  decidePairs(500);
  const before = process.memoryUsage().rss;
  decidePairs(3500);
  expect(process.memoryUsage().rss - before).toBeLessThan(60e6);
});

test("if WebAssembly runs out of memory, a typed error says so, and the next computation works", () => {
  const routines = compiledRoutines({ mostBytes: 2e6 });
  const large = draw(300_000);
  const small = draw(200);
  const expected = expect.objectContaining({ code: "memory-exceeded" });
  expect(() => routines.medianOfDistances(large)).toThrow(expected);
  expect(() => routines.medianOfDistances(large)).toThrow("300000 rows need more than");
  expect(() => routines.products([large], [large])).toThrow(expected);
  const rows = Uint32Array.of(0);
  expect(() => routines.steinResidual({ points: [large], scores: [large], ridge: 0.1, rows })).toThrow(expected);
  expect(() => decide(pairFromColumns(large, draw(300_000)), { routines })).toThrow(expected);
  expect(routines.medianOfDistances(small)).toBe(bestRoutines().medianOfDistances(small));
});

test("an error of the caller, after memory ran out once, is not reported as lack of memory", () => {
  const routines = compiledRoutines({ mostBytes: 2e6 });
  expect(() => routines.medianOfDistances(draw(300_000))).toThrow("need more than");
  const rowInto = () => {
    throw new RangeError("my own");
  };
  expect(() => routines.triangularize({ rows: 1, cols: 1, rowInto })).toThrow("my own");
});

test("the error names the smaller of the allowed and the available memory; no more than the address space is requested", () => {
  const zeros = new Float64Array(20_000);
  const sums = (mostBytes: number, memoryLimit: number) => () =>
    compiledRoutines({ mostBytes }).kernelSums({ kernel: "gaussian", points: [zeros, zeros], memoryLimit });
  expect(sums(2e6, Number.POSITIVE_INFINITY)).toThrow("20000 rows need more than 1.97 MB");
  expect(sums(1e9, 5e5)).toThrow("20000 rows need more than 0.5 MB");
  // Equal points: every kernel is 1.
  const { density } = sums(Number.POSITIVE_INFINITY, 1e9)();
  expectAllClose(density, zeros.fill(20_000), { rtol: 1e-12 });
});

// About 20 features of 100,000 numbers: 16 MB.
test("features are checked against the available memory too, not only against the allowed one", () => {
  const routines = compiledRoutines({ mostBytes: 1.2e7 });
  const features = (memoryLimit: number) => () =>
    routines.gaussianFeatures({ column: draw(100_000), tolerance: 1e-9, memoryLimit });
  expect(features(Number.POSITIVE_INFINITY)).toThrow("100000 rows need more than 12 MB");
  expect(features(8e6)).toThrow("100000 rows need more than 8 MB");
});

test("memory is checked before it is allocated", () => {
  const routines = bestRoutines();
  const column = draw(100_000);
  const problem = { points: [column], ridge: 0.1, tolerance: 1e-9, fast: false, memoryLimit: 1e6 };
  expect(() => routines.solveStein(problem)).toThrow(expect.objectContaining({ code: "memory-exceeded" }));
});
